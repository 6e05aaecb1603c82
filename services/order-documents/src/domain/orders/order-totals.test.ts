import { expect, it } from 'vitest'
import { sumOrder } from './order-totals.ts'
import type { OrderLine } from './order-line.ts'

it('sums rounded lines exactly', () => {
  const lines = [line('0.10', '0.11'), line('0.20', '0.22'), line('1497.20', '1605.75')]

  expect(sumOrder(lines)).toEqual({ pretaxCost: '1497.50', tax: '108.58', totalCost: '1606.08' })
})

it('of nothing is zero', () => {
  expect(sumOrder([])).toEqual({ pretaxCost: '0.00', tax: '0.00', totalCost: '0.00' })
})

function line(pretaxCost: string, totalCost: string): Pick<OrderLine, 'pretaxCost' | 'totalCost'> {
  return { pretaxCost, totalCost }
}
