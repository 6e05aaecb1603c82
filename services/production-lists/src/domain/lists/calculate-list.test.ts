import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { itemState, listState } from '../../testing/list-state.ts'
import { Exact } from '../exact.ts'
import type { ItemState } from './list-state.ts'
import { calculateItems, calculateList } from './calculate-list.ts'

const calculate = (...items: Partial<ItemState>[]) => calculateItems(items.map(itemState))
const quantities = (...items: Partial<ItemState>[]) =>
  calculate(...items).map(({ quantity, leftover }) => [quantity, leftover])

describe('an item', () => {
  test('is ordered in whole packages, and the excess is its leftover', () => {
    expect(
      calculate({ computedMeasurement: 21.94, coverage: 0.32, wasteFactor: 0.1 }),
    ).toMatchObject([
      { measurement: 21.94, calculatedQuantity: 75.41875, quantity: 76, leftover: 0.58125 },
    ])
  })

  test('follows a measurement set by hand, and keeps the computed one', () => {
    const byHand = { measurement: 30, manualFields: ['measurement'] } as const
    expect(calculate({ computedMeasurement: 21.94, ...byHand })).toMatchObject([
      { measurement: 30, computedMeasurement: 21.94, quantity: 30 },
    ])
  })

  test('keeps a quantity set by hand, also below its need', () => {
    const byHand = { quantity: 3, manualFields: ['quantity'] } as const
    expect(calculate({ computedMeasurement: 21.94, ...byHand })).toMatchObject([
      { calculatedQuantity: 21.94, quantity: 3, leftover: 0 },
    ])
  })

  test('is ordered at least in its minimum quantity, but only when anything is needed', () => {
    const item = { minimumQuantity: 2.5 }
    expect(quantities({ ...item, computedMeasurement: 1 })).toEqual([[3, 2]])
    expect(quantities({ ...item, computedMeasurement: 7 })).toEqual([[7, 0]])
    expect(quantities({ ...item, computedMeasurement: 0 })).toEqual([[0, 0]])
    expect(quantities({ ...item, computedMeasurement: 1, rounding: 'exact' })).toEqual([[2.5, 1.5]])
  })
})

describe('combined items of one product', () => {
  const roll = { productId: 7, isCombined: true, quantityUnits: 'ROLLS' }

  test('are added before rounding: 1.4 and 1.6 rolls are 3, not 4', () => {
    expect(
      calculate({ ...roll, computedMeasurement: 1.4 }, { ...roll, computedMeasurement: 1.6 }),
    ).toMatchObject([
      { quantity: 2, carriedIn: 0, leftover: 0.6 },
      { quantity: 1, carriedIn: 0.6, leftover: 0 },
    ])
  })

  test('are not ordered when the leftovers of earlier items are enough', () => {
    const small = { ...roll, computedMeasurement: 0.2 }
    expect(quantities(small, small, small)).toEqual([
      [1, 0.8],
      [0, 0.6],
      [0, 0.4],
    ])
  })

  test('share no packages with other products, units or colors, nor with items that are not combined', () => {
    const item = { ...roll, computedMeasurement: 0.2 }
    const others = [
      { productId: 8 },
      { quantityUnits: 'BOXES' },
      { color: 'Bronze' },
      { isCombined: false },
    ]
    const all = [item, ...others.map((other) => ({ ...item, ...other }))]
    expect(quantities(...all)).toEqual(all.map(() => [1, 0.8]))
  })

  test('do not include an item whose quantity was set by hand', () => {
    const byHand = { quantity: 5, manualFields: ['quantity'] } as const
    const part = { ...roll, computedMeasurement: 0.5 }
    expect(quantities(part, { ...part, ...byHand }, part)).toEqual([
      [1, 0.5],
      [5, 4.5],
      [0, 0],
    ])
  })

  test('are added before their needs are rounded to 5 decimals: three times 2/3 of a roll are 2 rolls', () => {
    const part = { ...roll, measurementUnits: 'linear_feet', coverage: 150 } as const
    const needs = { ...part, computedMeasurement: 100 }
    expect(calculate(needs, needs, needs)).toMatchObject([
      { calculatedQuantity: 0.66667, quantity: 1, carriedIn: 0, leftover: 0.33333 },
      { calculatedQuantity: 0.66667, quantity: 1, carriedIn: 0.33333, leftover: 0.66667 },
      { calculatedQuantity: 0.66667, quantity: 0, carriedIn: 0.66667, leftover: 0 },
    ])
  })

  test('each have their calculated quantity where nothing is rounded up', () => {
    const part = { ...roll, coverage: 150, computedMeasurement: 100, rounding: 'exact' } as const
    expect(calculate(part, part, part)).toMatchObject(
      [0, 1, 2].map(() => ({ calculatedQuantity: 0.66667, quantity: 0.66667, leftover: 0 })),
    )
  })

  test('together need as many packages as their sum, whatever a package covers', () => {
    const feet = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(feet, fc.integer({ min: 1, max: 1000 }), (needs, coverage) => {
        const items = needs.map((computedMeasurement) => ({
          ...roll,
          coverage,
          computedMeasurement,
        }))
        const ordered = calculate(...items).reduce((sum, { quantity }) => sum + quantity, 0)
        const total = needs.reduce((sum, need) => sum + need, 0)
        expect(ordered).toBe(Math.floor((total + coverage - 1) / coverage))
      }),
    )
  })

  test('together never lack a package and never have one too many', () => {
    const needs = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(needs, (hundredths) => {
        const items = hundredths.map((n) => ({ ...roll, computedMeasurement: n / 100 }))
        const calculated = calculate(...items)
        const need = hundredths.reduce((sum, n) => sum + n, 0) / 100
        const ordered = calculated.reduce((sum, { quantity }) => sum + quantity, 0)
        expect(ordered).toBe(Math.ceil(need))
        expect(calculated.at(-1)?.leftover).toBe(new Exact(ordered).minus(need).toNumber())
      }),
    )
  })
})

