import { Decimal } from 'decimal.js'
import type { OrderLine } from './order-line.ts'

/** In cents, as decimal strings. */
export interface OrderTotals {
  readonly pretaxCost: string
  readonly tax: string
  readonly totalCost: string
}

/** Sums of lines that are already rounded to cents, so nothing is rounded twice. */
export function sumOrder(
  lines: readonly Pick<OrderLine, 'pretaxCost' | 'totalCost'>[],
): OrderTotals {
  const pretaxCost = sum(lines.map((line) => line.pretaxCost))
  const totalCost = sum(lines.map((line) => line.totalCost))
  return {
    pretaxCost: pretaxCost.toFixed(2),
    tax: totalCost.minus(pretaxCost).toFixed(2),
    totalCost: totalCost.toFixed(2),
  }
}

function sum(amounts: readonly string[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0))
}
