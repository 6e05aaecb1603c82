import { Exact } from '../exact.ts'
import type { ItemState, ListTotals } from './list-state.ts'

/** Money in whole cents, as `priceLine` returns it. */
export type TotalledItem = Pick<ItemState, 'type' | 'pretaxCost' | 'totalCost' | 'totalPrice'>

type Figure = 'pretaxCost' | 'totalCost' | 'totalPrice'

/** Per cent; a price near 0 would otherwise give a margin of any length. */
const PROFIT_MARGIN_MAX = 1_000_000

/** The totals of a list: sums of lines that are already rounded to cents. */
export function totalList(items: readonly TotalledItem[], totalDiscount: number): ListTotals {
  const material = items.filter(({ type }) => type === 'MATERIAL')
  const materialPretaxCost = sumOf(material, 'pretaxCost')
  const materialTotalCost = sumOf(material, 'totalCost')
  const totalCost = sumOf(items, 'totalCost')
  const totalPrice = sumOf(items, 'totalPrice').minus(totalDiscount)
  const profitAmount = totalPrice.minus(totalCost)
  return {
    laborTotalCost: totalCostOf(items, 'LABOR'),
    materialPretaxCost: materialPretaxCost.toNumber(),
    materialSalesTax: materialTotalCost.minus(materialPretaxCost).toNumber(),
    materialTotalCost: materialTotalCost.toNumber(),
    otherTotalCost: totalCostOf(items, 'OTHER'),
    profitAmount: profitAmount.toNumber(),
    profitMargin: margin(profitAmount, totalPrice).toNumber(),
    totalCost: totalCost.toNumber(),
    totalPrice: totalPrice.toNumber(),
  }
}

function totalCostOf(items: readonly TotalledItem[], wanted: TotalledItem['type']): number {
  return sumOf(
    items.filter(({ type }) => type === wanted),
    'totalCost',
  ).toNumber()
}

function sumOf(items: readonly TotalledItem[], figure: Figure): Exact {
  return items.reduce((sum, item) => sum.plus(item[figure]), new Exact(0))
}

function margin(profitAmount: Exact, totalPrice: Exact): Exact {
  if (totalPrice.isZero()) return new Exact(0)
  const percent = profitAmount.div(totalPrice).times(100)
  const bounded = Exact.min(PROFIT_MARGIN_MAX, Exact.max(-PROFIT_MARGIN_MAX, percent))
  return bounded.toDecimalPlaces(4, Exact.ROUND_HALF_UP)
}
