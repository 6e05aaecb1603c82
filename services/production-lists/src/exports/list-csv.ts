import { guardFormula } from '@takeoff/contracts/formula-guard'
import type { ListRecord } from './list-record.ts'

// RFC 4180. Written here so that the list's cells are formatted once for all of its rows: the library formats each
// cell again, and an export took four times as long.
const ROW_END = '\r\n'
const QUOTED = /[",\r\n]/

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

/** The header row: the paths of the fields in a line of NDJSON, with the prefix `listItems.` for those of an item. */
export function listCsvHead(): string {
  const paths = [...listPaths, ...itemPaths.map((path) => ['listItems', ...path])]
  return `${paths.map((path) => path.join('.')).join(',')}${ROW_END}`
}

/** One row per item, each with the columns of the list; one row for a list without items. */
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

/** Text that a spreadsheet would evaluate as a formula gets a leading apostrophe; numbers are not changed. */
function cellOf(value: unknown): string {
  if (typeof value !== 'string') return String((value as number | boolean | null) ?? '')
  const text = guardFormula(value)
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
