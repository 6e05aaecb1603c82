import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { readInOrder } from '@takeoff/kit/verification/read-in-order'
import type { Verification } from '@takeoff/kit/verification/run-verify'
import { selectFiles, selectUnknownKeys } from '../db/documents/verified-file-reads.ts'
import type { FileRow } from '../db/documents/verified-file-reads.ts'
import type { FileStore, StoredFile } from './file-store.ts'

/** Files that are read or measured at the same time, so that the store's latency is not added up. */
const FILES_AT_ONCE = 16
const KEYS_AT_ONCE = 1_000

/** Reports files of documents that the store does not have as they were stored, and stored files that no row names. */
export async function verifyFiles(store: FileStore, verification: Verification): Promise<void> {
  let rows = 0
  for await (const batch of batches(readInOrder(verification, selectFiles, {}), FILES_AT_ONCE)) {
    const damages = await Promise.all(
      batch.map((file) => damageOf(store, file, verification.readsContent)),
    )
    for (const [index, damage] of damages.entries()) {
      const { key, documentId } = batch[index] as FileRow
      if (damage !== undefined)
        verification.report(`${damage}: ${key} of order document ${documentId}`)
    }
    rows += batch.length
  }
  let stored = 0
  for await (const batch of batches(store.list(), KEYS_AT_ONCE)) {
    stored += batch.length
    const settled = batch.filter(({ changedAt }) => changedAt <= verification.settledBefore)
    await reportOrphans(verification, settled)
  }
  verification.say(`${rows} files of documents, ${stored} files in the store.`)
}

async function damageOf(
  store: FileStore,
  { key, byteSize, checksum }: FileRow,
  readsContent: boolean,
): Promise<string | undefined> {
  const found = await store.sizeOf(key)
  if (found === undefined) return 'missing file'
  if (found !== byteSize) return `damaged file (${found} bytes instead of ${byteSize})`
  if (!readsContent) return undefined
  const hash = createHash('md5')
  await pipeline(await store.read(key, byteSize), hash)
  return hash.digest('base64') === checksum ? undefined : 'damaged file (another checksum)'
}

async function reportOrphans(
  { sql, report }: Verification,
  files: readonly StoredFile[],
): Promise<void> {
  const names = new Map(files.map(({ key, name }) => [key, name]))
  const unknown = await sql.rows(selectUnknownKeys, { keys: [...names.keys()] })
  for (const { key } of unknown) report(`orphan file: ${names.get(key) ?? key}`)
}

async function* batches<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const one of all) {
    if (batch.push(one) < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
