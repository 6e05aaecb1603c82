import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { removeFormulaGuard } from '@takeoff/contracts/formula-guard'
import { readJobCells, repeatedColumn } from '@takeoff/contracts/jobs/job-record-cells'
import type { ReadJobRecord } from '@takeoff/contracts/jobs/job-record'
import type { FileRecord, RecordSource } from './record-source.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

/** Twenty times the largest record: a longer row means that a quote was not closed. */
const ROW_LENGTH_MAX = 5_000_000

/** A record of the parser with the option `raw`. */
interface RawRecord {
  readonly record: readonly string[]
  /** The text from which the record was read, with its line end. */
  readonly raw: string
}

/**
 * The records of a CSV file with a header. A row whose length differs from the header's is a bad record.
 * @throws UnreadableFileError for a header without externalIdentifier, and where quotes do not match
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  { name }: RecordSource,
): AsyncGenerator<FileRecord> {
  const rows = Readable.from(text).compose(
    parse({
      relax_column_count: true,
      raw: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: ROW_LENGTH_MAX,
    }),
  )
  let columns: readonly string[] | undefined
  let line = 1
  try {
    for await (const { record: cells, raw } of rows as AsyncIterable<RawRecord>) {
      const isBlank = cells.length === 1 && cells[0] === ''
      if (!isBlank && columns === undefined) columns = readHeader(cells, name)
      else if (!isBlank && columns !== undefined) yield { line, read: readRow(columns, cells) }
      line += raw.match(/\r\n|\n|\r/g)?.length ?? 0
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFileError(`${name} ${describe(error, line)}`, { cause: error })
  }
}

/** @param line on which the row begins that cannot be read */
function describe({ code, message }: CsvError, line: number): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `has a quote on line ${line} that is never closed.`
    case 'INVALID_OPENING_QUOTE':
      return `has a quote inside a cell without quotes on line ${line}. Put quotes around the cell, and double those in it: "3/4"" nails".`
    case 'CSV_INVALID_CLOSING_QUOTE':
      return `has text behind the closing quote of a cell on line ${line}. Double the quotes inside the cell: "3/4"" nails".`
    case 'CSV_MAX_RECORD_SIZE':
      return `has a row of more than ${ROW_LENGTH_MAX} characters on line ${line}: a quote in it is never closed.`
    default:
      return `cannot be read at line ${line}: ${message}.`
  }
}

function readHeader(cells: readonly string[], name: string): readonly string[] {
  const columns = cells.map((cell) => cell.trim())
  if (!columns.includes('externalIdentifier')) {
    const separated = columns.length === 1 && /[;\t]/.test(columns[0] ?? '')
    throw new UnreadableFileError(
      separated
        ? `${name} does not separate its columns by commas. Save it with commas.`
        : `${name} has no column externalIdentifier in its first line; there are: ${columns.join(', ')}.`,
    )
  }
  const twin = repeatedColumn(columns)
  if (twin !== undefined) throw new UnreadableFileError(`${name} has the column "${twin}" twice.`)
  if (columns.includes('')) {
    throw new UnreadableFileError(
      `${name} has a column without a name: number ${columns.indexOf('') + 1}. Name or remove it.`,
    )
  }
  return columns
}

function readRow(columns: readonly string[], cells: readonly string[]): ReadJobRecord {
  if (cells.length === columns.length) return readJobCells(columns, cells)
  const key = cells[columns.indexOf('externalIdentifier')]
  const externalIdentifier = key === undefined ? null : removeFormulaGuard(key)
  const reason = `the row has ${cells.length} cells, the header ${columns.length}; put quotes around a cell with a comma`
  return { kind: 'rejected', externalIdentifier, path: '', reason }
}
