import fc from 'fast-check'
import { calculateList } from '../domain/lists/calculate-list.ts'
import type { ItemState, ListState } from '../domain/lists/list-state.ts'
import { newList } from '../domain/lists/new-list.ts'
import type { NewList } from '../domain/lists/new-list.ts'
import { itemState } from './list-state.ts'

const decimal = (max: number, decimals: number) =>
  fc.integer({ min: 0, max: max * 10 ** decimals }).map((n) => n / 10 ** decimals)

const roundingRule = fc.oneof(
  fc.constantFrom(
    { rounding: 'whole', roundingStep: null } as const,
    { rounding: 'exact', roundingStep: null } as const,
  ),
  fc
    .integer({ min: 1, max: 200 })
    .map((n) => ({ rounding: 'step', roundingStep: n / 100 }) as const),
)

const item = fc.record({
  type: fc.constantFrom('MATERIAL', 'LABOR', 'OTHER'),
  computedMeasurement: decimal(5000, 3),
  coverage: fc.integer({ min: 1000, max: 101_000 }).map((n) => n / 1000),
  wasteFactor: decimal(1, 3),
  isCombined: fc.boolean(),
  minimumQuantity: fc.option(decimal(10, 2), { nil: null }),
  unitCost: decimal(1000, 4),
  taxPercent: decimal(15, 4),
  markup: decimal(2, 4),
})

/**
 * Lists of a job with calculated figures, as they are before they are saved.
 * @param productIds what items may be of: those of one product can share packages
 */
export function randomList(
  job: NewList['job'],
  productIds: readonly number[] = [],
): fc.Arbitrary<ListState> {
  const product = fc.record({ productId: fc.constantFrom(null, ...productIds) })
  const whole = fc
    .tuple(item, roundingRule, product)
    .map(([own, rule, of]): Partial<ItemState> => ({ ...own, ...rule, ...of }))
  const parts = { items: fc.array(whole, { minLength: 1, maxLength: 4 }), discount: decimal(1, 2) }
  return fc.record(parts).map(({ items, discount }) => {
    const states = items.map((state, index) =>
      itemState({ ...state, id: -1 - index, templateLineId: null }),
    )
    const list = calculateList(newList({ job, name: 'Any', templateIds: [], items: states }))
    return calculateList({ ...list, totalDiscount: Math.min(discount, list.totalPrice) })
  })
}
