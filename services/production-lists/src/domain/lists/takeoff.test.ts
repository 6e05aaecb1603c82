import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from '../exact.ts'
import { needOf, published, roundUp } from './takeoff.ts'
import type { RoundingRule, TakeoffLine } from './takeoff.ts'

const calculateQuantity = (line: TakeoffLine) => published(needOf(line))

const whole = { rounding: 'whole', roundingStep: null } as const

const line = (measurement: string, coverage: string, waste: string) => ({
  measurement: new Exact(measurement),
  coverage: new Exact(coverage),
  wasteFactor: new Exact(waste),
})

function counted(measurement: string, coverage: string, waste: string, rule: RoundingRule = whole) {
  const calculated = calculateQuantity(line(measurement, coverage, waste))
  return { calculated: calculated.toString(), quantity: roundUp(calculated, rule).toString() }
}

describe('the takeoff of a line', () => {
  test.for([
    {
      measurement: '21.94',
      coverage: '0.32',
      waste: '0.1',
      calculated: '75.41875',
      quantity: '76',
    },
    { measurement: '50', coverage: '1', waste: '0.1', calculated: '55', quantity: '55' },
    { measurement: '3', coverage: '0.1', waste: '0', calculated: '30', quantity: '30' },
    { measurement: '1', coverage: '3', waste: '0', calculated: '0.33333', quantity: '1' },
    { measurement: '0', coverage: '0.33', waste: '0.1', calculated: '0', quantity: '0' },
    { measurement: '0.00001', coverage: '1', waste: '0', calculated: '0.00001', quantity: '1' },
    { measurement: '1.000005', coverage: '1', waste: '0', calculated: '1', quantity: '1' },
    { measurement: '1.000015', coverage: '1', waste: '0', calculated: '1.00002', quantity: '2' },
    { measurement: '304', coverage: '10', waste: '0.1', calculated: '33.44', quantity: '34' },
  ])(
    '$measurement ÷ $coverage × (1 + $waste) is $calculated, so $quantity are ordered',
    ({ measurement, coverage, waste, calculated, quantity }) => {
      expect(counted(measurement, coverage, waste)).toEqual({ calculated, quantity })
    },
  )

  test('exact rounding keeps the calculated quantity', () => {
    const exact = { rounding: 'exact', roundingStep: null } as const
    expect(counted('21.39', '1', '0.1', exact)).toEqual({
      calculated: '23.529',
      quantity: '23.529',
    })
  })

  test.for([
    [0.25, '23.75'],
    [0.5, '24'],
    [5, '25'],
    [0.1, '23.6'],
  ] as const)('a step of %d rounds 23.529 up to %s', ([roundingStep, quantity]) => {
    const step = { rounding: 'step', roundingStep } as const
    expect(counted('21.39', '1', '0.1', step)).toMatchObject({ quantity })
  })

  const hundredths = (max: number) => fc.integer({ min: 0, max }).map((n) => new Exact(n).div(100))

  test('whole packages cover the need and never exceed it by a whole package', () => {
    fc.assert(
      fc.property(
        hundredths(10_000_000),
        hundredths(100_000).filter((coverage) => coverage.greaterThan(0)),
        hundredths(100),
        (measurement, coverage, wasteFactor) => {
          const calculated = calculateQuantity({ measurement, coverage, wasteFactor })
          const quantity = roundUp(calculated, whole)
          const spare = quantity.minus(calculated)
          expect(quantity.isInteger()).toBe(true)
          expect(spare.greaterThanOrEqualTo(0) && spare.lessThan(1)).toBe(true)
        },
      ),
    )
  })

  test('a quantity that divides evenly is ordered exactly, even when its binary form is inexact', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        hundredths(10_000).filter((coverage) => coverage.greaterThan(0)),
        (packages, coverage) => {
          const measurement = coverage.times(packages)
          const calculated = calculateQuantity({ measurement, coverage, wasteFactor: new Exact(0) })
          expect(roundUp(calculated, whole).toNumber()).toBe(packages)
        },
      ),
    )
  })
})
