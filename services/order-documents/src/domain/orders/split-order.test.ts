import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listItem } from '../../testing/list-item.ts'
import { orderedIn, plusLines } from './ordered-quantities.ts'
import type { OrderedQuantities } from './ordered-quantities.ts'
import type { ListItem } from './production-list.ts'
import { splitOrder } from './split-order.ts'
import type { SplitDecision } from './split-order.ts'

const shingles = listItem({ id: 1, quantity: '76', vendorId: 10 })
const siding = listItem({ id: 2, quantity: '20.5', vendorId: 20 })
const ridge = listItem({ id: 3, quantity: '4', vendorId: 10 })
const nails = listItem({ id: 4, quantity: '2', vendorId: null })
const tearOff = listItem({ id: 5, type: 'LABOR', quantity: '23', vendorId: 10 })
const permit = listItem({ id: 6, type: 'OTHER', vendorId: 10 })
const everything = [shingles, siding, ridge, tearOff, permit]

describe('splitting a list', () => {
  it('makes one order for each vendor, in the order of the list', () => {
    expect(shown(split(everything))).toEqual([
      { vendorId: 10, orderKind: 'MATERIAL', lines: { 1: '76', 3: '4' } },
      { vendorId: 20, orderKind: 'MATERIAL', lines: { 2: '20.5' } },
    ])
  })

  it('orders only the remaining quantities', () => {
    const ordered = quantities({ 1: '70', 2: '20.5', 3: '9' })

    expect(shown(split(everything, {}, ordered))).toEqual([
      { vendorId: 10, orderKind: 'MATERIAL', lines: { 1: '6' } },
    ])
  })

  it('is refused while something of a rest is ordered in another unit, unless the items are named', () => {
    const ordered = quantities({ 1: '25' }, 'SQUARES')

    expect(split([shingles, ridge], {}, ordered)).toEqual({
      kind: 'unit-changed',
      items: [{ listItemId: 1, unit: 'BUNDLES', orderedUnits: ['SQUARES'] }],
    })
    expect(shown(split([shingles, ridge], { listItemIds: ['1'] }, ordered))).toEqual([
      { vendorId: 10, orderKind: 'MATERIAL', lines: { 1: '76' } },
    ])
    const named = plusLines(ordered, [{ listItemId: 1, quantity: '76', quantityUnits: 'BUNDLES' }])
    expect(shown(split([shingles, ridge], {}, named))).toEqual([
      { vendorId: 10, orderKind: 'MATERIAL', lines: { 3: '4' } },
    ])
    expect(split([shingles], {}, quantities({ 1: '0' }, 'SQUARES')).kind).toBe('accepted')
  })

  it('orders named items in full, regardless of earlier orders, and labor apart from material', () => {
    const ordered = quantities({ 1: '76', 5: '23' })

    expect(shown(split(everything, { listItemIds: ['5', '1'] }, ordered))).toEqual([
      { vendorId: 10, orderKind: 'MATERIAL', lines: { 1: '76' } },
      { vendorId: 10, orderKind: 'LABOR', lines: { 5: '23' } },
    ])
  })

  it('orders items without a vendor from the vendor of the call, and refuses them without one', () => {
    expect(split([shingles, nails])).toEqual({ kind: 'vendor-required', listItemIds: [4] })
    expect(shown(split([shingles, nails], { vendorId: 20 }))).toEqual([
      { vendorId: 10, orderKind: 'MATERIAL', lines: { 1: '76' } },
      { vendorId: 20, orderKind: 'MATERIAL', lines: { 4: '2' } },
    ])
  })

  it('does not require the vendor of an item without a rest', () => {
    const ordered = quantities({ 4: '2' })

    expect(split([shingles, nails], {}, ordered).kind).toBe('accepted')
  })

  it('has nothing left when all is ordered', () => {
    expect(split([shingles], {}, quantities({ 1: '76' }))).toEqual({ kind: 'nothing-left' })
  })

  it.each([
    ['an item of another list is named', { listItemIds: ['99'] }, 'unknown-list-items'],
    ['an item of other costs is named', { listItemIds: ['6'] }, 'not-orderable'],
  ])('is refused when %s', (_rule, request, kind) => {
    expect(split(everything, request).kind).toBe(kind)
  })

  it('makes at most 50 orders', () => {
    const items = Array.from({ length: 51 }, (_, index) =>
      listItem({ id: index + 1, vendorId: index + 1 }),
    )
    expect(split(items)).toEqual({ kind: 'too-many-orders', count: 51 })
    expect(shown(split(items.slice(1)))).toHaveLength(50)
  })

  it('of a list without material is refused', () => {
    expect(split([tearOff])).toEqual({ kind: 'no-material-items' })
  })
})

it('after a split nothing is left, and a second one orders nothing', () => {
  const items = fc
    .array(
      fc.record({
        quantity: fc.integer({ min: 0, max: 10_000 }).map((n) => new Decimal(n).div(8).toFixed()),
        before: fc.integer({ min: 0, max: 1500 }),
        vendorId: fc.constantFrom(10, 20, 30, null),
      }),
      { minLength: 1, maxLength: 20 },
    )
    .map((drafts) => drafts.map((draft, index) => ({ ...draft, id: index + 1 })))
  fc.assert(
    fc.property(items, (drafts) => {
      const list = drafts.map(({ before: _before, ...item }) => listItem(item))
      const before = quantities(
        Object.fromEntries(drafts.map(({ id, before }) => [id, String(before)])),
      )
      const decision = split(list, { vendorId: 40 }, before)
      const orders = decision.kind === 'accepted' ? decision.orders : []
      const lines = orders.flatMap((order) => order.lines)
      const after = plusLines(before, lines)

      expect(lines.every(({ quantity }) => new Decimal(quantity).greaterThan(0))).toBe(true)
      expect(split(list, { vendorId: 40 }, after)).toEqual({ kind: 'nothing-left' })
      for (const { id, quantity } of list) {
        const most = Decimal.max(quantity, orderedIn(before, id, 'BUNDLES'))
        expect(orderedIn(after, id, 'BUNDLES').toFixed()).toBe(most.toFixed())
      }
    }),
  )
})

function split(
  list: readonly ListItem[],
  request: { readonly listItemIds?: readonly string[]; readonly vendorId?: number } = {},
  ordered: OrderedQuantities = new Map(),
): SplitDecision {
  const { listItemIds, vendorId } = request
  return splitOrder(list, { listItemIds, vendorId }, ordered)
}

function quantities(
  ordered: Readonly<Record<string, string>>,
  quantityUnits = 'BUNDLES',
): OrderedQuantities {
  return plusLines(
    new Map(),
    Object.entries(ordered).map(([id, quantity]) => ({
      listItemId: Number(id),
      quantity,
      quantityUnits,
    })),
  )
}

function shown(decision: SplitDecision): unknown {
  if (decision.kind !== 'accepted') return decision
  return decision.orders.map(({ lines, ...order }) => ({
    ...order,
    lines: Object.fromEntries(lines.map((line) => [line.listItemId, line.quantity])),
  }))
}
