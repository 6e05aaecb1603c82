import { describe, expect, test } from 'vitest'
import { itemState } from '../../testing/list-state.ts'
import { explainItem } from './explain-item.ts'
import type { ItemState } from './list-state.ts'
import { calculateItems } from './calculate-list.ts'

const board: Partial<ItemState> = {
  measure: [{ measure: 'siding_area' }],
  computedMeasurement: 21.94,
  coverage: 0.32,
  wasteFactor: 0.1,
  quantityUnits: 'PIECES',
  unitCost: 19.7,
}

function explain(item: Partial<ItemState>, effectiveFrom: string | null = null) {
  const [calculated] = calculateItems([itemState(item)])
  if (calculated === undefined) throw new Error('no item was calculated')
  return explainItem(calculated, { effectiveFrom })
}

describe('the sentence', () => {
  test.for([
    [
      board,
      'siding area = 21.94 squares; 21.94 × 1.1 (10 % waste) ÷ 0.32 squares each = 75.41875, rounded up to 76 PIECES, 0.58125 left over; 19.7 each from the template.',
    ],
    [
      { ...board, wasteFactor: 0, coverage: 1, rounding: 'exact', unitCostSource: 'manual' },
      'siding area = 21.94 squares, so 21.94 PIECES; 19.7 each set by hand.',
    ],
    [
      { ...board, rounding: 'step', roundingStep: 0.25 },
      'siding area = 21.94 squares; 21.94 × 1.1 (10 % waste) ÷ 0.32 squares each = 75.41875, in steps of 0.25 rounded up to 75.5 PIECES, 0.08125 left over; 19.7 each from the template.',
    ],
    [
      { ...board, minimumQuantity: 100 },
      'siding area = 21.94 squares; 21.94 × 1.1 (10 % waste) ÷ 0.32 squares each = 75.41875, at least 100, so 100 PIECES, 24.58125 left over; 19.7 each from the template.',
    ],
    [
      { ...board, measurement: 25, manualFields: ['measurement'] },
      '25 squares measured by hand instead of siding area = 21.94 squares; 25 × 1.1 (10 % waste) ÷ 0.32 squares each = 85.9375, rounded up to 86 PIECES, 0.0625 left over; 19.7 each from the template.',
    ],
    [
      { ...board, quantity: 80, manualFields: ['quantity'] },
      '80 PIECES set by hand instead of siding area = 21.94 squares; 21.94 × 1.1 (10 % waste) ÷ 0.32 squares each = 75.41875; 19.7 each from the template.',
    ],
    [
      { ...board, measure: [], quantity: 2, manualFields: ['quantity'], unitCostSource: 'manual' },
      '2 PIECES set by hand; 19.7 each set by hand.',
    ],
    [
      { ...board, minimumQuantity: 2 },
      'siding area = 21.94 squares; 21.94 × 1.1 (10 % waste) ÷ 0.32 squares each = 75.41875, rounded up to 76 PIECES, 0.58125 left over; 19.7 each from the template.',
    ],
    [
      {
        ...board,
        measure: [{ measure: 'job', times: 2 }],
        computedMeasurement: 2,
        measurementUnits: null,
        coverage: 1,
        wasteFactor: 0,
      },
      '2 PIECES for every job; 19.7 each from the template.',
    ],
  ] as const)('%#: contains the whole calculation', ([item, sentence]) => {
    expect(explain(item)).toBe(sentence)
  })

  test('states the day of the price book', () => {
    expect(explain({ ...board, unitCostSource: 'price-book' }, '2026-03-01')).toContain(
      '19.7 each from the price book of 2026-03-01.',
    )
  })

  test('does not say that an exact quantity is rounded up', () => {
    const combined = { ...board, productId: 7, isCombined: true, computedMeasurement: 2 } as const
    const roll = { ...combined, coverage: 3, wasteFactor: 0 } as const
    const [, second] = calculateItems([itemState(roll), itemState({ ...roll, rounding: 'exact' })])
    expect(second && explainItem(second, { effectiveFrom: null })).toBe(
      'siding area = 2 squares; 2 ÷ 3 squares each = 0.66667, less 0.33333 left over from the same product, so 0.33333 PIECES; 19.7 each from the template.',
    )
  })

  test('states the leftover of the same product', () => {
    const roll = { ...board, coverage: 10, productId: 7, isCombined: true, quantityUnits: 'ROLLS' }
    const [, second] = calculateItems([itemState(roll), itemState(roll)])
    expect(second && explainItem(second, { effectiveFrom: null })).toContain(
      '= 2.4134, less 0.5866 left over from the same product, rounded up to 2 ROLLS, 0.1732 left over',
    )
  })
})
