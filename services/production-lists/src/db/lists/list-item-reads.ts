import { choosingColumns } from '@takeoff/kit/postgres/column-choice'
import type { ColumnsOf } from '@takeoff/kit/postgres/column-choice'
import type { Sql } from '@takeoff/kit/postgres/database'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import type { FieldNames } from '@takeoff/kit/graphql/field-names'
import { ITEMS_PER_ANSWER_MAX } from '../../domain/limits.ts'
import type { Package } from '../../domain/templates/packaging.ts'
import type { ProductRow } from '../templates/product-reads.ts'

/** A row of this is the parent of the ListItem resolvers. */
export interface ListItemRow {
  readonly id: number
  readonly listId: number
  readonly sortOrder: number
  readonly name: string
  readonly listItemGroupName: string
  readonly tradeType: string
  readonly type: string
  readonly SKU: string | null
  readonly color: string | null
  readonly notes: string
  readonly vendorId: number | null
  readonly measurement: number
  readonly measurementUnits: string | null
  readonly wasteFactor: number
  readonly calculatedQuantity: number
  readonly quantity: number
  readonly quantityUnits: string
  readonly isManualMeasurement: boolean
  readonly unitCost: number
  readonly taxPercent: number
  readonly pretaxCost: number
  readonly totalCost: number
  readonly totalPrice: number
  readonly productId: number | null
  readonly productName: string | null
  readonly displayName: string | null
  readonly manufacturerUrl: string | null
  readonly productType: string | null
  readonly productSku: string | null
  /** JSON text. */
  readonly productPackages?: string | null
  readonly providerIdentifier: string | null
  readonly providerName: string | null
}

/** The product of an item; null for labor and other items without one. */
export function productOfItem(item: ListItemRow): ProductRow | null {
  const { productId, productName, productType, providerIdentifier, providerName } = item
  if (productId === null || productName === null || productType === null) return null
  return {
    id: productId,
    name: productName,
    displayName: item.displayName,
    manufacturerUrl: item.manufacturerUrl,
    productType,
    sku: item.productSku,
    provider:
      providerIdentifier === null || providerName === null
        ? null
        : { identifier: providerIdentifier, name: providerName },
    packages: packagesOfItem(item),
  }
}

/** How the product of an item is packed. */
export function packagesOfItem({ productPackages }: ListItemRow): readonly Package[] {
  return JSON.parse(productPackages ?? '[]') as Package[]
}

const itemColumns: ColumnsOf<ListItemRow> = {
  columns: {
    id: 'i.id',
    listId: 'i.list_id',
    sortOrder: 'i.sort_order',
    name: 'i.name',
    listItemGroupName: 'i.group_name',
    tradeType: 'i.trade_type',
    type: 'i.type',
    SKU: 'i.sku',
    color: 'i.color',
    notes: 'i.notes',
    vendorId: 'i.vendor_id',
    measurement: 'i.measurement',
    measurementUnits: 'i.measurement_units',
    wasteFactor: 'i.waste_factor',
    calculatedQuantity: 'i.calculated_quantity',
    quantity: 'i.quantity',
    quantityUnits: 'i.quantity_units',
    isManualMeasurement: `i.manual_fields && array['measurement', 'quantity']`,
    unitCost: 'i.unit_cost',
    taxPercent: 'i.tax_percent',
    pretaxCost: 'i.pretax_cost',
    totalCost: 'i.total_cost',
    totalPrice: 'i.total_price',
    productId: 'p.id',
    productName: 'p.name',
    displayName: 'p.display_name',
    manufacturerUrl: 'p.manufacturer_url',
    productType: 'p.product_type',
    productSku: 'p.sku',
    productPackages: 'p.packages::text',
    providerIdentifier: 'p.provider_identifier',
    providerName: 'p.provider_name',
  },
  always: ['id'],
  fields: {
    vendor: ['vendorId'],
    product: ['productId', 'productName', 'productType'],
    sku: ['productSku'],
    provider: ['providerIdentifier', 'providerName'],
    packages: ['productPackages'],
    quantityIn: ['quantity', 'quantityUnits', 'productPackages'],
  },
}

// Items carry their organization, so that no read of them needs the list's row. A plain = would let the
// planner, as long as there are no statistics, go through all products of the organization for every item
// (9,000 items: 6 s in place of 20 ms); no index serves `is not distinct from`. Where nothing of the product
// is read, PostgreSQL leaves it out by itself.
const JOIN_PRODUCT =
  'left join product p on p.id = i.product_id and p.org_id is not distinct from i.org_id'

// A list without items has one row, of nothing but itself.
const selectItemsByList = choosingColumns(
  itemColumns,
  (columns) => `
  select l.id as "ofListId", l.version as "listVersion", ${columns}
  from production_list l left join list_item i on i.list_id = l.id ${JOIN_PRODUCT}
  where l.id = any($1::int[]) and l.org_id = any($2::int[])
  order by l.id, i.sort_order limit $3`,
)

const selectItems = choosingColumns(
  itemColumns,
  (columns) => `
  select ${columns} from list_item i ${JOIN_PRODUCT}
  where i.id = any($1::int[]) and i.org_id = any($2::int[])`,
)

/** Whose items are read, and what of them: every value where no fields are named. */
export interface ItemSelection {
  readonly orgIds: readonly number[]
  readonly fields?: FieldNames | undefined
}

/** A list's items, and the version at which the list then stood. */
export interface ItemsOfList {
  readonly version: number
  readonly items: ListItemRow[]
}

interface ListOfItem {
  readonly ofListId: number
  readonly listVersion: number
}

/**
 * The items of each of these lists that there is, in its order.
 * @throws BadUserInputError when they are more than one answer holds
 */
export async function findItemsByList(
  sql: Sql,
  listIds: readonly number[],
  { orgIds, fields }: ItemSelection,
): Promise<ReadonlyMap<number, ItemsOfList>> {
  const rows = await sql.query<ListOfItem & (ListItemRow | { readonly id: null })>(
    selectItemsByList(fields),
    [listIds, orgIds, ITEMS_PER_ANSWER_MAX + 1],
  )
  if (rows.length > ITEMS_PER_ANSWER_MAX) throw tooManyItems()
  const byList = new Map<number, ItemsOfList>()
  for (const row of rows) {
    const list = byList.get(row.ofListId) ?? { version: row.listVersion, items: [] }
    byList.set(row.ofListId, list)
    if (row.id !== null) list.items.push(row)
  }
  return byList
}

function tooManyItems(): BadUserInputError {
  return new BadUserInputError(
    `The lists asked for have more than ${ITEMS_PER_ANSWER_MAX} items together. Ask for fewer lists at once, or for an export.`,
    'listItems',
  )
}

/** How many items each of these lists has. */
export async function countItems(
  sql: Sql,
  listIds: readonly number[],
  orgIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql.query<{ readonly id: number; readonly count: number }>(
    `select l.id, (select count(*)::int from list_item i where i.list_id = l.id) as "count"
     from production_list l where l.id = any($1::int[]) and l.org_id = any($2::int[])`,
    [listIds, orgIds],
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Items by id, of these organizations only, in no order. */
export function findItems(
  sql: Sql,
  ids: readonly number[],
  { orgIds, fields }: ItemSelection,
): Promise<ListItemRow[]> {
  return sql.query<ListItemRow>(selectItems(fields), [ids, orgIds])
}
