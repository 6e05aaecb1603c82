import { prepared } from '@takeoff/kit/postgres/database'
import type { PreparedSql, Sql } from '@takeoff/kit/postgres/database'
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

type Times = 'createdAt' | 'updatedAt' | 'cancelledAt'

export type OrderColumns = Omit<OrderRecord, Times | 'vendor'> &
  VendorColumns & {
    readonly createdAt: string
    readonly updatedAt: string
    readonly cancelledAt: string | null
  }

/** Of an order and its vendor: joining it saves a statement, and an order is hardly ever shown without it. */
export const ORDER_COLUMNS = `
  o.id, o.org_id as "orgId", o.job_id as "jobId",
         o.production_list_id as "productionListId", o.state, o.kind,
         o.external_identifier as "externalIdentifier",
         o.purchase_order_number as "purchaseOrderNumber", o.delivery,
         o.replaces_order_id as "replacesOrderId", o.changes_order_id as "changesOrderId",
         o.created_at as "createdAt", o.updated_at as "updatedAt",
         o.cancelled_at as "cancelledAt", o.cancel_reason as "cancelReason", ${VENDOR_COLUMNS}`

/** The tables of `ORDER_COLUMNS`. */
export const FROM_ORDERS = 'from "order" o join vendor v on v.id = o.vendor_id'

const SELECT_ORDER = `select ${ORDER_COLUMNS} ${FROM_ORDERS}`

const SELECT_BY_ID = selectBy('o.id = any($1::uuid[])')
const SELECT_BY_LIST = selectBy('o.production_list_id = any($1::int[])')
const SELECT_BY_REPLACED = selectBy('o.replaces_order_id = any($1::uuid[])')
const SELECT_BY_CHANGED = selectBy('o.changes_order_id = any($1::uuid[])')

function selectBy(condition: string): PreparedSql {
  return prepared(
    `${SELECT_ORDER} where ${condition} and o.org_id = any($2::int[]) order by o.created_at, o.id`,
  )
}

/** One page of an organization's orders, in the page's order. */
export function findOrderPage(sql: Sql, orderPage: OrderPage): Promise<OrderRecord[]> {
  const page = selectPage(orderPage)
  const order = orderOf(orderPage.filter)
  const text = `${SELECT_ORDER} join (${page.text}) page on page.id = o.id order by ${order}`
  return find(sql, text, page.params)
}

export function findOrders(
  sql: Sql,
  orgIds: readonly number[],
  ids: readonly string[],
): Promise<OrderRecord[]> {
  return find(sql, SELECT_BY_ID, [ids, orgIds])
}

/** Oldest first. */
export function findOrdersOfLists(
  sql: Sql,
  orgIds: readonly number[],
  productionListIds: readonly number[],
): Promise<OrderRecord[]> {
  return find(sql, SELECT_BY_LIST, [productionListIds, orgIds])
}

/** The orders that replaced these: at most one for each. */
export function findReplacingOrders(
  sql: Sql,
  orgIds: readonly number[],
  orderIds: readonly string[],
): Promise<OrderRecord[]> {
  return find(sql, SELECT_BY_REPLACED, [orderIds, orgIds])
}

/** The change orders of these orders, oldest first. */
export function findChangeOrders(
  sql: Sql,
  orgIds: readonly number[],
  orderIds: readonly string[],
): Promise<OrderRecord[]> {
  return find(sql, SELECT_BY_CHANGED, [orderIds, orgIds])
}

async function find(
  sql: Sql,
  statement: string | PreparedSql,
  params: readonly unknown[],
): Promise<OrderRecord[]> {
  return (await sql.query<OrderColumns>(statement, params)).map(toOrder)
}

export function toOrder(row: OrderColumns): OrderRecord {
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
