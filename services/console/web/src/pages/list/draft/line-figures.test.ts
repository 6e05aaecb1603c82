import { expect, test } from 'vitest'
import type { ListLineFragment } from '../../../generated/operations.ts'
import { figureLine } from './line-figures.ts'
import type { Explanation } from './line-figures.ts'
import { totalLines } from './list-totals.ts'

// The worked example of the specification of quantities: 21.94 squares, 0.32 a piece, 10 % waste.
const line = {
  id: 1,
  type: 'MATERIAL',
  quantity: 76,
  measurement: 21.94,
  wasteFactor: 0.1,
  unitCost: 19.7,
  taxPercent: 0,
  pretaxCost: 1497.2,
  totalCost: 1497.2,
  totalPrice: 1871.5,
  markup: 0.25,
} as ListLineFragment

const explanation = {
  coverage: 0.32,
  carriedIn: 0,
  minimumQuantity: null,
  rounding: 'whole',
  roundingStep: null,
  computedMeasurement: 21.94,
  manualFields: [] as readonly string[],
} as Explanation

const change = (from: number, to: number | null) => ({ from, to })

test('a line without a change of its figures has those that were saved', () => {
  expect(figureLine(line, { color: { from: null, to: 'Red' } }, explanation)).toBe(line)
})

test('a quantity that was typed is priced with cost, tax and markup', () => {
  expect(figureLine(line, { quantity: change(76, 80) }, explanation)).toEqual({
    quantity: 80,
    pretaxCost: 1576,
    totalCost: 1576,
    totalPrice: 1970,
  })
})

test('the first quantity of a line that cost nothing is priced with its markup', () => {
  const empty = { ...line, quantity: 0, pretaxCost: 0, totalCost: 0, totalPrice: 0 }
  expect(figureLine(empty, { quantity: change(0, 80) }, explanation).totalPrice).toBe(1970)
})

test('a cheap line is priced with its exact markup', () => {
  const cheap = { ...line, quantity: 1, unitCost: 0.05, totalCost: 0.05, totalPrice: 0.07 }
  const changes = { quantity: change(1, 1000) }
  expect(figureLine({ ...cheap, markup: 0.35 }, changes, explanation).totalPrice).toBe(67.5)
})

test.each([
  ['another waste', { wasteFactor: change(0.1, 0) }, 69],
  ['another measurement', { measurement: change(21.94, 10) }, 35],
  ['exactly whole packages', { measurement: change(21.94, 16), wasteFactor: change(0.1, 0.1) }, 55],
  ['no measurement', { measurement: change(21.94, 0) }, 0],
])('%s gives the quantity that the server computes', (_, changes, quantity) => {
  expect(figureLine(line, changes, explanation).quantity).toBe(quantity)
})

test.each([
  ['the minimum', { minimumQuantity: 90 }, 90],
  ['what is left over further up', { carriedIn: 0.41875 }, 75],
  ['what is left over, before the minimum,', { carriedIn: 80, minimumQuantity: 90 }, 0],
  ['a step', { rounding: 'step', roundingStep: 0.25 }, 75.5],
  ['no rounding', { rounding: 'exact' }, 75.41875],
])('%s counts', (_, rule, quantity) => {
  const changes = { wasteFactor: change(0.2, 0.1) }
  expect(figureLine(line, changes, { ...explanation, ...rule }).quantity).toBe(quantity)
})

test('an emptied quantity returns to the computed one', () => {
  const byHand = { ...line, quantity: 80 }
  const manual = { ...explanation, manualFields: ['quantity'] }
  expect(figureLine(byHand, { quantity: change(80, null) }, manual).quantity).toBe(76)
})

test('a quantity that was set by hand outlasts another waste', () => {
  const manual = { ...explanation, manualFields: ['quantity'] }
  expect(figureLine(line, { wasteFactor: change(0.1, 0.5) }, manual).quantity).toBe(76)
})

test('without sight of costs the price follows the quantity', () => {
  const hidden = { ...line, unitCost: null, pretaxCost: null, totalCost: null }
  expect(figureLine(hidden, { quantity: change(76, 38) }, explanation)).toEqual({
    quantity: 38,
    pretaxCost: null,
    totalCost: null,
    totalPrice: 935.75,
  })
})

test('totals are sums of lines in cents, less the discount', () => {
  const labor = { ...line, type: 'LABOR', pretaxCost: 0.1, totalCost: 0.1, totalPrice: 0.2 }
  const lines = [
    { type: 'MATERIAL', figures: line },
    { type: 'LABOR', figures: labor },
  ]
  expect(totalLines(lines, 71.7, true)).toEqual({
    materialPretaxCost: 1497.2,
    materialSalesTax: 0,
    materialTotalCost: 1497.2,
    laborTotalCost: 0.1,
    otherTotalCost: 0,
    totalCost: 1497.3,
    totalDiscount: 71.7,
    totalPrice: 1800,
    profitAmount: 302.7,
    profitMargin: 16.816666666666666,
  })
  expect(totalLines([], 0, true).profitMargin).toBe(0)
})

test('totals have the price only for a person who may not see costs, also of an empty list', () => {
  const figures = { ...line, pretaxCost: null, totalCost: null }
  const pricesOf = (lines: Parameters<typeof totalLines>[0]) => {
    const { totalPrice, totalCost, profitAmount, profitMargin } = totalLines(lines, 0, false)
    return [totalPrice, totalCost, profitAmount, profitMargin]
  }
  expect(pricesOf([{ type: 'MATERIAL', figures }])).toEqual([1871.5, null, null, null])
  expect(pricesOf([])).toEqual([0, null, null, null])
})
