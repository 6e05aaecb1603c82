import type { Sql } from '@takeoff/kit/postgres/sql'
import { newUuid } from '@takeoff/kit/values/ids'
import type { OrderBatch, OrderSource, PlacedOrder } from '../../domain/orders/order-batch.ts'
import { insertPendingDocuments } from '../documents/pending-documents.ts'
import { insertRows } from '../statements.ts'

export interface NewOrders extends OrderBatch {
  readonly userId: number
  readonly at: Date
  readonly orders: readonly PlacedOrder[]
}

/** Inserts orders, their lines and their pending documents in four statements, however many there are. */
export async function insertOrders(sql: Sql, batch: NewOrders): Promise<void> {
  const { source, userId, at, orders } = batch
  await insertRows(
    sql,
    'order',
    orders.map((order) => orderRow(order, batch)),
  )
  await insertRows(
    sql,
    'orderListItem',
    orders.flatMap((order) => lineRows(order, source)),
  )
  const documents = orders.flatMap(({ id, document }) =>
    document === null ? [] : [{ ...document, orderId: id }],
  )
  const { orgId, productionListId } = source
  await insertPendingDocuments(sql, { orgId, productionListId, userId, at, documents })
}

function orderRow(order: PlacedOrder, { id: batchId, source, userId, at }: NewOrders) {
  return {
    ...source,
    id: order.id,
    vendorId: order.vendorId,
    userId,
    kind: order.orderKind,
    placementId: batchId,
    purchaseOrderNumber: order.purchaseOrderNumber,
    externalIdentifier: order.externalIdentifier,
    delivery: order.delivery,
    replacesOrderId: order.replacesOrderId ?? null,
    changesOrderId: order.changesOrderId ?? null,
    state: 'placed' as const,
    createdAt: at,
    updatedAt: at,
  }
}

function lineRows({ id: orderId, lines }: PlacedOrder, { orgId }: OrderSource) {
  return lines.map((line, index) => ({
    ...line,
    id: newUuid(),
    orgId,
    orderId,
    position: index + 1,
    creditsId: line.creditsId ?? null,
  }))
}
