import { open, opendir, mkdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { ByteRange } from './byte-range.ts'
import { FileNotStoredError, FileUnavailableError } from './file-store.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { syncFolder } from './sync-folder.ts'
import { errorCode, errorMessage } from '@takeoff/kit/values/caught'

/** A concurrent delete may remove an empty folder between its creation and its first file. */
const WRITE_ATTEMPTS_MAX = 10

/** Files in a folder of this machine, or one that several machines share. */
export function createDiskFileStore(folder: string): FileStore {
  const root = resolve(folder)
  return {
    put: (key, bytes) => put(root, join(root, key), bytes),
    delete: (key) => remove(root, join(root, key)),
    read: (key, byteSize, range) => read(join(root, key), byteSize, range),
    sizeOf: async (key) => (await statOf(join(root, key)))?.size,
    list: () => list(root, root),
  }
}

/**
 * The file is written under a temporary name, flushed and renamed, and its folders are flushed: no reader sees half
 * a file, and a stored file survives a loss of power.
 */
async function put(root: string, path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFlushed(temporaryOf(path), bytes)
    await rename(temporaryOf(path), path)
    for (const folder of foldersUpTo(root, path)) await syncFolder(folder)
  } catch (error) {
    // A file that cannot be deleted now stays recorded as an upload, and is swept.
    await remove(root, path).catch(() => undefined)
    throw new FileNotStoredError(`${path} was not written: ${reasonOf(error)}`, error)
  }
}

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await mkdir(dirname(path), { recursive: true })
      return await writeFile(path, bytes, { flush: true })
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || attempt === WRITE_ATTEMPTS_MAX) throw error
    }
  }
}

/** Its folders are removed as soon as they are empty. */
async function remove(root: string, path: string): Promise<void> {
  await rm(temporaryOf(path), { force: true })
  await rm(path, { force: true })
  for (const folder of foldersUpTo(root, path)) {
    if (folder !== root && (await removeEmpty(folder))) continue
    await syncFolder(folder)
    return
  }
}

/** Whether the folder no longer exists. */
async function removeEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder)
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true
    if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST') return false
    throw error
  }
}

const TEMPORARY = '.tmp'

/** Derived from the key, so that the remains of a killed process can be found by the key. */
const temporaryOf = (path: string): string => `${path}${TEMPORARY}`

/** What is removed meanwhile may be left out. */
async function* list(root: string, folder: string): AsyncGenerator<StoredFile> {
  const entries = await unlessMissing(opendir(folder))
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      yield* list(root, path)
      continue
    }
    const found = await statOf(path)
    if (found === undefined) continue
    const name = relative(root, path)
    const key = name.endsWith(TEMPORARY) ? name.slice(0, -TEMPORARY.length) : name
    yield { key, name, changedAt: found.mtime }
  }
}

const statOf = (path: string) => unlessMissing(stat(path))

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** From the file's own folder to the store's. */
function foldersUpTo(root: string, path: string): string[] {
  const folders = []
  for (let folder = dirname(path); folder !== root; folder = dirname(folder)) folders.push(folder)
  return [...folders, root]
}

async function read(
  path: string,
  byteSize: number,
  range: ByteRange | undefined,
): Promise<Readable> {
  const file = await openExisting(path)
  const { size } = await file.stat()
  if (size === byteSize) return file.createReadStream(range)
  await file.close()
  throw new FileUnavailableError(`${path} has ${size} bytes instead of ${byteSize}`)
}

async function openExisting(path: string): Promise<FileHandle> {
  try {
    return await open(path)
  } catch (error) {
    throw new FileUnavailableError(`${path} cannot be opened`, error)
  }
}

function reasonOf(error: unknown): string {
  switch (errorCode(error)) {
    case 'ENOSPC':
      return 'the disk is full'
    case 'EDQUOT':
      return 'the quota of the disk is used up'
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'this process may not write there'
    default:
      return errorMessage(error)
  }
}
