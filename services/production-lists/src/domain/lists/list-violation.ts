import type { InputViolation } from '@takeoff/contracts/text-violation'
import { LIST_ITEMS_MAX, LIST_TOTAL_MAX, MEASUREMENT, QUANTITY } from '../limits.ts'
import type { ItemState, ListState } from './list-state.ts'

/**
 * The reason why a calculated list cannot be saved, or undefined when it can.
 * @param argument the argument that caused it, named in the violation
 */
export function listViolation(list: ListState, argument: string): InputViolation | undefined {
  const message = violationOf(list)
  return message === undefined ? undefined : { argument, message }
}

function violationOf({ items, totalPrice, totalDiscount }: ListState): string | undefined {
  if (items.length > LIST_ITEMS_MAX) {
    return `A list holds at most ${LIST_ITEMS_MAX} items; this one would have ${items.length}.`
  }
  const item = items.find(isTooMuch)
  if (item !== undefined) {
    const quantity = Math.max(item.quantity, item.calculatedQuantity)
    return `"${item.name}" comes to ${quantity} ${item.quantityUnits} for a measurement of ${item.measurement}; it must be at most ${QUANTITY.max}. Check its coverage and the measurements.`
  }
  // Not totalCost, which the caller may not see, and which is not above this sum, because no markup is negative.
  if (totalPrice + totalDiscount > LIST_TOTAL_MAX) {
    return `The list's total would be above ${LIST_TOTAL_MAX}.`
  }
  if (totalPrice < 0) {
    return `The list's discount of ${totalDiscount} would be more than the prices of its items. Lower its totalDiscount, too.`
  }
  return undefined
}

function isTooMuch({ measurement, calculatedQuantity, quantity }: ItemState): boolean {
  return (
    measurement > MEASUREMENT.max || calculatedQuantity > QUANTITY.max || quantity > QUANTITY.max
  )
}
