import { ConflictError } from '@takeoff/kit/values/errors'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import type { Context } from '../context.ts'
import { createOnce } from '@takeoff/kit/postgres/idempotency'
import { lockOrdersOfList } from '../db/orders/lock-orders-of-list.ts'
import type { OrderRecord } from '../db/orders/order-reads.ts'
import { cancelOrders, lockOrder, markOrderChanged } from '../db/orders/order-state.ts'
import type { LockedOrder } from '../db/orders/order-state.ts'
import type { CancelOrderRequest } from '../domain/orders/order-requests.ts'
import { CANCEL_REASON_LENGTH_MAX } from '../domain/orders/order-state.ts'
import { readText } from './read-order-terms.ts'
import { requireNotReplaced, requireOrder } from './require-order.ts'

/**
 * Cancels an order with its change orders, so that their items can be ordered again.
 * @throws NotFoundError for an order outside the caller's organizations
 * @throws ConflictError when the order is not placed, is in its vendor's system, or is credited in part
 */
export async function cancelOrder(
  context: Context,
  request: CancelOrderRequest,
): Promise<OrderRecord> {
  const { id } = request
  const reason = readText('reason', request.reason, CANCEL_REASON_LENGTH_MAX)
  await createOnce(context, 'projectManagementOrderCancel', request, (remember) =>
    cancel(context, { id, reason, remember }),
  )
  return requireOrder(context, id)
}

interface Cancellation {
  readonly id: string
  readonly reason: string | null
  readonly remember: Remember
}

async function cancel(context: Context, { id, reason, remember }: Cancellation): Promise<string> {
  const order = await requireOrder(context, id)
  const { traceparent } = context
  const { userId } = context.caller
  await context.database.transaction(async (sql) => {
    await remember(sql, order.id)
    await lockOrdersOfList(sql, order.productionListId)
    requireCancellable(order, await lockOrder(sql, order.id))
    const at = context.now()
    await cancelOrders(sql, order.id, { userId, reason, at, traceparent })
    const { changesOrderId } = order
    if (changesOrderId !== null) await markOrderChanged(sql, changesOrderId, { at, traceparent })
  })
  return order.id
}

function requireCancellable({ id, changesOrderId }: OrderRecord, locked: LockedOrder): void {
  const { state, distributionOrderId, creditedById } = locked
  requireNotReplaced(id, locked)
  if (state !== 'placed') throw new ConflictError(`Order ${id} is ${state} already.`, { state })
  if (distributionOrderId !== null)
    throw new ConflictError(
      `Order ${id} is in its vendor's system. Cancel its distribution order ${distributionOrderId} instead.`,
      { state, distributionOrderId },
    )
  // The credits against an order are cancelled with it; those against a change order would stay.
  if (changesOrderId !== null && creditedById !== null)
    throw new ConflictError(
      `Change order ${creditedById} takes back some of what order ${id} added. Cancel that one first.`,
      { state, creditedById },
    )
}
