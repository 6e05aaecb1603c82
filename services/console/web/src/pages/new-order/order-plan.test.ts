import { describe, expect, test } from 'vitest'
import { barOf, isNothingLeft, planOrders } from './order-plan.ts'
import type { Coverage, OrderableItem, OrderPlan, PlanOptions } from './order-plan.ts'

const ABC = 1
const QXO = 2

function item(id: number, given: Partial<OrderableItem> = {}): OrderableItem {
  return {
    id,
    name: `Item ${id}`,
    quantity: 10,
    quantityUnits: 'BUNDLES',
    type: 'MATERIAL',
    color: null,
    SKU: `SKU-${id}`,
    unitCost: 2.5,
    taxPercent: 7.25,
    totalCost: 26.81,
    vendor: { id: ABC },
    ...given,
  }
}

const covered = (listItemId: number, ordered: number, needed = 10): Coverage => ({
  listItemId,
  ordered,
  left: Math.max(0, needed - ordered),
})

const plan = (
  items: readonly OrderableItem[],
  {
    draft,
    ...given
  }: Partial<Omit<PlanOptions, 'draft'>> & { draft?: Partial<PlanOptions['draft']> } = {},
): OrderPlan =>
  planOrders({
    items,
    coverage: [],
    connectedVendorIds: new Set(),
    archivedVendorIds: new Set(),
    draft: { picks: {}, ways: {}, vendorId: '', ...draft },
    ...given,
  })

const idsOf = (planned: OrderPlan): unknown =>
  planned.orders.map(({ vendorId, kind, way, items }) => [
    vendorId,
    kind,
    way,
    items.map((each) => each.item.id),
  ])

describe('what is proposed', () => {
  test('is the materials of each vendor, by document, without names', () => {
    const planned = plan([item(1), item(2, { vendor: { id: QXO } }), item(3)])
    expect(idsOf(planned)).toEqual([
      [ABC, 'MATERIAL', 'document', [1, 3]],
      [QXO, 'MATERIAL', 'document', [2]],
    ])
    expect(planned.isNamed).toBe(false)
    expect(planned.orders[0]?.totalCost).toBe(53.62)
  })

  test('leaves out labor, other costs and what is ordered already', () => {
    const planned = plan(
      [item(1), item(2, { type: 'LABOR' }), item(3, { type: 'OTHER' }), item(4)],
      { coverage: [covered(4, 10)] },
    )
    expect(idsOf(planned)).toEqual([[ABC, 'MATERIAL', 'document', [1]]])
    expect(planned.sections.flatMap(({ items }) => items.map((each) => each.item.id))).toEqual([
      1, 4, 2,
    ])
  })

  test('orders what is left of an item, priced as the server prices a part', () => {
    const planned = plan([item(1)], { coverage: [covered(1, 7)] })
    expect(planned.orders[0]?.items[0]).toMatchObject({ quantity: 3, over: 0, totalCost: 8.04 })
  })

  test('goes to the order system of a connected vendor, with names', () => {
    const planned = plan([item(1)], { connectedVendorIds: new Set([ABC]) })
    expect(idsOf(planned)).toEqual([[ABC, 'MATERIAL', 'submit', [1]]])
    expect(planned.isNamed).toBe(true)
  })
})

test('what is left is not known of an item that is ordered in another unit: named, it is ordered in full', () => {
  const planned = plan([item(1), item(2)], { coverage: [covered(2, 7)], namesItems: true })
  expect(planned.isNamed).toBe(true)
  expect(planned.orders[0]?.items).toMatchObject([{ quantity: 10 }, { quantity: 10, over: 7 }])
})

test('nothing is left to order of materials that are ordered, or of which the list needs none', () => {
  const items = [item(1), item(2, { quantity: 0 }), item(3, { type: 'LABOR' })]
  expect(isNothingLeft(plan(items, { coverage: [covered(1, 10), covered(2, 0, 0)] }))).toBe(true)
  expect(isNothingLeft(plan(items, { coverage: [covered(1, 9), covered(2, 0, 0)] }))).toBe(false)
  expect(isNothingLeft(plan([item(3, { type: 'LABOR' })]))).toBe(false)
})

describe('what was ordered in part', () => {
  const connectedVendorIds = new Set([ABC, QXO])
  const items = [item(1), item(2, { vendor: { id: QXO } })]
  const coverage = [covered(1, 7)]

  test('is proposed by document, so that only the rest is ordered', () => {
    const planned = plan(items, { coverage, connectedVendorIds })
    expect(planned.orders.map(({ way }) => way)).toEqual(['document', 'document'])
    expect(planned.orders[0]?.items[0]).toMatchObject({ quantity: 3, over: 0 })
    expect(planned).toMatchObject({ isNamed: false, overOrdered: [] })
  })

  test('can be submitted all the same, in full', () => {
    const draft = { ways: { [ABC]: 'submit' } } as const
    const planned = plan(items, { coverage, connectedVendorIds, draft })
    expect(planned.orders[0]).toMatchObject({ way: 'submit', items: [{ quantity: 10, over: 7 }] })
  })
})

