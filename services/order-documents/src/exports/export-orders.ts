import { csvHead, csvRows } from '@takeoff/kit/exports/csv-rows'
import { partsOf } from '@takeoff/kit/exports/parts'
import type { ExportFormat } from '@takeoff/kit/exports/export-format'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Caller } from '@takeoff/kit/security/auth'
import { jsonLine } from '@takeoff/kit/values/json'
import { findDistributionOrdersOfOrders } from '../db/distribution/distribution-order-reads.ts'
import { findOrderDocuments } from '../db/documents/order-document-reads.ts'
import { countLines, findOrderListItemsOfOrders } from '../db/orders/order-list-item-reads.ts'
import { findOrderPage } from '../db/orders/order-pages.ts'
import type { OrderPosition } from '../db/orders/page-of-orders.ts'
import { findChangeOrders, findReplacingOrders } from '../db/orders/order-reads.ts'
import type { OrderRecord } from '../db/orders/order-reads.ts'
import { ORDER_COLUMNS, ORDER_LINE_FIELDS, orderRecord } from './order-record.ts'
import type { WholeOrder } from './order-record.ts'

const ORDERS_PER_PAGE = 200
/** Maximum number of lines that one statement reads, unless a single order has more. */
const LINES_PER_READ = 2_000

export interface OrdersToExport {
  /** Costs are null if the caller lacks the scope for them. */
  readonly caller: Caller
  readonly orgId: number
  /** Milliseconds since 1970. */
  readonly updatedSinceMs: number | undefined
}

/** The orders of an organization, one chunk of text per order, in the order of the GraphQL connection. */
export async function* exportOrders(
  sql: Sql,
  wanted: OrdersToExport,
  format: ExportFormat,
): AsyncGenerator<string> {
  // Sent with the first order, so that an error of the first statement can still have a status of its own.
  let head = format === 'csv' ? csvHead(ORDER_COLUMNS) : ''
  for await (const order of readOrders(sql, wanted)) {
    const record = orderRecord(wanted.caller, order)
    const { orderListItems } = record
    yield (
      head + (format === 'csv' ? csvRows(record, orderListItems, ORDER_COLUMNS) : jsonLine(record))
    )
    head = ''
  }
  if (head !== '') yield head
}

/** Reads further orders when the consumer has taken those read before; holds no database connection meanwhile. */
async function* readOrders(
  sql: Sql,
  { orgId, updatedSinceMs }: OrdersToExport,
): AsyncGenerator<WholeOrder> {
  const filter = { orgId, updatedSinceMs }
  let after: OrderPosition | undefined
  for (;;) {
    const page = await findOrderPage(sql, { filter, after, limit: ORDERS_PER_PAGE })
    const last = page.at(-1)
    if (last === undefined) return
    const ids = page.map(({ id }) => id)
    const counts = await countLines(sql, ids, [orgId])
    for (const part of partsOf(page, ({ id }) => counts.get(id) ?? 0, LINES_PER_READ)) {
      yield* await wholeOrders(sql, part, [orgId])
    }
    if (page.length < ORDERS_PER_PAGE) return
    const at = updatedSinceMs === undefined ? last.createdAt : last.updatedAt
    after = { id: last.id, atMs: at.getTime() }
  }
}

/** The orders with the rows that belong to them: five statements, however many orders there are. */
async function wholeOrders(
  sql: Sql,
  orders: readonly OrderRecord[],
  orgIds: readonly number[],
): Promise<WholeOrder[]> {
  const ids = orders.map(({ id }) => id)
  const fields = ORDER_LINE_FIELDS
  const lines = Map.groupBy(
    await findOrderListItemsOfOrders(sql, ids, { orgIds, fields }),
    ({ orderId }) => orderId,
  )
  const documents = Map.groupBy(
    await findOrderDocuments(sql, orgIds, { orderIds: ids }),
    ({ orderId }) => orderId,
  )
  const changeOrders = Map.groupBy(
    await findChangeOrders(sql, orgIds, ids),
    ({ changesOrderId }) => changesOrderId,
  )
  const replacing = await findReplacingOrders(sql, orgIds, ids)
  const replacedBy = new Map(replacing.map((order) => [order.replacesOrderId, order]))
  const submitted = await findDistributionOrdersOfOrders(sql, orgIds, ids)
  const distributionOrders = new Map(submitted.map((order) => [order.orderId, order]))
  return orders.map((order) => ({
    ...order,
    lines: lines.get(order.id) ?? [],
    documents: documents.get(order.id) ?? [],
    changeOrders: changeOrders.get(order.id) ?? [],
    replacedBy: replacedBy.get(order.id),
    distributionOrder: distributionOrders.get(order.id),
  }))
}