describe('any item', () => {
  const hundredths = (max: number) => fc.integer({ min: 0, max }).map((n) => n / 100)
  const rule = fc.record({
    coverage: hundredths(10_000).filter((coverage) => coverage > 0),
    wasteFactor: hundredths(100),
    minimumQuantity: fc.option(hundredths(1000)),
    unitCost: hundredths(100_000),
    taxPercent: hundredths(2000),
    markup: hundredths(200),
  })
  const rounding = fc.oneof(
    fc.record({ rounding: fc.constantFrom('whole', 'exact'), roundingStep: fc.constant(null) }),
    fc.record({
      rounding: fc.constant('step' as const),
      roundingStep: hundredths(1000).filter((step) => step > 0),
    }),
  )
  const one = (item: Partial<ItemState>) => {
    const [calculated] = calculate(item)
    if (calculated === undefined) throw new Error('no item was calculated')
    return calculated
  }

  test('is never ordered below its need, and never a whole step above need and minimum', () => {
    fc.assert(
      fc.property(rule, rounding, hundredths(1_000_000), (item, how, computedMeasurement) => {
        const { quantity, calculatedQuantity } = one({ ...item, ...how, computedMeasurement })
        const least = calculatedQuantity === 0 ? 0 : (item.minimumQuantity ?? 0)
        const need = Math.max(calculatedQuantity, least)
        const step = how.rounding === 'whole' ? 1 : (how.roundingStep ?? 0)
        const spare = new Exact(quantity).minus(need)
        expect(spare.greaterThanOrEqualTo(0)).toBe(true)
        expect(how.rounding === 'exact' ? spare.isZero() : spare.lessThan(step)).toBe(true)
      }),
    )
  })

  test('never has a lower quantity when the measurement or the waste increases', () => {
    fc.assert(
      fc.property(
        rule,
        rounding,
        fc.tuple(hundredths(1_000_000), hundredths(1_000_000)),
        fc.tuple(hundredths(100), hundredths(100)),
        (item, how, measurements, wastes) => {
          const [less, more] = measurements.toSorted((a, b) => a - b)
          const [low = 0, high = 0] = wastes.toSorted((a, b) => a - b)
          const at = (computedMeasurement = 0, wasteFactor = 0) =>
            one({ ...item, ...how, computedMeasurement, wasteFactor }).quantity
          expect(at(less, low)).toBeLessThanOrEqual(at(more, low))
          expect(at(less, low)).toBeLessThanOrEqual(at(less, high))
        },
      ),
    )
  })
})

describe('a list', () => {
  test('does not change when it is calculated again', () => {
    const items = [{ computedMeasurement: 21.94, unitCost: 0.1 }, { unitCost: 19.7 }].map(itemState)
    const calculated = calculateList(listState({ items, totalDiscount: 1 }))
    expect(calculateList(calculated)).toEqual(calculated)
  })
})