describe('what is chosen', () => {
  test('is named, and then ordered in full, whatever was ordered before', () => {
    const planned = plan([item(1), item(2)], {
      coverage: [covered(1, 7)],
      draft: { picks: { 2: false } },
    })
    expect(planned.isNamed).toBe(true)
    expect(planned.orders[0]?.items[0]).toMatchObject({ quantity: 10, over: 7, totalCost: 26.81 })
    expect(planned.overOrdered.map((each) => each.item.id)).toEqual([1])
  })

  test('splits materials and labor of one vendor', () => {
    const planned = plan([item(1), item(2, { type: 'LABOR' })], { draft: { picks: { 2: true } } })
    expect(idsOf(planned)).toEqual([
      [ABC, 'MATERIAL', 'document', [1]],
      [ABC, 'LABOR', 'document', [2]],
    ])
  })

  test('labor is never submitted', () => {
    const planned = plan([item(1, { type: 'LABOR', SKU: null })], {
      connectedVendorIds: new Set([ABC]),
      draft: { picks: { 1: true } },
    })
    expect(idsOf(planned)).toEqual([[ABC, 'LABOR', 'document', [1]]])
    expect(planned.withoutSku).toEqual([])
  })

  test('a document can be chosen for a connected vendor', () => {
    const planned = plan([item(1, { SKU: ' ' })], {
      connectedVendorIds: new Set([ABC]),
      draft: { ways: { [ABC]: 'document' } },
    })
    expect(idsOf(planned)).toEqual([[ABC, 'MATERIAL', 'document', [1]]])
    expect(planned.withoutSku).toEqual([])
    expect(planned.isNamed).toBe(false)
  })

  test('an item without a SKU is named where it would be submitted', () => {
    const planned = plan([item(1, { SKU: null }), item(2)], { connectedVendorIds: new Set([ABC]) })
    expect(planned.withoutSku.map((each) => each.item.id)).toEqual([1])
  })
})

describe('items without a vendor', () => {
  const items = [item(1), item(2, { vendor: null })]

  test('are in no order until a vendor is chosen, which the plan says', () => {
    const planned = plan(items)
    expect(planned.lacksVendor).toBe(true)
    expect(idsOf(planned)).toEqual([[ABC, 'MATERIAL', 'document', [1]]])
  })

  test('join the order of the chosen vendor, and keep their own section', () => {
    const planned = plan(items, { draft: { vendorId: String(ABC) } })
    expect(planned.lacksVendor).toBe(false)
    expect(idsOf(planned)).toEqual([[ABC, 'MATERIAL', 'document', [1, 2]]])
    expect(planned.sections.map(({ vendorId }) => vendorId)).toEqual([ABC, null])
  })

  test('need no vendor when they are left out', () => {
    expect(plan(items, { draft: { picks: { 2: false } } }).lacksVendor).toBe(false)
  })
})

test('chosen items of an archived vendor are named, labor too, and those that are left out are not', () => {
  const items = [
    item(1),
    item(2, { vendor: { id: QXO } }),
    item(3, { vendor: { id: QXO } }),
    item(4, { vendor: { id: QXO }, type: 'LABOR' }),
    item(5, { vendor: { id: QXO }, type: 'LABOR' }),
  ]
  const archivedVendorIds = new Set([QXO])
  const planned = plan(items, { archivedVendorIds, draft: { picks: { 3: false, 4: true } } })
  expect(planned.ofArchived.map((each) => each.item.id)).toEqual([2, 4])
  expect(plan([item(1)], { archivedVendorIds }).ofArchived).toEqual([])
})

test('more documents than one call places are named before anything is sent', () => {
  const ofVendors = (count: number) =>
    Array.from({ length: count }, (_, index) => item(index + 1, { vendor: { id: index + 1 } }))
  expect(plan(ofVendors(51)).hasTooManyDocuments).toBe(true)
  expect(plan(ofVendors(50)).hasTooManyDocuments).toBe(false)
  // One of them is submitted to the vendor's order system, by a call of its own.
  const connectedVendorIds = new Set([1])
  expect(plan(ofVendors(51), { connectedVendorIds }).hasTooManyDocuments).toBe(false)
})

test('amounts are unknown where costs may not be seen', () => {
  const planned = plan([item(1, { unitCost: null, totalCost: null }), item(2)])
  expect(planned.orders[0]?.totalCost).toBeNull()
})

test('a bar is as long as the need, or as all that is ordered', () => {
  const [planned] = plan([item(1)], { coverage: [covered(1, 5)] }).sections[0]?.items ?? []
  if (!planned) throw new Error('The item is missing.')
  expect(barOf(planned)).toEqual({ ordered: 50, now: 50, need: 100 })
  expect(barOf({ ...planned, ordered: 10, quantity: 10 })).toEqual({
    ordered: 50,
    now: 50,
    need: 50,
  })
  expect(barOf({ ...planned, isChosen: false })).toEqual({ ordered: 50, now: 0, need: 100 })
  const nothing = { ...planned, item: item(1, { quantity: 0 }), ordered: 0, quantity: 0 }
  expect(barOf(nothing)).toEqual({ ordered: 0, now: 0, need: 100 })
})
