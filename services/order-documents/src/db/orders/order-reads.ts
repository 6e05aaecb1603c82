import type { Sql } from '@takeoff/kit/database'
import { toVendor, VENDOR_COLUMNS } from '../vendors/vendor-reads.ts'
import type { VendorColumns, VendorRecord } from '../vendors/vendor-reads.ts'

export interface OrderRecord {
  readonly id: string
  readonly productionListId: number
  readonly externalIdentifier: string | null
  readonly purchaseOrderNumber: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly vendor: VendorRecord
}

export interface OrderListItemRecord {
  readonly id: string
  readonly orderId: string
  readonly listItemId: number
  readonly name: string
  readonly quantity: number
  readonly sku: string | null
}

type OrderRow = Omit<OrderRecord, 'createdAt' | 'updatedAt' | 'vendor'> &
  VendorColumns & { readonly createdAt: string; readonly updatedAt: string }

type OrderListItemRow = Omit<OrderListItemRecord, 'quantity'> & { readonly quantity: string }

/** The vendor comes along: one statement less, and an order is hardly ever shown without it. */
const SELECT_ORDER = `
  select o.id, o.production_list_id as "productionListId",
         o.external_identifier as "externalIdentifier",
         o.purchase_order_number as "purchaseOrderNumber",
         o.created_at as "createdAt", o.updated_at as "updatedAt", ${VENDOR_COLUMNS}
  from "order" o join vendor v on v.id = o.vendor_id`

const SELECT_ORDER_LIST_ITEM = `
  select id, order_id as "orderId", list_item_id as "listItemId", name, quantity, sku
  from order_list_item`

/** Oldest first. */
export async function findOrdersOfLists(
  sql: Sql,
  orgIds: readonly number[],
  productionListIds: readonly number[],
): Promise<OrderRecord[]> {
  const rows = await sql.query<OrderRow>(
    `${SELECT_ORDER} where o.production_list_id = any($1::int[]) and o.org_id = any($2::int[])
     order by o.created_at, o.id`,
    [productionListIds, orgIds],
  )
  return rows.map(toOrder)
}

export async function findOrders(
  sql: Sql,
  orgIds: readonly number[],
  ids: readonly string[],
): Promise<OrderRecord[]> {
  const rows = await sql.query<OrderRow>(
    `${SELECT_ORDER} where o.id = any($1::uuid[]) and o.org_id = any($2::int[])`,
    [ids, orgIds],
  )
  return rows.map(toOrder)
}

/** In the order of the list. */
export async function findOrderListItemsOfOrders(
  sql: Sql,
  orgIds: readonly number[],
  orderIds: readonly string[],
): Promise<OrderListItemRecord[]> {
  const rows = await sql.query<OrderListItemRow>(
    `${SELECT_ORDER_LIST_ITEM} where order_id = any($1::uuid[]) and org_id = any($2::int[])
     order by order_id, position`,
    [orderIds, orgIds],
  )
  return rows.map(toOrderListItem)
}

export async function findOrderListItems(
  sql: Sql,
  orgIds: readonly number[],
  ids: readonly string[],
): Promise<OrderListItemRecord[]> {
  const rows = await sql.query<OrderListItemRow>(
    `${SELECT_ORDER_LIST_ITEM} where id = any($1::uuid[]) and org_id = any($2::int[])`,
    [ids, orgIds],
  )
  return rows.map(toOrderListItem)
}

function toOrder(row: OrderRow): OrderRecord {
  return {
    id: row.id,
    productionListId: row.productionListId,
    externalIdentifier: row.externalIdentifier,
    purchaseOrderNumber: row.purchaseOrderNumber,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    vendor: toVendor(row),
  }
}

function toOrderListItem(row: OrderListItemRow): OrderListItemRecord {
  return { ...row, quantity: Number(row.quantity) }
}
