import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomList } from '../../testing/random-list.ts'
import { Exact } from '../exact.ts'
import type { ItemState } from './list-state.ts'

const LISTS = 2_000
const job = { id: 1, orgId: 1, salesOpportunityId: 1, measurementId: 1, measurementVersion: 1 }

const decimalsOf: Readonly<Record<string, number>> = {
  profitMargin: 4,
  unitCost: 4,
  taxPercent: 4,
  markup: 4,
  calculatedQuantity: 5,
  quantity: 5,
  measurement: 5,
  computedMeasurement: 5,
  wasteFactor: 5,
  leftover: 5,
  carriedIn: 5,
  coverage: 5,
}

/** Numbers with more decimals than their field allows; money has 2. */
function artefacts(value: unknown, name = ''): string[] {
  if (typeof value === 'number') {
    const written = JSON.stringify(value)
    const decimals = written.split('.')[1]?.length ?? 0
    return written.includes('e') || decimals > (decimalsOf[name] ?? 2) ? [`${name} ${written}`] : []
  }
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => artefacts(inner, key))
}

type Figure = 'pretaxCost' | 'totalCost' | 'totalPrice'

function sum(items: readonly ItemState[], figure: Figure, type?: string): number {
  return items
    .filter((each) => type === undefined || each.type === type)
    .reduce((total, each) => total.plus(each[figure]), new Exact(0))
    .toNumber()
}

test('a list has no binary artefact, and its totals are the sums of its lines', () => {
  const roundingsWithLeftovers = new Set<string>()
  fc.assert(
    fc.property(randomList(job, [1, 2]), (list) => {
      const { items, totalDiscount, totalCost, totalPrice } = list
      expect(artefacts(list)).toEqual([])
      for (const { carriedIn, rounding } of items)
        if (carriedIn > 0) roundingsWithLeftovers.add(rounding)
      expect(list).toMatchObject({
        materialPretaxCost: sum(items, 'pretaxCost', 'MATERIAL'),
        materialTotalCost: sum(items, 'totalCost', 'MATERIAL'),
        laborTotalCost: sum(items, 'totalCost', 'LABOR'),
        otherTotalCost: sum(items, 'totalCost', 'OTHER'),
        totalCost: sum(items, 'totalCost'),
        totalPrice: new Exact(sum(items, 'totalPrice')).minus(totalDiscount).toNumber(),
        profitAmount: new Exact(totalPrice).minus(totalCost).toNumber(),
      })
    }),
    { numRuns: LISTS },
  )
  expect([...roundingsWithLeftovers].toSorted()).toEqual(['exact', 'step', 'whole'])
})
