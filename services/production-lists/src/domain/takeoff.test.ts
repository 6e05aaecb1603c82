import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from './exact.ts'
import { takeOff } from './takeoff.ts'
import type { Rounding } from './takeoff.ts'

const line = (
  measurement: string,
  coverage: string,
  waste: string,
  rounding: Rounding = 'whole',
) => ({
  measurement: new Exact(measurement),
  coverage: new Exact(coverage),
  wasteFactor: new Exact(waste),
  rounding,
})

function counted(...args: Parameters<typeof line>) {
  const takeoff = takeOff(line(...args))
  if (takeoff.kind === 'rejected') throw new Error(takeoff.reason)
  return {
    calculated: takeoff.calculatedQuantity.toString(),
    quantity: takeoff.quantity.toString(),
  }
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
    expect(counted('21.39', '1', '0.1', 'exact')).toEqual({
      calculated: '23.529',
      quantity: '23.529',
    })
  })

  test.for([
    { args: ['-0.01', '1', '0'], reason: 'negative-measurement' },
    { args: ['1', '0', '0'], reason: 'coverage-not-positive' },
    { args: ['1', '-1', '0'], reason: 'coverage-not-positive' },
    { args: ['1', '1', '-0.1'], reason: 'negative-waste' },
  ] as const)('$args is refused: $reason', ({ args, reason }) => {
    const [measurement, coverage, waste] = args
    expect(takeOff(line(measurement, coverage, waste))).toEqual({ kind: 'rejected', reason })
  })

  const hundredths = (max: number) => fc.integer({ min: 0, max }).map((n) => new Exact(n).div(100))

  test('whole packages are never short and never a whole package too many', () => {
    fc.assert(
      fc.property(
        hundredths(10_000_000),
        hundredths(100_000).filter((coverage) => coverage.greaterThan(0)),
        hundredths(100),
        (measurement, coverage, wasteFactor) => {
          const takeoff = takeOff({ measurement, coverage, wasteFactor, rounding: 'whole' })
          if (takeoff.kind === 'rejected') throw new Error(takeoff.reason)
          const spare = takeoff.quantity.minus(takeoff.calculatedQuantity)
          expect(takeoff.quantity.isInteger()).toBe(true)
          expect(spare.greaterThanOrEqualTo(0) && spare.lessThan(1)).toBe(true)
        },
      ),
    )
  })

  test('what divides evenly is ordered exactly, whatever its binary form', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        hundredths(10_000).filter((coverage) => coverage.greaterThan(0)),
        (packages, coverage) => {
          const takeoff = takeOff({
            measurement: coverage.times(packages),
            coverage,
            wasteFactor: new Exact(0),
            rounding: 'whole',
          })
          expect(takeoff).toMatchObject({ kind: 'counted', quantity: new Exact(packages) })
        },
      ),
    )
  })
})
