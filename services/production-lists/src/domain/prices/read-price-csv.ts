import { firstCharacters, shortened } from '@takeoff/contracts/character-count'
import { removeFormulaGuard } from '@takeoff/contracts/formula-guard'
import { CsvError, parse } from 'csv-parse/sync'
import { priceColumns, readPrice, textColumns } from './price-cells.ts'
import type { PriceCells, PriceColumn, ReadPrice } from './price-cells.ts'

/** Maximum number of prices in one file. */
const PRICES_MAX = 5_000
/** Includes blank rows, which spreadsheets write. Parsing a row of another length than the header's takes 17 µs. */
const ROWS_MAX = 10_000
const SKU_SHOWN_MAX = 200

const required: readonly PriceColumn[] = ['sku', 'name', 'unit', 'unit_cost', 'effective_from']

/** The content of one row of the file. */
export type PriceFileRow = ReadPrice & {
  /** Number of the line in the file on which the row begins, from 1. */
  readonly row: number
  readonly sku: string
}

export type ReadPriceCsv =
  | { readonly kind: 'accepted'; readonly rows: readonly PriceFileRow[] }
  /** The file as a whole cannot be read. */
  | { readonly kind: 'rejected'; readonly reason: string }

/** A record of the parser with the option `raw`. */
interface RawRecord {
  readonly record: readonly string[]
  /** The text from which the record was read. */
  readonly raw: string
}

interface Line {
  readonly row: number
  readonly cells: readonly string[]
}

/**
 * Reads a price book's file: UTF-8 with or without byte order mark, any line ends, a header row with the
 * columns in any order and case. Blank rows are skipped.
 */
export function readPriceCsv(csv: string): ReadPriceCsv {
  if (!csv.isWellFormed()) return rejected('csv holds half of a surrogate pair: save it as UTF-8.')
  const read = readLines(csv)
  if (typeof read === 'string') return rejected(read)

  const [header, ...lines] = read
  if (header === undefined) return rejected('csv is empty: its first row must name the columns.')
  const columns = header.cells.map((cell) => cell.toLowerCase().replaceAll(/[\s-]+/g, '_'))
  const violation = headerViolation(columns)
  if (violation !== undefined) return rejected(violation)
  if (lines.length > PRICES_MAX) {
    return rejected(`csv must have at most ${PRICES_MAX} prices; it has ${lines.length}. Split it.`)
  }
  return { kind: 'accepted', rows: refuseRepetitions(lines.map((line) => rowOf(line, columns))) }
}

/** The rows that are not blank, or the reason why the file cannot be divided into rows. */
function readLines(csv: string): readonly Line[] | string {
  const lines: Line[] = []
  let row = 1
  let rows = 0
  try {
    parse(csv, {
      bom: true,
      raw: true,
      relax_column_count: true,
      // A name such as 3/4" J-Channel is often not quoted.
      relax_quotes: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      on_record: (read) => {
        const { record, raw } = read as unknown as RawRecord
        rows += 1
        if (rows > ROWS_MAX) throw new TooLongError()
        const cells = record.map((cell) => cell.trim())
        if (cells.some((cell) => cell !== '')) lines.push({ row, cells })
        row += raw.match(/\r\n|\n|\r/g)?.length ?? 0
        return null
      },
    })
    return lines
  } catch (error) {
    if (error instanceof TooLongError) return `csv must have at most ${ROWS_MAX} rows. Split it.`
    if (!(error instanceof CsvError)) throw error
    return error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `csv has a quote on line ${row} that is never closed. Close it, and write a quote within a value twice.`
      : `csv cannot be read at line ${row}: ${error.message}`
  }
}

/** Thrown to stop the parser. */
class TooLongError extends Error {}

function headerViolation(columns: readonly string[]): string | undefined {
  if (columns.length === 1 && /[;\t]/.test(columns[0] ?? '')) {
    return 'csv does not separate its columns by commas. Write commas between them.'
  }
  const unknown = columns.filter((column) => !isColumn(column))
  if (unknown.length > 0) {
    const names = unknown.slice(0, 10).map((column) => `"${shortened(column, 50)}"`)
    return `csv has unknown columns: ${names.join(', ')}. Known are ${priceColumns.join(', ')}.`
  }
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twice !== undefined) return `csv has the column ${twice} twice. Name it once.`
  const missing = required.filter((column) => !columns.includes(column))
  return missing.length === 0
    ? undefined
    : `csv has no column ${missing.join(', ')}. Add what is missing.`
}

function isColumn(column: string): column is PriceColumn {
  return priceColumns.some((known) => known === column)
}

function rowOf({ row, cells }: Line, columns: readonly string[]): PriceFileRow {
  const cellOf = (column: PriceColumn): string => {
    const cell = cells[columns.indexOf(column)] ?? ''
    return textColumns.has(column) ? removeFormulaGuard(cell).trim() : cell
  }
  const sku = firstCharacters(cellOf('sku'), SKU_SHOWN_MAX)
  if (cells.length !== columns.length) {
    const reason = `The row has ${cells.length} cells, the header ${columns.length}. Put quotes around a cell with a comma.`
    return { row, sku, kind: 'refused', reasons: [reason] }
  }
  const named = priceColumns.map((column) => [column, cellOf(column)])
  return { row, sku, ...readPrice(Object.fromEntries(named) as PriceCells) }
}

/** A SKU has one price for each first day: the first in the file is used. */
function refuseRepetitions(rows: readonly PriceFileRow[]): PriceFileRow[] {
  const first = new Map<string, number>()
  return rows.map((read) => {
    if (read.kind === 'refused') return read
    const { sku, effectiveFrom } = read.price
    const key = `${effectiveFrom} ${sku}`
    const earlier = first.get(key)
    if (earlier === undefined) {
      first.set(key, read.row)
      return read
    }
    const reason = `Row ${earlier} already states the price of ${sku} from ${effectiveFrom} on.`
    return { row: read.row, sku, kind: 'refused', reasons: [reason] }
  })
}

function rejected(reason: string): ReadPriceCsv {
  return { kind: 'rejected', reason }
}
