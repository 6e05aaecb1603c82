import type { InputFault } from '../input-fault.ts'
import { listItemsMax, listTotalMax, measurementMax, quantityMax } from '../limits.ts'
import type { ItemState, ListState } from './list-state.ts'

/**
 * Why a settled list cannot be kept, or undefined when it can.
 * @param argument what to name: the argument that made the list so
 */
export function listFault(list: ListState, argument: string): InputFault | undefined {
  const message = faultOf(list)
  return message === undefined ? undefined : { argument, message }
}

function faultOf({ items, totalCost, totalPrice, totalDiscount }: ListState): string | undefined {
  if (items.length > listItemsMax) {
    return `A list holds at most ${listItemsMax} items; this one would have ${items.length}.`
  }
  const item = items.find(isTooMuch)
  if (item !== undefined) {
    return `"${item.name}" comes to ${item.quantity} ${item.quantityUnits} for a measurement of ${item.measurement}; ${quantityMax} are allowed. Check its coverage and the measurements.`
  }
  if (totalCost > listTotalMax || totalPrice > listTotalMax) {
    return `The list's total would be above ${listTotalMax}.`
  }
  if (totalPrice < 0) {
    return `The discount of ${totalDiscount} would be more than the prices of the items.`
  }
  return undefined
}

function isTooMuch({ measurement, calculatedQuantity, quantity }: ItemState): boolean {
  return measurement > measurementMax || calculatedQuantity > quantityMax || quantity > quantityMax
}
