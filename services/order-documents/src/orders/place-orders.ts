import type { Sql, Transaction } from '@takeoff/kit/postgres/database'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import { newUuid } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { insertOrders } from '../db/orders/insert-orders.ts'
import { lockOrdersOfList } from '../db/orders/lock-orders-of-list.ts'
import { findOrderedQuantities } from '../db/orders/ordered-quantities.ts'
import type { OrderedQuantities } from '../domain/orders/ordered-quantities.ts'
import { csvPresetWarnings } from './csv-preset-warnings.ts'
import { finishDocuments } from '../documents/finish-documents.ts'
import type { OrderDraft, OrderSource, PlacedOrder } from './placed-order.ts'

/** Orders of one list that stand or fall together. */
export interface Placement {
  readonly source: OrderSource
  /**
   * Decides what is ordered, while nobody else orders from the list.
   * @param sql the transaction: what else is read or locked for the decision
   * @param ordered what was ordered of each list item so far
   * @throws AppError to order nothing
   */
  decide(
    sql: Sql,
    ordered: OrderedQuantities,
  ): Promise<readonly OrderDraft[]> | readonly OrderDraft[]
  /** Writes what else changes with the orders. */
  readonly settle?: (sql: Transaction, placed: readonly PlacedOrder[]) => Promise<void>
  /** Keeps the id of the placement under the Idempotency-Key. */
  readonly remember: Remember
}

/**
 * The one way to make orders: the key, the orders, their lines and pending documents in one transaction,
 * which waits for every other that orders from the same list. The documents' files are made afterwards;
 * where that fails, or this process does, another attempt follows, so that an order never lacks its paper.
 * @returns the id that all orders of the call have in common
 */
export async function placeOrders(context: Context, placement: Placement): Promise<string> {
  const placementId = newUuid()
  const at = context.now()
  const placed = await context.database.transaction(async (sql) => {
    // First, so that a twin under the same key waits here before it has written anything.
    await placement.remember(sql, placementId)
    const { orgId, productionListId } = placement.source
    await lockOrdersOfList(sql, productionListId)
    const ordered = await findOrderedQuantities(sql, orgId, productionListId)
    const orders = (await placement.decide(sql, ordered)).map(withIds)
    context.warnings.push(...csvPresetWarnings(orders))
    context.renderer.requireRoom(orders.filter(({ document }) => document !== null).length)
    const { source } = placement
    await insertOrders(sql, { source, placementId, userId: context.caller.userId, at, orders })
    await placement.settle?.(sql, orders)
    return orders
  })
  await finishDocuments(
    context,
    placement.source.orgId,
    placed.flatMap(({ document }) => (document === null ? [] : [document.id])),
  )
  return placementId
}

function withIds(draft: OrderDraft): PlacedOrder {
  const { document } = draft
  return { ...draft, id: newUuid(), document: document && { ...document, id: newUuid() } }
}
