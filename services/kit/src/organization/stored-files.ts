import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { errorCode } from '../values/caught.ts'
import { sha256Of } from './digest.ts'
import { batchesOf } from './json-lines.ts'
import { lists, storedFileOf } from './manifest.ts'
import type { MovedFile, MovedFiles } from './organization-options.ts'

const FILES_AT_ONCE = 16

/** A line of the list of files. */
interface ListedFile extends MovedFile {
  readonly sha256: string
}

/** Files of a folder that are missing or have other bytes. */
export function damageOfFiles(folder: string): AsyncGenerator<string> {
  return compared(folder, ({ key }) => readIfThere(storedFileOf(folder, key)))
}

/** Files of a store that are missing or have other bytes than those of the folder. */
export function differingFiles(folder: string, { read }: MovedFiles): AsyncGenerator<string> {
  return compared(folder, ({ key, byteSize }) => read(key, byteSize))
}

/** A file that cannot be read says nothing about its bytes: the failure is thrown. */
async function* compared(
  folder: string,
  read: (file: ListedFile) => Promise<Readable | undefined>,
): AsyncGenerator<string> {
  for await (const batch of batchesOf<ListedFile>(path.join(folder, lists.files), FILES_AT_ONCE)) {
    const sums = await Promise.all(
      batch.map(async (file) => {
        const bytes = await read(file)
        return bytes && sha256Of(bytes)
      }),
    )
    for (const [index, { key, sha256 }] of batch.entries()) {
      if (sums[index] === undefined) yield `file ${key} is missing or damaged`
      else if (sums[index] !== sha256) yield `file ${key} has other bytes`
    }
  }
}

async function readIfThere(file: string): Promise<Readable | undefined> {
  try {
    return (await open(file)).createReadStream()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
