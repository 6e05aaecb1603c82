import { ConflictError } from '@takeoff/kit/values/errors'
import type { LockedOrder } from '../db/orders/order-state.ts'

/** @throws ConflictError naming the order that replaced this one; a change order has none */
export function requireNotReplaced(id: string, { state, replacedById }: LockedOrder): void {
  if (replacedById !== null)
    throw new ConflictError(
      `Order ${id} was replaced already. Give the id of the order that took its place, ${replacedById}.`,
      { state, replacedById },
    )
}
