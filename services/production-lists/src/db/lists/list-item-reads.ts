import type { Sql } from '@takeoff/kit/database'
import { BadUserInputError } from '@takeoff/kit/errors'
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
  /** JSON text, read only when it is asked for. */
  readonly productPackages: string | null
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
  return productPackages === null ? [] : (JSON.parse(productPackages) as Package[])
}

// Items carry their organization, so that no read of them needs the list's row. A plain = would let the
// planner, as long as there are no statistics, go through all products of the organization for every item
// (9,000 items: 6 s in place of 20 ms); no index serves `is not distinct from`.
const selectItem = `
  select i.id, i.list_id as "listId", i.sort_order as "sortOrder", i.name,
    i.group_name as "listItemGroupName", i.trade_type as "tradeType", i.type,
    i.sku as "SKU", i.color, i.notes, i.vendor_id as "vendorId",
    i.measurement::float8 as "measurement", i.measurement_units as "measurementUnits",
    i.waste_factor::float8 as "wasteFactor",
    i.calculated_quantity::float8 as "calculatedQuantity",
    i.quantity::float8 as "quantity", i.quantity_units as "quantityUnits",
    i.manual_fields && array['measurement', 'quantity'] as "isManualMeasurement",
    i.unit_cost::float8 as "unitCost", i.tax_percent::float8 as "taxPercent",
    i.pretax_cost::float8 as "pretaxCost", i.total_cost::float8 as "totalCost",
    i.total_price::float8 as "totalPrice",
    p.id as "productId", p.name as "productName", p.display_name as "displayName",
    p.manufacturer_url as "manufacturerUrl", p.product_type as "productType",
    p.sku as "productSku", p.packages::text as "productPackages",
    p.provider_identifier as "providerIdentifier", p.provider_name as "providerName"
  from list_item i
  left join product p on p.id = i.product_id and p.org_id is not distinct from i.org_id`

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
  orgIds: readonly number[],
): Promise<ReadonlyMap<number, ItemsOfList>> {
  // A list without items has one row, of nothing but itself.
  const rows = await sql.query<ListOfItem & (ListItemRow | { readonly id: null })>(
    `select l.id as "ofListId", l.version as "listVersion", i.*
     from production_list l left join (${selectItem}) i on i."listId" = l.id
     where l.id = any($1::int[]) and l.org_id = any($2::int[])
     order by l.id, i."sortOrder" limit $3`,
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
  orgIds: readonly number[],
): Promise<ListItemRow[]> {
  return sql.query<ListItemRow>(
    `${selectItem} where i.id = any($1::int[]) and i.org_id = any($2::int[])`,
    [ids, orgIds],
  )
}
