import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { removeFormulaGuard } from '@takeoff/contracts/formula-guard'
import { jobColumns, readJobCells } from '@takeoff/contracts/jobs/job-record-cells'
import type { ReadJobRecord } from '@takeoff/contracts/jobs/job-record'
import type { RecordSource } from './record-source.ts'
import { UnreadableFileError } from './unusable-error.ts'

/** Twenty times the largest record: a longer row means that a quote was not closed. */
const ROW_LENGTH_MAX = 5_000_000

/**
 * The records of a CSV file with a header. A row whose length differs from the header's is a bad record.
 * @throws UnreadableFileError for a header without externalIdentifier, and where quotes do not match
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  source: RecordSource,
): AsyncGenerator<ReadJobRecord> {
  const rows = Readable.from(text).compose(
    parse({ relax_column_count: true, skip_empty_lines: true, max_record_size: ROW_LENGTH_MAX }),
  )
  let columns: readonly string[] | undefined
  try {
    for await (const cells of rows as AsyncIterable<string[]>) {
      if (columns === undefined) columns = readHeader(cells, source)
      else yield readRow(columns, cells)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFileError(`${source.name} is not CSV: ${error.message}.`, { cause: error })
  }
}

function readHeader(cells: readonly string[], { name, note }: RecordSource): readonly string[] {
  const columns = cells.map((cell) => cell.trim())
  if (!columns.includes('externalIdentifier')) {
    const separated = columns.length === 1 && /[;\t]/.test(columns[0] ?? '')
    throw new UnreadableFileError(
      separated
        ? `${name} does not separate its columns by commas. Save it with commas.`
        : `${name} has no column externalIdentifier in its first line; there are: ${columns.join(', ')}.`,
    )
  }
  const twin = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twin !== undefined) throw new UnreadableFileError(`${name} has the column "${twin}" twice.`)
  if (columns.includes('')) {
    throw new UnreadableFileError(
      `${name} has a column without a name: number ${columns.indexOf('') + 1}. Name or remove it.`,
    )
  }
  for (const column of columns.filter((each) => !jobColumns.includes(each))) {
    note(`${name}: "${column}" is no known measurement; it is kept as an unknown key`)
  }
  return columns
}

function readRow(columns: readonly string[], cells: readonly string[]): ReadJobRecord {
  if (cells.length === columns.length) return readJobCells(columns, cells)
  const key = cells[columns.indexOf('externalIdentifier')]
  const externalIdentifier = key === undefined ? null : removeFormulaGuard(key)
  const reason = `the row has ${cells.length} cells where the header has ${columns.length}`
  return { kind: 'rejected', externalIdentifier, path: '', reason }
}
