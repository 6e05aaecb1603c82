import { BadUserInputError, ConflictError, NotFoundError } from '@takeoff/kit/values/errors'
import { isUuid } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { findOrdersById } from '../db/orders/order-reads.ts'
import type { OrderRecord } from '../db/orders/order-reads.ts'
import type { LockedOrder } from '../db/orders/order-state.ts'

/** @throws NotFoundError for an order outside the caller's organizations */
export async function requireOrder(
  { database, caller }: Context,
  id: string,
  argument = 'id',
): Promise<OrderRecord> {
  const [order] = isUuid(id)
    ? await findOrdersById(database, caller.orgIds, [id.toLowerCase()])
    : []
  if (order !== undefined) return order
  throw new NotFoundError(
    `There is no order ${id.slice(0, 40)} in your organizations. Give the id of an order.`,
    argument,
  )
}

/**
 * An order that is not a change order.
 * @throws NotFoundError for an order outside the caller's organizations
 * @throws BadUserInputError for a change order
 */
export async function requireOriginalOrder(context: Context, id: string): Promise<OrderRecord> {
  const order = await requireOrder(context, id)
  if (order.changesOrderId === null) return order
  throw new BadUserInputError(
    `Order ${order.id} is a change order. Give the id of the order that it changes, ${order.changesOrderId}.`,
    'id',
  )
}

/** @throws ConflictError naming the order that replaced this one; a change order has none */
export function requireNotReplaced(id: string, { state, replacedById }: LockedOrder): void {
  if (replacedById !== null)
    throw new ConflictError(
      `Order ${id} was replaced already. Give the id of the order that took its place, ${replacedById}.`,
      { state, replacedById },
    )
}
