import type { ListRecord } from './list-record.ts'

// RFC 4180. Written here because the list's cells are made once for all of its rows: with the library, which
// looks at each cell again, an export took four times as long.
const ROW_END = '\r\n'
const QUOTED = /[",\r\n]/
// The rule of docs/csv.md, as the CSV of an order has it: also what begins so behind marks and spaces.
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

const listPaths = [
  'id',
  'version',
  'name',
  'createdAt',
  'updatedAt',
  'contractLaborTotal',
  'contractMaterialSubtotal',
  'contractMaterialTax',
  'contractMaterialTotal',
  'contractOtherTotal',
  'contractPreDiscountPrice',
  'contractTotalCost',
  'contractTotalPrice',
  'laborTotalCost',
  'materialPretaxCost',
  'materialSalesTax',
  'materialTotalCost',
  'otherTotalCost',
  'profitAmount',
  'profitMargin',
  'totalCost',
  'totalDiscount',
  'totalPrice',
  'salesOpportunity.id',
  'salesOpportunity.orgId',
  'salesOpportunity.job.id',
  'salesOpportunity.job.name',
].map((name) => name.split('.'))

const itemPaths = [
  'id',
  'sortOrder',
  'name',
  'listItemGroupName',
  'tradeType',
  'type',
  'SKU',
  'color',
  'notes',
  'measurement',
  'measurementUnits',
  'wasteFactor',
  'calculatedQuantity',
  'quantity',
  'quantityUnits',
  'isManualMeasurement',
  'unitCost',
  'pretaxCost',
  'taxPercent',
  'totalCost',
  'totalPrice',
  'product.name',
  'product.displayName',
  'product.manufacturerUrl',
  'product.productType',
  'product.provider.identifier',
  'product.provider.name',
  'vendor.id',
].map((name) => name.split('.'))

/** The header row: the paths of the fields in a line of NDJSON, those of an item behind `listItems.`. */
export function listCsvHead(): string {
  const paths = [...listPaths, ...itemPaths.map((path) => ['listItems', ...path])]
  return `${paths.map((path) => path.join('.')).join(',')}${ROW_END}`
}

/** A row for each item, with the list's own columns in each; one row for a list without items. */
export function listCsvRows({ listItems, ...list }: ListRecord): string {
  const ofList = cellsOf(list, listPaths)
  const items = listItems.length === 0 ? [{}] : listItems
  return items.map((item) => `${ofList},${cellsOf(item, itemPaths)}${ROW_END}`).join('')
}

function cellsOf(record: object, paths: readonly (readonly string[])[]): string {
  return paths.map((path) => cellOf(valueAt(record, path))).join(',')
}

function valueAt(record: object, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name],
    record,
  )
}

/** Text that a spreadsheet would run as a formula gets a leading apostrophe; numbers stay numbers. */
function cellOf(value: unknown): string {
  if (typeof value !== 'string') return String((value as number | boolean | null) ?? '')
  const text = FORMULA.test(value) ? `'${value}` : value
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
