import { Exact } from '../exact.ts'

export interface PricedQuantity {
  readonly quantity: Exact
  readonly unitCost: Exact
  /** Per cent: 7.25 means 7.25 %. */
  readonly taxPercent: Exact
  /** A fraction of the total cost. */
  readonly markup: Exact
}

/** Money in whole cents. */
export interface LinePrice {
  readonly pretaxCost: Exact
  readonly tax: Exact
  readonly totalCost: Exact
  readonly totalPrice: Exact
}

/** Prices one line; every figure is rounded half-up to cents here, so that totals are plain sums. */
export function priceLine({ quantity, unitCost, taxPercent, markup }: PricedQuantity): LinePrice {
  const pretaxCost = toCents(quantity.times(unitCost))
  const tax = toCents(pretaxCost.times(taxPercent).div(100))
  const totalCost = pretaxCost.plus(tax)
  return { pretaxCost, tax, totalCost, totalPrice: toCents(totalCost.times(markup.plus(1))) }
}

function toCents(amount: Exact): Exact {
  return amount.toDecimalPlaces(2, Exact.ROUND_HALF_UP)
}
