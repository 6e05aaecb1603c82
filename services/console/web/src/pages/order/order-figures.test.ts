import { describe, expect, test } from 'vitest'
import { linesByGroup, standingLines, totalsOf, totalWithChanges } from './order-figures.ts'
import type { FullOrder } from './order-figures.ts'

type Line = FullOrder['changeOrders'][number]['orderListItems'][number]

const line = (id: string, given: Partial<Line> = {}): Line => ({
  id,
  name: `Line ${id}`,
  quantity: 10,
  quantityUnits: 'BUNDLES',
  sku: null,
  color: null,
  listItemGroupName: 'Shingles',
  unitCost: 1,
  pretaxCost: 10,
  totalCost: 10.7,
  rejectedReason: null,
  listItem: null,
  credits: null,
  ...given,
})

const change = (state: string, lines: readonly Line[]): FullOrder['changeOrders'][number] => ({
  id: 'change',
  kind: 'MATERIAL',
  state,
  purchaseOrderNumber: null,
  externalIdentifier: null,
  productionListId: 1,
  jobId: 1,
  createdAt: '2026-11-26T02:00:00.000Z',
  vendor: { id: 1, vendorName: 'ABC' },
  distributionOrder: null,
  changes: null,
  orderListItems: lines,
})

describe('totals', () => {
  test('add up to the cent', () => {
    expect(
      totalsOf([
        line('a', { pretaxCost: 0.1, totalCost: 0.1 }),
        line('b', { pretaxCost: 0.2, totalCost: 0.21 }),
      ]),
    ).toEqual({
      pretaxCost: 0.3,
      tax: 0.01,
      totalCost: 0.31,
    })
  })

  test('leave out what the supplier refused', () => {
    expect(totalsOf([line('a'), line('b', { rejectedReason: 'Discontinued' })])?.totalCost).toBe(
      10.7,
    )
  })

  test('are unknown where costs may not be seen', () => {
    expect(totalsOf([line('a'), line('b', { pretaxCost: null, totalCost: null })])).toBeNull()
  })
})

describe('changes of an order', () => {
  const credit = line('c', { quantity: -4, totalCost: -4.28, credits: { id: 'a' } })
  const order = {
    state: 'placed',
    orderListItems: [line('a'), line('b')],
    changeOrders: [
      change('placed', [line('d', { quantity: 2 }), credit]),
      change('cancelled', [line('e'), line('f', { quantity: -10, credits: { id: 'b' } })]),
    ],
  }

  test('leave of each line what was not taken back, and count additions', () => {
    expect(standingLines(order).map(({ line: { id }, quantity }) => [id, quantity])).toEqual([
      ['a', 6],
      ['b', 10],
      ['d', 2],
    ])
  })

  test('leave out lines that were taken back in full or refused', () => {
    const taken = change('placed', [line('c', { quantity: -10, credits: { id: 'a' } })])
    const refused = line('b', { rejectedReason: 'Discontinued' })
    expect(standingLines({ orderListItems: [line('a'), refused], changeOrders: [taken] })).toEqual(
      [],
    )
  })

  test('count in the total with changes unless they were cancelled', () => {
    expect(totalWithChanges(order)).toBe(27.82)
  })

  test('have no total where there are none, or the order was cancelled or replaced with them', () => {
    expect(totalWithChanges({ ...order, changeOrders: [] })).toBeNull()
    const changeOrders = [change('cancelled', [line('d', { quantity: 2 }), credit])]
    expect(totalWithChanges({ ...order, state: 'cancelled', changeOrders })).toBeNull()
    expect(totalWithChanges({ ...order, state: 'replaced', changeOrders })).toBeNull()
  })
})

test('lines keep their order in their groups', () => {
  const lines = [line('a'), line('b', { listItemGroupName: 'Nails' }), line('c')]
  expect(
    linesByGroup(lines).map(([group, members]) => [group, members.map(({ id }) => id)]),
  ).toEqual([
    ['Shingles', ['a', 'c']],
    ['Nails', ['b']],
  ])
})
