import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { RegistryUnavailableError } from './registry-store.ts'
import type { RegistryStore, Stored, StoreVariable } from './registry-store.ts'
import { errorCode, errorMessage } from '@takeoff/kit/values/caught'

/** Generations that are retained. Older ones are deleted; a writer that many behind has lost its race. */
const GENERATIONS_KEPT = 8
/** Attempts of a reader: if its generation was deleted, it looks for the newest again. */
const READ_ATTEMPTS_MAX = 10

/**
 * A registry in a folder, which may be shared over a network. Mutable content has a file for each generation, such as
 * `current.json.17`, and the highest one counts: a hard link makes the next one appear whole, and for one writer only,
 * so there is no lock that a killed process could leave behind.
 */
export function createFolderStore(
  folder: string,
  variable: StoreVariable = 'SUPERGRAPH_REGISTRY',
): RegistryStore {
  const root = resolve(folder)
  const explained = <T>(work: () => Promise<T>): Promise<T> => explain(root, variable, work)
  return {
    location: root,
    read: (key) => explained(() => read(root, key)),
    readIfChanged: (key, tag) => explained(() => readIfChanged(root, key, tag)),
    create: async (key, text) => void (await explained(() => appear(root, key, text))),
    replace: (key, text, tag) => explained(() => replace(root, { key, text, tag })),
  }
}

async function readIfChanged(
  root: string,
  key: string,
  tag: string | undefined,
): Promise<Stored | 'unchanged' | undefined> {
  const newest = (await generationsOf(root, key)).at(-1)
  return newest !== undefined && String(newest) === tag ? 'unchanged' : read(root, key)
}

async function read(root: string, key: string): Promise<Stored | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const newest = (await generationsOf(root, key)).at(-1)
    const path = join(root, newest === undefined ? key : `${key}.${newest}`)
    try {
      return { text: await readFile(path, 'utf8'), tag: String(newest ?? '') }
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error
      if (newest === undefined) return undefined
      if (attempt === READ_ATTEMPTS_MAX) throw error
    }
  }
}

interface Replacement {
  readonly key: string
  readonly text: string
  readonly tag: string | undefined
}

async function replace(root: string, { key, text, tag }: Replacement): Promise<boolean> {
  const before = tag === undefined ? 0 : Number(tag)
  const remove = (generation: number) => rm(join(root, `${key}.${generation}`), { force: true })
  if (!(await appear(root, `${key}.${before + 1}`, text))) return false
  const generations = await generationsOf(root, key)
  // For a writer that is far behind, the number may be free again because the generation that had it was deleted. Then
  // ours was deleted before it.
  if (before > 0 && !generations.includes(before)) {
    await remove(before + 1)
    return false
  }
  for (const old of generations.filter((one) => one <= before + 1 - GENERATIONS_KEPT))
    await remove(old)
  return true
}

/**
 * Written to a temporary file, flushed and linked, so that it is complete or absent. Returns whether it was created.
 */
async function appear(root: string, key: string, text: string): Promise<boolean> {
  const path = join(root, key)
  await mkdir(dirname(path), { recursive: true })
  const aside = join(root, `.${randomUUID()}.tmp`)
  try {
    await writeFile(aside, text, { flag: 'wx', flush: true })
    await link(aside, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(aside, { force: true })
  }
}

/** Ascending. */
async function generationsOf(root: string, key: string): Promise<number[]> {
  const prefix = `${key}.`
  return (await readdir(root))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)))
    .sort((a, b) => a - b)
}

async function explain<T>(
  root: string,
  variable: StoreVariable,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const message = `The folder ${root} ${reasonOf(error, variable)}`
    throw new RegistryUnavailableError(message, { cause: error })
  }
}

function reasonOf(error: unknown, variable: StoreVariable): string {
  switch (errorCode(error)) {
    case 'ENOENT':
      return `does not exist. Create it, or name another in ${variable}.`
    case 'ENOTDIR':
      return `is no folder. Name another in ${variable}.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'may not be used by this process: it needs to read and write there.'
    case 'ENOSPC':
      return 'is on a disk that is full.'
    case 'ENOTSUP':
      return 'is on a file system without hard links, which are needed there.'
    default:
      return `cannot be used: ${errorMessage(error)}`
  }
}
