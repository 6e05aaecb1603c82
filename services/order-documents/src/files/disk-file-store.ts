import { open, rename } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { newUuid } from '@takeoff/kit/ids'
import { FSDriver } from 'flydrive/drivers/fs'
import type { ByteRange } from './byte-range.ts'
import { FileUnavailableError } from './file-store.ts'
import type { FileStore } from './file-store.ts'

/** Files in a folder of this machine. */
export function createDiskFileStore(folder: string): FileStore {
  const driver = new FSDriver({ location: folder, visibility: 'private' })
  return {
    async put(key, bytes) {
      // Written aside, flushed and renamed: no reader and no crash ever sees half a file.
      const temporary = `${key}.${newUuid()}.tmp`
      await driver.put(temporary, bytes)
      await flush(join(folder, temporary))
      await rename(join(folder, temporary), join(folder, key))
    },
    deleteFolder: (prefix) => driver.deleteAll(prefix),
    read: (key, byteSize, range) => read(join(folder, key), byteSize, range),
  }
}

async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
}

/** The driver streams whole files only, so parts are read here. */
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
