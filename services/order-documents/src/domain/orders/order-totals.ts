import { Decimal } from 'decimal.js'
import type { ListItem } from './production-list.ts'

export interface OrderTotals {
  readonly pretaxCost: string
  readonly tax: string
  readonly totalCost: string
}

/** Sums of lines that are already rounded to cents, so nothing is rounded twice. */
export function sumOrder(listItems: readonly ListItem[]): OrderTotals {
  const pretaxCost = sum(listItems.map((item) => item.pretaxCost))
  const totalCost = sum(listItems.map((item) => item.totalCost))
  return {
    pretaxCost: pretaxCost.toFixed(2),
    tax: totalCost.minus(pretaxCost).toFixed(2),
    totalCost: totalCost.toFixed(2),
  }
}

function sum(amounts: readonly string[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0))
}
