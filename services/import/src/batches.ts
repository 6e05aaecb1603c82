import { JOBS_IMPORT_MAX } from '@takeoff/contracts/jobs/limits'
import { REQUEST_BYTES_MAX } from '@takeoff/kit/values/request-size'
import type { FileRecord } from './record-source.ts'

/** Bytes of the records of a batch, below the size of a request that the gateway accepts. */
export const BATCH_BYTES_MAX = 0.8 * REQUEST_BYTES_MAX

/** A record that is not imported. */
export interface Refusal {
  /** Its position in the file, from 1. */
  readonly record: number
  /** The line of the file on which it begins, from 1. */
  readonly line: number
  /** Null when it could not be read. */
  readonly key: string | null
  readonly path: string
  readonly reason: string
}

interface BatchedJob {
  readonly record: number
  readonly line: number
  readonly key: string
  readonly json: string
}

/** Records that are sent together, with the records between them that the client refuses itself. */
export interface Batch {
  readonly jobs: readonly BatchedJob[]
  readonly refusals: readonly Refusal[]
  /** The position of its last record. */
  readonly last: number
}

/**
 * Groups the records after the first `done`. A key that occurred earlier in the file is refused, so that
 * no record silently overwrites another. A read error is thrown after the records that precede it.
 */
export async function* batchesOf(
  records: AsyncIterable<FileRecord>,
  done: number,
): AsyncGenerator<Batch> {
  const firsts = new Map<string, number>()
  let open = openBatch(done)
  let record = 0
  try {
    for await (const read of records) {
      record += 1
      const entry = entryOf(read, record, firsts)
      if (record <= done) continue
      if (!open.takes(entry)) {
        yield open.batch
        open = openBatch(record - 1)
      }
      open.add(entry, record)
    }
  } catch (error) {
    if (open.batch.last > done) yield open.batch
    throw error
  }
  if (open.batch.last > done) yield open.batch
}

type Entry = BatchedJob | Refusal

function entryOf({ line, read }: FileRecord, record: number, firsts: Map<string, number>): Entry {
  const key = read.kind === 'accepted' ? read.record.externalIdentifier : read.externalIdentifier
  const first = key === null ? undefined : firsts.get(key)
  if (key !== null && first === undefined) firsts.set(key, record)
  if (first !== undefined) {
    const reason = `is that of record ${first} too`
    return { record, line, key, path: 'externalIdentifier', reason }
  }
  if (read.kind === 'rejected') return { record, line, key, path: read.path, reason: read.reason }
  return { record, line, key: read.record.externalIdentifier, json: JSON.stringify(read.record) }
}

function openBatch(last: number) {
  const jobs: BatchedJob[] = []
  const refusals: Refusal[] = []
  const batch = { jobs, refusals, last }
  let byteSize = 0
  return {
    batch,
    takes(entry: Entry): boolean {
      if (jobs.length + refusals.length >= JOBS_IMPORT_MAX) return false
      return !('json' in entry) || byteSize + Buffer.byteLength(entry.json) < BATCH_BYTES_MAX
    },
    add(entry: Entry, record: number): void {
      batch.last = record
      if (!('json' in entry)) {
        refusals.push(entry)
        return
      }
      // One byte is the comma after it.
      byteSize += Buffer.byteLength(entry.json) + 1
      jobs.push(entry)
    },
  }
}
