import type { Sql } from '@takeoff/kit/database'
import type { Delivery } from '../../domain/orders/delivery.ts'
import type { OrderKind } from '../../domain/orders/order.ts'
import type { OrderState } from '../../domain/orders/order-state.ts'
import { toVendor, VENDOR_COLUMNS } from '../vendors/vendor-reads.ts'
import type { VendorColumns, VendorRecord } from '../vendors/vendor-reads.ts'
import { orderOf, selectPage } from './order-pages.ts'
import type { OrderPage } from './order-pages.ts'

export interface OrderRecord {
  readonly id: string
  readonly orgId: number
  readonly jobId: number
  readonly productionListId: number
  readonly state: OrderState
  readonly kind: OrderKind
  readonly externalIdentifier: string | null
  readonly purchaseOrderNumber: string | null
  readonly delivery: Delivery | null
  readonly replacesOrderId: string | null
  readonly changesOrderId: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly cancelledAt: Date | null
  readonly cancelReason: string | null
  readonly vendor: VendorRecord
}

export interface OrderListItemRecord {
  readonly id: string
  readonly orderId: string
  readonly listItemId: number
  readonly name: string
  readonly quantity: number
  readonly quantityUnits: string
  readonly sku: string | null
  readonly color: string | null
  readonly listItemGroupName: string
  readonly unitCost: number
  readonly pretaxCost: number
  readonly taxPercent: number
  readonly totalCost: number
  readonly rejectedReason: string | null
  /** The line that a credit takes back. */
  readonly creditsId: string | null
}

type Times = 'createdAt' | 'updatedAt' | 'cancelledAt'

type OrderRow = Omit<OrderRecord, Times | 'vendor'> &
  VendorColumns & {
    readonly createdAt: string
    readonly updatedAt: string
    readonly cancelledAt: string | null
  }

/** The vendor comes along: one statement less, and an order is hardly ever shown without it. */
const SELECT_ORDER = `
  select o.id, o.org_id as "orgId", o.job_id as "jobId",
         o.production_list_id as "productionListId", o.state, o.kind,
         o.external_identifier as "externalIdentifier",
         o.purchase_order_number as "purchaseOrderNumber", o.delivery,
         o.replaces_order_id as "replacesOrderId", o.changes_order_id as "changesOrderId",
         o.created_at as "createdAt", o.updated_at as "updatedAt",
         o.cancelled_at as "cancelledAt", o.cancel_reason as "cancelReason", ${VENDOR_COLUMNS}
  from "order" o join vendor v on v.id = o.vendor_id`

const SELECT_ORDER_LIST_ITEM = `
  select id, order_id as "orderId", list_item_id as "listItemId", name,
         quantity::float8 as quantity, quantity_units as "quantityUnits", sku, color,
         list_item_group_name as "listItemGroupName", unit_cost::float8 as "unitCost",
         pretax_cost::float8 as "pretaxCost", tax_percent::float8 as "taxPercent",
         total_cost::float8 as "totalCost", rejected_reason as "rejectedReason",
         credits_id as "creditsId"
  from order_list_item`

/** One page of an organization's orders, in the page's order. */
export async function findOrderPage(sql: Sql, orderPage: OrderPage): Promise<OrderRecord[]> {
  const page = selectPage(orderPage)
  const rows = await sql.query<OrderRow>(
    `${SELECT_ORDER} join (${page.text}) page on page.id = o.id
     order by ${orderOf(orderPage.filter)}`,
    page.params,
  )
  return rows.map(toOrder)
}

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

/** Those that took the place of these orders: of each at most one. */
export async function findReplacingOrders(
  sql: Sql,
  orgIds: readonly number[],
  orderIds: readonly string[],
): Promise<OrderRecord[]> {
  const rows = await sql.query<OrderRow>(
    `${SELECT_ORDER} where o.replaces_order_id = any($1::uuid[]) and o.org_id = any($2::int[])`,
    [orderIds, orgIds],
  )
  return rows.map(toOrder)
}

/** The change orders of these orders, oldest first. */
export async function findChangeOrders(
  sql: Sql,
  orgIds: readonly number[],
  orderIds: readonly string[],
): Promise<OrderRecord[]> {
  const rows = await sql.query<OrderRow>(
    `${SELECT_ORDER} where o.changes_order_id = any($1::uuid[]) and o.org_id = any($2::int[])
     order by o.created_at, o.id`,
    [orderIds, orgIds],
  )
  return rows.map(toOrder)
}

/** In the order of the list. */
export function findOrderListItemsOfOrders(
  sql: Sql,
  orgIds: readonly number[],
  orderIds: readonly string[],
): Promise<OrderListItemRecord[]> {
  return sql.query<OrderListItemRecord>(
    `${SELECT_ORDER_LIST_ITEM} where order_id = any($1::uuid[]) and org_id = any($2::int[])
     order by order_id, position`,
    [orderIds, orgIds],
  )
}

export function findOrderListItems(
  sql: Sql,
  orgIds: readonly number[],
  ids: readonly string[],
): Promise<OrderListItemRecord[]> {
  return sql.query<OrderListItemRecord>(
    `${SELECT_ORDER_LIST_ITEM} where id = any($1::uuid[]) and org_id = any($2::int[])`,
    [ids, orgIds],
  )
}

function toOrder(row: OrderRow): OrderRecord {
  return {
    id: row.id,
    orgId: row.orgId,
    jobId: row.jobId,
    productionListId: row.productionListId,
    state: row.state,
    kind: row.kind,
    externalIdentifier: row.externalIdentifier,
    purchaseOrderNumber: row.purchaseOrderNumber,
    delivery: row.delivery,
    replacesOrderId: row.replacesOrderId,
    changesOrderId: row.changesOrderId,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    cancelledAt: row.cancelledAt === null ? null : new Date(row.cancelledAt),
    cancelReason: row.cancelReason,
    vendor: toVendor(row),
  }
}
