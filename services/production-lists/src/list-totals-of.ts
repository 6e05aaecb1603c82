import { BadUserInputError } from '@takeoff/kit/errors'
import { Exact } from './domain/exact.ts'
import { listTotalMax } from './domain/limits.ts'
import { totalList } from './domain/list-totals.ts'
import type { ItemType } from './domain/template-line.ts'

/** Decimals as the database holds them. */
interface PricedItem {
  readonly type: ItemType
  readonly pretaxCost: string
  readonly totalCost: string
  readonly totalPrice: string
}

/**
 * The columns of a list that are totals of its items.
 * @param argument what to name when a total is beyond what the API can state exactly
 */
export function totalsOf(items: readonly PricedItem[], totalDiscount: string, argument: string) {
  const totals = totalList(items.map(exactly), new Exact(totalDiscount))
  if (Exact.max(totals.totalCost, totals.totalPrice).greaterThan(listTotalMax)) {
    throw new BadUserInputError(`The list's total would be above ${listTotalMax}.`, argument)
  }
  return {
    materialPretaxCost: totals.materialPretaxCost.toFixed(2),
    materialSalesTax: totals.materialSalesTax.toFixed(2),
    materialTotalCost: totals.materialTotalCost.toFixed(2),
    laborTotalCost: totals.laborTotalCost.toFixed(2),
    otherTotalCost: totals.otherTotalCost.toFixed(2),
    totalCost: totals.totalCost.toFixed(2),
    totalPrice: totals.totalPrice.toFixed(2),
    profitAmount: totals.profitAmount.toFixed(2),
    profitMargin: totals.profitMargin.toFixed(4),
  }
}

function exactly({ type, pretaxCost, totalCost, totalPrice }: PricedItem) {
  return {
    type,
    pretaxCost: new Exact(pretaxCost),
    totalCost: new Exact(totalCost),
    totalPrice: new Exact(totalPrice),
  }
}
