import fc from 'fast-check'
import { calculateList } from '../domain/lists/calculate-list.ts'
import type { ItemState, ListState } from '../domain/lists/list-state.ts'
import { newList } from '../domain/lists/new-list.ts'
import type { NewList } from '../domain/lists/new-list.ts'
import { itemState } from './list-state.ts'

const decimal = (max: number, decimals: number) =>
  fc.integer({ min: 0, max: max * 10 ** decimals }).map((n) => n / 10 ** decimals)

const item: fc.Arbitrary<Partial<ItemState>> = fc.record({
  type: fc.constantFrom('MATERIAL', 'LABOR', 'OTHER'),
  computedMeasurement: decimal(5000, 3),
  coverage: fc.integer({ min: 1000, max: 101_000 }).map((n) => n / 1000),
  wasteFactor: decimal(1, 3),
  rounding: fc.constantFrom('whole', 'exact'),
  isCombined: fc.boolean(),
  productId: fc.constant(null),
  minimumQuantity: fc.option(decimal(10, 2), { nil: null }),
  unitCost: decimal(1000, 4),
  taxPercent: decimal(15, 4),
  markup: decimal(2, 4),
})

/** Lists of a job with calculated figures, as they are before they are saved. */
export function randomList(job: NewList['job']): fc.Arbitrary<ListState> {
  const parts = { items: fc.array(item, { minLength: 1, maxLength: 4 }), discount: decimal(1, 2) }
  return fc.record(parts).map(({ items, discount }) => {
    const states = items.map((state, index) =>
      itemState({ ...state, id: -1 - index, templateLineId: null }),
    )
    const list = calculateList(newList({ job, name: 'Any', templateIds: [], items: states }))
    return calculateList({ ...list, totalDiscount: Math.min(discount, list.totalPrice) })
  })
}
