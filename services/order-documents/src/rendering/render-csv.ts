import { stringify } from 'csv-stringify/sync'
import { Decimal } from 'decimal.js'
import type { OrderDocumentLine, OrderDocumentModel } from './document-model.ts'

// Excel on Windows reads a CSV file without this mark as its local code page and garbles every
// name beyond ASCII. Suppliers open these files in Excel.
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Renders the lines of an order as CSV (RFC 4180, UTF-8, a header row, CRLF after every row). Only
 * the office's file has prices. Text that a spreadsheet would run as a formula gets a leading
 * apostrophe; numbers stay plain numbers.
 */
export function renderCsv(model: OrderDocumentModel): Uint8Array {
  const columns = columnsOf(model)
  const rows = model.lines.map((line) => columns.map(({ value }) => value(line)))
  const csv = stringify([columns.map(({ title }) => title), ...rows], {
    record_delimiter: 'windows',
    escape_formulas: true,
    // Without this the minus of a negative amount would be escaped too.
    cast: { object: ({ digits }) => ({ value: String(digits), escape_formulas: false }) },
  })
  return Buffer.from(BYTE_ORDER_MARK + csv)
}

interface CsvColumn {
  readonly title: string
  readonly value: (line: OrderDocumentLine) => string | Amount
}

/** A number as it stands in the file: `1497.20`, never `1,497.20` or `1.4972e+3`. */
interface Amount {
  readonly digits: string
}

function columnsOf({ mode }: OrderDocumentModel): CsvColumn[] {
  const columns: CsvColumn[] = [
    { title: 'Group', value: (line) => line.groupName },
    { title: mode === 'crew' ? 'Work' : 'Description', value: (line) => line.name },
    { title: 'Quantity', value: (line) => quantity(line.quantity) },
    { title: 'Unit', value: (line) => line.quantityUnits },
    { title: 'Color', value: (line) => line.color ?? '' },
    { title: 'SKU', value: (line) => line.sku ?? '' },
    { title: 'Trade', value: (line) => line.tradeType },
    { title: 'Notes', value: (line) => line.notes },
  ]
  return mode === 'office' ? [...columns, ...priceColumns] : columns
}

const priceColumns: readonly CsvColumn[] = [
  { title: 'Unit cost', value: (line) => money(line.unitCost) },
  { title: 'Pretax cost', value: (line) => money(line.pretaxCost) },
  { title: 'Tax percent', value: (line) => quantity(line.taxPercent) },
  { title: 'Total cost', value: (line) => money(line.totalCost) },
]

function quantity(text: string): Amount {
  return { digits: new Decimal(text).toFixed() }
}

function money(text: string): Amount {
  const decimal = new Decimal(text)
  return { digits: decimal.toFixed(Math.max(2, decimal.decimalPlaces())) }
}
