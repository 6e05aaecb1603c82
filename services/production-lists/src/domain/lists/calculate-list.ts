import { Exact } from '../exact.ts'
import { priceLine } from './line-price.ts'
import { isManual } from './list-state.ts'
import type { ItemFigures, ItemState, ListState } from './list-state.ts'
import { totalList } from './list-totals.ts'
import { needOf, published, roundUp } from './takeoff.ts'

/** The figures of an item before they are calculated. */
export const uncalculated: ItemFigures = {
  measurement: 0,
  calculatedQuantity: 0,
  quantity: 0,
  carriedIn: 0,
  leftover: 0,
  pretaxCost: 0,
  totalCost: 0,
  totalPrice: 0,
}

/**
 * Calculates every figure of a list from the rules of its items: quantities, carried leftovers of
 * combined items, prices, totals. Calculating a list again does not change it.
 */
export function calculateList(list: ListState): ListState {
  const items = calculateItems(list.items)
  return { ...list, items, ...totalList(items, list.totalDiscount) }
}

/**
 * Combined items of one product are rounded as a running total: each item first uses up the leftovers of earlier
 * items and is then ordered in whole packages, so that together they never exceed the rounded sum. The total is of
 * needs before they are rounded to be published: three times 2/3 of a roll are 2 rolls, and 0.66667 a little more.
 */
export function calculateItems(items: readonly ItemState[]): ItemState[] {
  const leftovers = new Map<string, Exact>()
  return items.map((item) => {
    const pool = poolOf(item)
    const carriedIn = (pool !== undefined && leftovers.get(pool)) || new Exact(0)
    const { calculated, leftover } = calculateItem(item, carriedIn)
    if (pool !== undefined) leftovers.set(pool, leftover)
    return calculated
  })
}

/**
 * The key of items that can share packages: a roll of one color cannot be used for an item of another.
 * An item whose quantity was set by hand has no pool: it neither uses leftovers nor leaves any.
 */
function poolOf(item: ItemState): string | undefined {
  const isPooled = item.isCombined && item.productId !== null && !isManual(item, 'quantity')
  return isPooled ? JSON.stringify([item.productId, item.quantityUnits, item.color]) : undefined
}

/** The leftover is not rounded; it is below 0 where decimals that are not published are lacking. */
function calculateItem(
  item: ItemState,
  carriedIn: Exact,
): { readonly calculated: ItemState; readonly leftover: Exact } {
  const measurement = isManual(item, 'measurement') ? item.measurement : item.computedMeasurement
  const need = needOf({
    measurement: new Exact(measurement),
    coverage: new Exact(item.coverage),
    wasteFactor: new Exact(item.wasteFactor),
  })
  const quantity = isManual(item, 'quantity')
    ? new Exact(item.quantity)
    : orderQuantity(item, need.minus(carriedIn))
  const leftover = leftoverOf(item, carriedIn.plus(quantity).minus(need))
  const { pretaxCost, totalCost, totalPrice } = priceLine({
    quantity,
    unitCost: new Exact(item.unitCost),
    taxPercent: new Exact(item.taxPercent),
    markup: new Exact(item.markup),
  })
  const calculated = {
    ...item,
    measurement,
    calculatedQuantity: published(need).toNumber(),
    quantity: quantity.toNumber(),
    carriedIn: published(Exact.max(0, carriedIn)).toNumber(),
    leftover: published(Exact.max(0, leftover)).toNumber(),
    pretaxCost: pretaxCost.toNumber(),
    totalCost: totalCost.toNumber(),
    totalPrice: totalPrice.toNumber(),
  }
  return { calculated, leftover }
}

/** What publishing rounds off is left of packages only: an exact quantity leaves nothing. */
function leftoverOf({ rounding }: Pick<ItemState, 'rounding'>, left: Exact): Exact {
  return rounding === 'exact' && published(left).isZero() ? new Exact(0) : left
}

/** The quantity to order of an item that lacks so much. */
function orderQuantity(
  rule: Pick<ItemState, 'rounding' | 'roundingStep' | 'minimumQuantity'>,
  lack: Exact,
): Exact {
  const needed = published(Exact.max(0, lack))
  const least = needed.isZero() ? needed : Exact.max(needed, rule.minimumQuantity ?? 0)
  return roundUp(least, rule)
}
