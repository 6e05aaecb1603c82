import type { OrderLine } from '../../domain/orders/order-line.ts'

/** A column of order_list_item, and how its value is read as an order line has it. */
interface LineColumn {
  readonly name: string
  readonly read: (column: string) => string
}

type LineField = Exclude<keyof OrderLine, 'creditsId'>

/** Where each value of an order line is stored. Inserts and reads of whole lines are made of it. */
const LINE_COLUMNS: Readonly<Record<LineField, LineColumn>> = {
  listItemId: plain('list_item_id'),
  name: plain('name'),
  quantity: decimal('quantity'),
  quantityUnits: plain('quantity_units'),
  sku: plain('sku'),
  color: plain('color'),
  notes: plain('notes'),
  listItemGroupName: plain('list_item_group_name'),
  tradeType: plain('trade_type'),
  unitCost: decimal('unit_cost'),
  pretaxCost: money('pretax_cost'),
  taxPercent: decimal('tax_percent'),
  totalCost: money('total_cost'),
}

/** The column of each value, for reads that choose columns. */
export const lineColumnNames = mapColumns(({ name }) => name)

/** The values of a line by column. */
export function lineRow(line: OrderLine): Record<string, unknown> {
  const values = Object.entries(lineColumnNames).map(([field, name]) => [
    name,
    line[field as LineField],
  ])
  return { ...Object.fromEntries(values), credits_id: line.creditsId ?? null }
}

/**
 * The select list of an order line.
 * @param table alias of order_list_item
 * @param changed other SQL for the value of a column
 */
export function selectLine(
  table: string,
  changed: Partial<Record<LineField, string>> = {},
): string {
  const values = mapColumns(({ name, read }, field) => read(changed[field] ?? `${table}.${name}`))
  return Object.entries(values)
    .map(([field, sql]) => `${sql} as "${field}"`)
    .join(', ')
}

function mapColumns<T>(map: (column: LineColumn, field: LineField) => T): Record<LineField, T> {
  const entries = Object.entries(LINE_COLUMNS).map(([field, column]) => [
    field,
    map(column, field as LineField),
  ])
  return Object.fromEntries(entries) as Record<LineField, T>
}

function plain(name: string): LineColumn {
  return { name, read: (column) => column }
}

/** As text, without zeros at its end. */
function decimal(name: string): LineColumn {
  return { name, read: (column) => `trim_scale(${column})::text` }
}

/** As text, with its cents. */
function money(name: string): LineColumn {
  return { name, read: (column) => `(${column})::text` }
}
