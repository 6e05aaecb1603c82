import { expect, test } from 'vitest'
import type { ItemType } from '../templates/template-line.ts'
import { totalList } from './list-totals.ts'
import type { TotalledItem } from './list-totals.ts'

const line = (
  type: ItemType,
  pretaxCost: number,
  totalCost: number,
  totalPrice: number,
): TotalledItem => ({ type, pretaxCost, totalCost, totalPrice })

test('a list without items has totals of 0 and a margin of 0', () => {
  expect(new Set(Object.values(totalList([], 0)))).toEqual(new Set([0]))
})

test('totals are sums of the lines by type', () => {
  const lines = [
    line('MATERIAL', 1497.2, 1605.75, 2167.76),
    line('MATERIAL', 0.1, 0.11, 0.15),
    line('LABOR', 2032.05, 2032.05, 2540.06),
    line('OTHER', 350, 350, 350),
  ]

  expect(totalList(lines, 100)).toEqual({
    materialPretaxCost: 1497.3,
    materialSalesTax: 108.56,
    materialTotalCost: 1605.86,
    laborTotalCost: 2032.05,
    otherTotalCost: 350,
    totalCost: 3987.91,
    totalPrice: 4957.97,
    profitAmount: 970.06,
    profitMargin: 19.5657,
  })
})

test('totals are exact decimals: 0.1 + 0.2 is 0.3', () => {
  const lines = (['MATERIAL', 'OTHER'] as const).flatMap((type) => [
    line(type, 0.1, 0.1, 0.1),
    line(type, 0.2, 0.2, 0.2),
  ])
  expect(totalList(lines, 0)).toMatchObject({
    materialPretaxCost: 0.3,
    otherTotalCost: 0.3,
    totalPrice: 0.6,
    profitAmount: 0,
  })
})

test('a discount above the profit is a loss', () => {
  expect(totalList([line('OTHER', 10, 10, 12)], 4)).toMatchObject({
    totalPrice: 8,
    profitAmount: -2,
    profitMargin: -25,
  })
})

test('a price near 0 has a bounded margin', () => {
  const lines = [line('OTHER', 900, 900, 1)]
  expect(totalList(lines, 0.99)).toMatchObject({ totalPrice: 0.01, profitMargin: -1_000_000 })
})
