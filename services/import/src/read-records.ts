import path from 'node:path'
import type { ReadJobRecord } from '@takeoff/contracts/jobs/job-record'
import { readCsv } from './read-csv.ts'
import { readJsonLines } from './read-json-lines.ts'
import { readJsonList } from './read-json-list.ts'
import { readText } from './read-text.ts'
import type { RecordSource } from './record-source.ts'
import { UnusableError } from './unusable-error.ts'

type Reader = (text: AsyncIterable<string>, source: RecordSource) => AsyncIterable<ReadJobRecord>

const readers: Readonly<Record<string, Reader>> = {
  '.json': readJsonList,
  '.ndjson': readJsonLines,
  '.jsonl': readJsonLines,
  '.csv': readCsv,
}

/** The reader of a file's format. @throws UnusableError for an unknown extension */
export function readerOf(name: string): Reader {
  const reader = readers[path.extname(name).toLowerCase()]
  if (reader !== undefined) return reader
  throw new UnusableError(
    `${name} is of no known format: it must end in ${Object.keys(readers).join(', ')}.`,
  )
}

/** The records of a file as a stream, which holds one chunk of the file in memory. */
export function readRecords(source: RecordSource): AsyncIterable<ReadJobRecord> {
  return readerOf(source.name)(readText(source), source)
}
