import type { Sql } from '@takeoff/kit/postgres/sql'
import { newUuid } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { insertOrders } from '../db/orders/insert-orders.ts'
import { lockOrdersOfList } from '../db/orders/lock-orders-of-list.ts'
import { findOrderedQuantities } from '../db/orders/ordered-quantities.ts'
import { finishDocuments } from '../documents/finish-documents.ts'
import type {
  OrderBatch,
  OrderDraft,
  OrderSource,
  PlacedOrder,
} from '../domain/orders/order-batch.ts'
import type { OrderedQuantities } from '../domain/orders/ordered-quantities.ts'
import { csvPresetWarnings } from './csv-preset-warnings.ts'

/**
 * The ordered quantity of each item of a list so far. Until the transaction ends, other calls that order from the list
 * wait. The transaction writes the Idempotency-Key first, so that a concurrent repetition waits for the key before it
 * has written anything.
 */
export async function lockOrderedQuantities(
  sql: Sql,
  { orgId, productionListId }: OrderSource,
): Promise<OrderedQuantities> {
  await lockOrdersOfList(sql, productionListId)
  return findOrderedQuantities(sql, orgId, productionListId)
}

/**
 * Writes the orders of a batch with their lines and pending documents.
 * @throws RenderingQueueFullError when the renderer has no room for the documents
 */
export async function insertOrderBatch(
  context: Context,
  sql: Sql,
  { orders: drafts, ...batch }: OrderBatch & { readonly orders: readonly OrderDraft[] },
): Promise<readonly PlacedOrder[]> {
  const orders = drafts.map(withIds)
  const documents = orders.filter(({ document }) => document !== null)
  context.renderer.requireRoom(batch.source.orgId, documents.length)
  const { userId } = context.caller
  await insertOrders(sql, { ...batch, userId, at: context.now(), orders })
  return orders
}

/**
 * Renders and stores the documents of placed orders, and warns about their CSV files. A background task retries attempts
 * that fail or die.
 */
export async function finishDocumentsOfBatch(
  context: Context,
  { source }: OrderBatch,
  placed: readonly PlacedOrder[],
): Promise<void> {
  const inFiles = placed.map((order) => ({ ...order, lineCount: order.lines.length }))
  context.warnings.push(...csvPresetWarnings(inFiles))
  const documentIds = placed.flatMap(({ document }) => (document === null ? [] : [document.id]))
  await finishDocuments(context, source.orgId, documentIds)
}

function withIds(draft: OrderDraft): PlacedOrder {
  const { document } = draft
  return { ...draft, id: newUuid(), document: document && { ...document, id: newUuid() } }
}
