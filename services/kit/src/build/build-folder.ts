import type { Hash } from 'node:crypto'
import {
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { errorCode } from '../values/caught.ts'

const HASH_FILE = 'content-hash.txt'
/** No build takes that long. */
const ABANDONED_MS = 3_600_000

/** A folder that one program builds and others read. */
export interface FolderBuild {
  /** The result. A program that reads it during a build finds the old files, and for a moment none. */
  readonly folder: string
  /** Where builds under way are, on the same file system. */
  readonly staging: string
  /** Stands for everything that the result depends on. */
  readonly hash: string
  /** Writes the result to an empty folder. */
  readonly write: (folder: string) => Promise<void>
}

/** Builds a folder, unless it is what would be built. @returns whether it was built */
export async function buildFolder({ folder, staging, hash, write }: FolderBuild): Promise<boolean> {
  if (hash === readHash(folder)) return false
  removeLeftovers(staging)
  const built = path.join(staging, `built-${process.pid}`)
  rmSync(built, { recursive: true, force: true })
  mkdirSync(built, { recursive: true })
  await write(built)
  writeFileSync(path.join(built, HASH_FILE), hash)
  replace(folder, { built, old: path.join(staging, `old-${process.pid}`) })
  return true
}

/** Adds the names and contents of files in a folder to a hash. */
export function hashFiles(hash: Hash, folder: string, names: readonly string[]): Hash {
  for (const name of names.toSorted()) {
    const file = path.join(folder, name)
    if (statSync(file).isFile()) hash.update(`${name}\n`).update(readFileSync(file))
  }
  return hash
}

function readHash(folder: string): string | undefined {
  try {
    return readFileSync(path.join(folder, HASH_FILE), 'utf8')
  } catch {
    return undefined
  }
}

/** Removes the folders of killed builds. */
function removeLeftovers(staging: string): void {
  for (const name of globSync('{built,old}-*', { cwd: staging })) {
    const left = path.join(staging, name)
    if (Date.now() - statSync(left).mtimeMs > ABANDONED_MS)
      rmSync(left, { recursive: true, force: true })
  }
}

function replace(folder: string, { built, old }: { readonly built: string; readonly old: string }) {
  // A killed process with the same number may have left it.
  rmSync(old, { recursive: true, force: true })
  try {
    renameSync(folder, old)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  try {
    mkdirSync(path.dirname(folder), { recursive: true })
    renameSync(built, folder)
  } catch (error) {
    // Another process has built the same meanwhile.
    if (errorCode(error) !== 'ENOTEMPTY') throw error
    rmSync(built, { recursive: true, force: true })
  }
  rmSync(old, { recursive: true, force: true })
}
