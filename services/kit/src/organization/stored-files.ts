import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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
  return compared(folder, ({ key }) => Promise.resolve(createReadStream(storedFileOf(folder, key))))
}

/** Files of a store that are missing or have other bytes than those of the folder. */
export function differingFiles(folder: string, { read }: MovedFiles): AsyncGenerator<string> {
  return compared(folder, ({ key, byteSize }) => read(key, byteSize))
}

async function* compared(
  folder: string,
  read: (file: ListedFile) => Promise<Readable>,
): AsyncGenerator<string> {
  for await (const batch of batchesOf<ListedFile>(path.join(folder, lists.files), FILES_AT_ONCE)) {
    const sums = await Promise.all(
      batch
        .map(async (file) => {
          const hash = createHash('sha256')
          await pipeline(await read(file), hash)
          return hash.digest('hex')
        })
        .map((sum) => sum.catch(() => undefined)),
    )
    for (const [index, { key, sha256 }] of batch.entries()) {
      if (sums[index] === undefined) yield `file ${key} is missing`
      else if (sums[index] !== sha256) yield `file ${key} has other bytes`
    }
  }
}
