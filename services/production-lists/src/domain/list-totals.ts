import { Exact } from './exact.ts'
import type { ItemType } from './template-line.ts'

/** Money in whole cents, as `priceLine` gives it. */
export interface TotalledLine {
  readonly type: ItemType
  readonly pretaxCost: Exact
  readonly totalCost: Exact
  readonly totalPrice: Exact
}

export interface ListTotals {
  readonly materialPretaxCost: Exact
  readonly materialSalesTax: Exact
  readonly materialTotalCost: Exact
  readonly laborTotalCost: Exact
  readonly otherTotalCost: Exact
  readonly totalCost: Exact
  readonly totalPrice: Exact
  readonly profitAmount: Exact
  /** Per cent of the price, to 4 decimals; 0 when the price is 0. */
  readonly profitMargin: Exact
}

/** A list's totals: sums of lines that are already rounded to cents. */
export function totalList(lines: readonly TotalledLine[], totalDiscount: Exact): ListTotals {
  const material = lines.filter((line) => line.type === 'MATERIAL')
  const materialPretaxCost = sumOf(material, 'pretaxCost')
  const materialTotalCost = sumOf(material, 'totalCost')
  const totalCost = sumOf(lines, 'totalCost')
  const totalPrice = sumOf(lines, 'totalPrice').minus(totalDiscount)
  const profitAmount = totalPrice.minus(totalCost)
  return {
    materialPretaxCost,
    materialSalesTax: materialTotalCost.minus(materialPretaxCost),
    materialTotalCost,
    laborTotalCost: totalCostOf(lines, 'LABOR'),
    otherTotalCost: totalCostOf(lines, 'OTHER'),
    totalCost,
    totalPrice,
    profitAmount,
    profitMargin: margin(profitAmount, totalPrice),
  }
}

function totalCostOf(lines: readonly TotalledLine[], type: ItemType): Exact {
  return sumOf(
    lines.filter((line) => line.type === type),
    'totalCost',
  )
}

function sumOf(
  lines: readonly TotalledLine[],
  figure: 'pretaxCost' | 'totalCost' | 'totalPrice',
): Exact {
  return lines.reduce((sum, line) => sum.plus(line[figure]), new Exact(0))
}

function margin(profitAmount: Exact, totalPrice: Exact): Exact {
  if (totalPrice.isZero()) return new Exact(0)
  return profitAmount.div(totalPrice).times(100).toDecimalPlaces(4, Exact.ROUND_HALF_UP)
}
