import path from 'node:path'
import { readCsv } from './read-csv.ts'
import { readJsonLines } from './read-json-lines.ts'
import { readJsonList } from './read-json-list.ts'
import { readText } from './read-text.ts'
import type { FileRecord, RecordSource } from './record-source.ts'
import { UsageError } from '@takeoff/kit/service/command-line'

type Reader = (text: AsyncIterable<string>, source: RecordSource) => AsyncIterable<FileRecord>

const readers: Readonly<Record<string, Reader>> = {
  '.json': readJsonList,
  '.ndjson': readJsonLines,
  '.jsonl': readJsonLines,
  '.csv': readCsv,
}

/** The reader of a file's format. @throws UsageError for an unknown extension */
export function readerOf(name: string): Reader {
  const reader = readers[path.extname(name).toLowerCase()]
  if (reader !== undefined) return reader
  throw new UsageError(
    `${name} is of no known format: it must end in ${Object.keys(readers).join(', ')}.`,
  )
}

/** The records of a file as a stream, which holds one chunk of the file in memory. */
export function readRecords(source: RecordSource): AsyncIterable<FileRecord> {
  return readerOf(source.name)(readText(source), source)
}
