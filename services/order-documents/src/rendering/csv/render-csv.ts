import { QUOTED_IN_CSV } from '@takeoff/contracts/csv-quoting'
import { stringify } from 'csv-stringify/sync'
import { csvColumnsOf } from './csv-presets.ts'
import { numberedLines } from '../layout/sections.ts'
import type { OrderDocumentModel } from '../document-model.ts'

// Excel on Windows reads a CSV file without this mark as its local code page and garbles every
// name beyond ASCII. Suppliers open these files in Excel.
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Renders the lines of an order as CSV (RFC 4180, UTF-8, a header row, CRLF after every row), with the
 * columns of the model's preset, in the order of the PDF.
 */
export function renderCsv(model: OrderDocumentModel): Uint8Array {
  const columns = csvColumnsOf(model)
  const titles = columns.map(({ title }) => title)
  const rows = numberedLines(model).map((line, index) =>
    columns.map(({ cell }) => cell(line, model, index + 1)),
  )
  const csv = stringify([titles, ...rows], {
    record_delimiter: 'windows',
    quoted_match: QUOTED_IN_CSV,
  })
  return Buffer.from(BYTE_ORDER_MARK + csv)
}
