import { describe, expect, test } from 'vitest'
import type { ListLineFragment } from '../../../generated/operations.ts'
import { figureLine, figureLines } from './line-figures.ts'
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
  isCombined: false,
  productId: null,
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

test('a quantity is rounded as the server does: a half to the even digit', () => {
  const exact = { ...explanation, coverage: 1, rounding: 'exact' }
  const quantityFor = (measurement: number): number =>
    figureLine(
      line,
      { measurement: change(21.94, measurement), wasteFactor: change(0.1, 0.15) },
      exact,
    ).quantity
  expect([21.9439, 21.9437, 0].map(quantityFor)).toEqual([25.23548, 25.23526, 0])
})

describe('lines that share packages', () => {
  // 1.4 and 1.6 rolls are 3.
  const roll = { coverage: 1, isCombined: true, productId: 7 }
  const rollOf = (id: number, values: Partial<ListLineFragment>, rule: Partial<Explanation>) => ({
    saved: { ...line, id, wasteFactor: 0, color: null, quantityUnits: 'ROLLS', ...values },
    explanation: { ...explanation, ...roll, ...rule },
    changes: {},
    isRemoved: false,
  })
  const first = rollOf(1, { measurement: 1.4, quantity: 2 }, { computedMeasurement: 1.4 })
  const rest = { computedMeasurement: 1.6, carriedIn: 0.6 }
  const second = rollOf(2, { measurement: 1.6, quantity: 1 }, rest)
  const quantities = (...lines: Parameters<typeof figureLines>[0]): number[] =>
    figureLines(lines).map(({ quantity }) => quantity)

  test('have the saved figures while nothing is changed', () => {
    expect(figureLines([first, second])).toEqual([first.saved, second.saved])
  })

  test.each([
    ['less is left over', { ...first, changes: { measurement: change(1.4, 1) } }, [1, 2]],
    ['more is left over', { ...first, changes: { measurement: change(1.4, 0.2) } }, [1, 1]],
    ['the quantity is typed', { ...first, changes: { quantity: change(2, 5) } }, [5, 2]],
    ['the color differs', { ...first, changes: { color: { from: null, to: 'Red' } } }, [2, 2]],
    ['the line is removed', { ...first, isRemoved: true }, [2, 2]],
  ])('are computed anew when %s', (_, changed, expected) => {
    expect(quantities(changed, second)).toEqual(expected)
  })

  test('have the quantity that the others give them beside the one that is typed', () => {
    const less = { ...first, changes: { measurement: change(1.4, 1) } }
    const typed = { ...second, changes: { quantity: change(1, 5) } }
    const untyped = (...lines: Parameters<typeof figureLines>[0]) =>
      figureLines(lines).map(({ untypedQuantity }) => untypedQuantity)
    expect([quantities(less, typed), untyped(less, typed)]).toEqual([
      [1, 5],
      [undefined, 2],
    ])
    expect(untyped(first, typed)).toEqual([undefined, 1])
  })

  test('share them also where a color is typed with spaces, which the server removes', () => {
    const inColor = (color: string | null, to?: string) => [
      { ...first, changes: to === undefined ? {} : { color: { from: null, to } } },
      { ...second, saved: { ...second.saved, color } },
    ]
    expect(quantities(...inColor('Red', ' Red '))).toEqual([2, 1])
    expect(quantities(...inColor(null, ' '))).toEqual([2, 1])
    expect(quantities(...inColor('Red'))).toEqual([2, 2])
  })

  test('are computed in their new order', () => {
    expect(quantities(second, first)).toEqual([2, 1])
  })

  test('add needs before these are rounded: three times 2/3 are 2', () => {
    const thirds = [1, 2, 3].map((id) =>
      rollOf(id, { measurement: 2, quantity: 9 }, { coverage: 3, carriedIn: 9 }),
    )
    expect(quantities(...thirds)).toEqual([1, 1, 0])
  })

  test('do not share where the template does not combine, and without a product', () => {
    const changed = { ...first, changes: { measurement: change(1.4, 1) } }
    const apart = (rule: Partial<Explanation>) => ({
      ...second,
      explanation: { ...second.explanation, ...rule },
    })
    expect(quantities(changed, apart({ isCombined: false }))).toEqual([1, 1])
    expect(quantities(changed, apart({ productId: null }))).toEqual([1, 1])
  })
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

test('without sight of costs the price of a first quantity, and with it the total, is unknown', () => {
  const costs = { unitCost: null, pretaxCost: null, totalCost: null }
  const hidden = { ...line, ...costs, quantity: 0, totalPrice: 0 }
  const figures = figureLine(hidden, { quantity: change(0, 1) }, explanation)
  expect(figures).toMatchObject({ quantity: 1, totalPrice: null })
  expect(figureLine(hidden, { wasteFactor: change(0.1, 0.1) }, undefined).totalPrice).toBe(0)
  const lines = [line, figures].map((each) => ({ type: 'MATERIAL', figures: each }))
  expect(totalLines(lines, 0, false).totalPrice).toBeNull()
})

test('totals are sums of lines in cents, less the discount', () => {
  const labor = { ...line, type: 'LABOR', pretaxCost: 0.1, totalCost: 0.1, totalPrice: 0.2 }
  const lines = [
    { type: 'MATERIAL', figures: line },
    { type: 'LABOR', figures: labor },
  ]
  expect(totalLines(lines, 71.7, true)).toEqual({
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
