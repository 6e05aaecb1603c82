import { open, opendir, mkdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { ByteRange } from './byte-range.ts'
import { FileStoreUnavailableError, DamagedFileError } from './file-store.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { withTimeout } from '@takeoff/kit/concurrency/with-timeout'
import { errorCode, errorMessage } from '@takeoff/kit/values/caught'

/** A concurrent delete may remove an empty folder between its creation and its first file. */
const WRITE_ATTEMPTS_MAX = 10

const TEMPORARY = '.tmp'
/** Calls to a mounted folder whose server does not respond never end. */
const WRITE_TIMEOUT_MS = 30_000

/** Files in a folder of this machine, or one that several machines share. */
export class DiskFileStore implements FileStore {
  readonly #root: string
  readonly #writeTimeoutMs: number

  constructor(folder: string, writeTimeoutMs = WRITE_TIMEOUT_MS) {
    this.#root = resolve(folder)
    this.#writeTimeoutMs = writeTimeoutMs
  }

  /**
   * The file is written under a temporary name, flushed and renamed, and its folders are flushed: no reader sees half
   * a file, and a stored file survives a loss of power.
   */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    const writing = this.#write(key, bytes)
    await withTimeout(this.#writeTimeoutMs, writing, () => {
      // What is written later belongs to no document.
      writing.then(() => this.delete(key)).catch(() => undefined)
      const limit = `within ${this.#writeTimeoutMs / 1000} s`
      return new FileStoreUnavailableError(`${this.#pathOf(key)} was not written ${limit}`)
    })
  }

  async #write(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.#pathOf(key)
    try {
      await writeFlushed(temporaryOf(path), bytes)
      await rename(temporaryOf(path), path)
      for (const folder of this.#foldersOf(path)) await syncFolder(folder)
    } catch (error) {
      // A file that cannot be deleted now stays recorded as an upload, and is swept.
      await this.delete(key).catch(() => undefined)
      throw new FileStoreUnavailableError(`${path} was not written: ${reasonOf(error)}`, error)
    }
  }

  /** Its folders are removed as soon as they are empty. */
  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key)
    await rm(temporaryOf(path), { force: true })
    await rm(path, { force: true })
    for (const folder of this.#foldersOf(path)) {
      if (folder !== this.#root && (await removeEmpty(folder))) continue
      await syncFolder(folder)
      return
    }
  }

  async read(key: string, byteSize: number, range?: ByteRange): Promise<Readable> {
    const path = this.#pathOf(key)
    const file = await openExisting(path)
    const { size } = await file.stat()
    if (size === byteSize) return file.createReadStream(range)
    await file.close()
    throw new DamagedFileError(`${path} has ${size} bytes instead of ${byteSize}`)
  }

  async sizeOf(key: string): Promise<number | undefined> {
    return (await statOf(this.#pathOf(key)))?.size
  }

  list(): AsyncGenerator<StoredFile> {
    return this.#listFolder(this.#root)
  }

  /** What is removed meanwhile may be left out. */
  async *#listFolder(folder: string): AsyncGenerator<StoredFile> {
    const entries = await unlessMissing(opendir(folder))
    for await (const entry of entries ?? []) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        yield* this.#listFolder(path)
        continue
      }
      const found = await statOf(path)
      if (found === undefined) continue
      const name = relative(this.#root, path)
      const key = name.endsWith(TEMPORARY) ? name.slice(0, -TEMPORARY.length) : name
      yield { key, name, changedAt: found.mtime }
    }
  }

  #pathOf(key: string): string {
    return join(this.#root, key)
  }

  /** From the file's own folder to the store's. */
  #foldersOf(path: string): string[] {
    const folders = []
    for (let folder = dirname(path); folder !== this.#root; folder = dirname(folder))
      folders.push(folder)
    return [...folders, this.#root]
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

/** Derived from the key, so that the remains of a killed process can be found by the key. */
const temporaryOf = (path: string): string => `${path}${TEMPORARY}`

const statOf = (path: string) => unlessMissing(stat(path))

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function openExisting(path: string): Promise<FileHandle> {
  try {
    return await open(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new DamagedFileError(`${path} does not exist`, error)
    throw new FileStoreUnavailableError(`${path} was not read: ${reasonOf(error)}`, error)
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
      return 'this process has no permission'
    default:
      return errorMessage(error)
  }
}

/** Makes a rename or a deletion in the folder survive a loss of power. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  try {
    await using folder = await open(path)
    await folder.sync()
  } catch (error) {
    // The process that deleted it has flushed the parent folder.
    if (errorCode(error) !== 'ENOENT') throw error
  }
}
