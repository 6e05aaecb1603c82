import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverList } from './order-coverage.ts'
import type { ItemCoverage } from './order-coverage.ts'
import { minusLines, plusLines } from './ordered-quantities.ts'
import type { OrderedQuantities } from './ordered-quantities.ts'

const byUnit = (sums: readonly (readonly [number, Decimal])[]): OrderedQuantities =>
  new Map(sums.map(([key, sum]) => [key, new Map([['BUNDLES', sum]])]))
const ordered = (quantities: Readonly<Record<number, string>>): OrderedQuantities =>
  byUnit(Object.entries(quantities).map(([key, text]) => [Number(key), new Decimal(text)]))

const plain = ({ listItemId, isLive, quantityUnits: _unit, ...quantities }: ItemCoverage) => [
  listItemId,
  ...Object.values(quantities).map((quantity: Decimal) => quantity.toFixed()),
  ...(isLive ? [] : ['gone']),
]

describe('the coverage of a list', () => {
  it('shows the ordered, over-ordered and remaining quantity of each material and labor item', () => {
    const items = [
      { id: 3, type: 'MATERIAL', quantity: 76 },
      { id: 1, type: 'LABOR', quantity: '21.94' },
      { id: 2, type: 'OTHER', quantity: 1 },
      { id: 4, type: 'MATERIAL', quantity: 0.3 },
    ]

    expect(coverList(items, ordered({ 3: '100', 1: '20' })).map(plain)).toEqual([
      [3, '76', '100', '24', '0'],
      [1, '21.94', '20', '0', '1.94'],
      [4, '0.3', '0', '0', '0.3'],
    ])
  })

  it('does not count what is ordered in another unit than the list counts', () => {
    const items = [{ id: 3, type: 'MATERIAL', quantity: 76, quantityUnits: 'SQUARES' }]
    const both = plusLines(ordered({ 3: '100' }), [
      { listItemId: 3, quantity: '25', quantityUnits: 'SQUARES' },
    ])

    expect(coverList(items, both).map(plain)).toEqual([[3, '76', '25', '0', '51']])
  })

  it('ends with ordered items that the list no longer has, and leaves out credited quantities', () => {
    const items = [{ id: 5, type: 'MATERIAL', quantity: 2 }]

    expect(coverList(items, ordered({ 9: '1', 7: '0.5', 8: '0' })).map(plain)).toEqual([
      [5, '2', '0', '0', '2'],
      [7, '0', '0.5', '0.5', '0', 'gone'],
      [9, '0', '1', '1', '0', 'gone'],
    ])
  })

  it('shows a removed item once for each unit that it is ordered in, and never adds these up', () => {
    const bundles = { listItemId: 7, quantity: '30', quantityUnits: 'BUNDLES' }
    const all = plusLines(new Map(), [
      { listItemId: 7, quantity: '10', quantityUnits: 'SQUARES' },
      bundles,
      { listItemId: 7, quantity: '5', quantityUnits: 'ROLLS' },
      { listItemId: 7, quantity: '-5', quantityUnits: 'ROLLS' },
      bundles,
    ])

    const rows = coverList([], all)
    expect(rows.map((row) => [row.quantityUnits, ...plain(row)])).toEqual([
      ['BUNDLES', 7, '0', '60', '60', '0', 'gone'],
      ['SQUARES', 7, '0', '10', '10', '0', 'gone'],
    ])
  })

  it('of an item without its unit is that of the only unit in which it is ordered', () => {
    const items = [{ id: 3, type: 'MATERIAL', quantity: 76 }]
    const bundles = ordered({ 3: '70' })
    const both = plusLines(bundles, [{ listItemId: 3, quantity: '2', quantityUnits: 'SQUARES' }])

    expect(coverList(items, bundles).map(plain)).toEqual([[3, '76', '70', '0', '6']])
    expect(() => coverList(items, both)).toThrow('the unit of list item 3')
  })

  it('shows an ordered item that can no longer be ordered', () => {
    const items = [{ id: 5, type: 'OTHER', quantity: 2 }]

    expect(coverList(items, ordered({ 5: '2' })).map(plain)).toEqual([[5, '2', '2', '0', '0']])
  })
})

const quantity = fc.integer({ min: 0, max: 10_000_000_000 }).map((n) => new Decimal(n).div(100_000))
const id = fc.integer({ min: 1, max: 12 })
const items = fc.uniqueArray(
  fc.record({
    id,
    type: fc.constantFrom('MATERIAL', 'LABOR', 'OTHER'),
    quantity: quantity.map((value) => value.toFixed()),
  }),
  { selector: (item) => item.id },
)
const quantities = fc.uniqueArray(fc.tuple(id, quantity), { selector: ([key]) => key })
const lines = fc.array(
  fc.record({
    listItemId: id,
    quantity: quantity.map((value) => value.toFixed()),
    quantityUnits: fc.constant('BUNDLES'),
  }),
)

describe('for any orders', () => {
  it('ordered plus remaining less over-ordered is the quantity that the list needs', () => {
    fc.assert(
      fc.property(items, quantities, (needed, before) => {
        for (const item of coverList(needed, byUnit(before))) {
          expect(item.ordered.plus(item.left).minus(item.overOrdered).equals(item.quantity)).toBe(
            true,
          )
          expect(Decimal.min(item.left, item.overOrdered).isZero()).toBe(true)
        }
      }),
    )
  })

  it('every orderable or ordered item appears once, and nothing else', () => {
    fc.assert(
      fc.property(items, quantities, (needed, before) => {
        const ids = coverList(needed, byUnit(before)).map(({ listItemId }) => listItemId)
        const gone = before.filter(
          ([key, value]) => !value.isZero() && needed.every((item) => item.id !== key),
        )
        const expected = [
          ...needed.filter(
            (item) => item.type !== 'OTHER' || before.some(([key]) => key === item.id),
          ),
          ...gone.map(([key]) => ({ id: key })),
        ]
        expect(ids).toHaveLength(expected.length)
        expect(new Set(ids)).toEqual(new Set(expected.map((item) => item.id)))
      }),
    )
  })

  it('ordering something and cancelling it changes nothing', () => {
    fc.assert(
      fc.property(items, quantities, lines, (needed, before, more) => {
        const sum = byUnit(before)
        const back = minusLines(plusLines(sum, more), more)
        const nonzero = (row: ItemCoverage) => !row.ordered.isZero() || row.isLive
        const coverable = needed.filter(({ type }) => type !== 'OTHER')
        expect(coverList(coverable, back).filter(nonzero).map(plain)).toEqual(
          coverList(coverable, sum).filter(nonzero).map(plain),
        )
      }),
    )
  })

  it('another order reduces the rest, and never the quantities of other orders', () => {
    fc.assert(
      fc.property(items, quantities, lines, (needed, before, more) => {
        const sum = byUnit(before)
        const after = new Map(
          coverList(needed, plusLines(sum, more)).map((row) => [row.listItemId, row]),
        )
        for (const row of coverList(needed, sum)) {
          const next = after.get(row.listItemId)
          expect(next?.ordered.greaterThanOrEqualTo(row.ordered)).toBe(true)
          expect(next?.left.lessThanOrEqualTo(row.left)).toBe(true)
        }
      }),
    )
  })
})
