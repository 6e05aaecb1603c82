import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemState, listState } from '../../testing/list-state.ts'
import type { VendorPrice } from '../prices/stated-price.ts'
import type { ItemState, ListState } from './list-state.ts'
import { priceWarning } from './price-warning.ts'
import type { PricedItem } from './price-warning.ts'
import { repriceList } from './reprice-list.ts'

const amount = fc.integer({ min: 0, max: 30 }).map((n) => n / 10)
const source = fc.constantFrom('template', 'price-book', 'manual')

const price: fc.Arbitrary<VendorPrice> = fc.record({
  id: fc.integer({ min: 100, max: 200 }),
  vendorId: fc.constant(1),
  sku: fc.constant('A'),
  name: fc.constant('Shingles'),
  unit: fc.constantFrom('BUNDLES', 'SQUARES', 'PALLETS'),
  coverage: fc.constant(null),
  coverageUnit: fc.constant(null),
  colors: fc.constant([]),
  unitCost: amount,
  taxPercent: fc.option(amount),
  effectiveFrom: fc.constant('2026-03-01'),
  effectiveTo: fc.constant(null),
})

/** An item and its price in the book; the item may have no vendor or SKU. */
const entry = fc.record({
  unitCost: amount,
  taxPercent: amount,
  unitCostSource: source,
  isManualTax: fc.boolean(),
  current: fc.option(price),
  isBookless: fc.boolean(),
})

type Entry = typeof entry extends fc.Arbitrary<infer Value> ? Value : never

const entries = fc.array(entry, { maxLength: 8 })

function listOf(all: readonly Entry[]) {
  const items = all.map(({ unitCost, taxPercent, unitCostSource, isManualTax }, index) =>
    itemState({
      id: index + 1,
      name: `Item ${index + 1}`,
      unitCost,
      taxPercent,
      unitCostSource,
      manualFields: [
        ...(unitCostSource === 'manual' ? (['unitCost'] as const) : []),
        ...(isManualTax ? (['taxPercent'] as const) : []),
      ],
    }),
  )
  return {
    list: listState({ id: 9, items }),
    current: new Map(
      all.map((one, index) => [index + 1, one.isBookless ? undefined : one.current]),
    ),
  }
}

/** The priced items that a read of the database would return for the items of a list. */
function pricedOf(
  items: readonly ItemState[],
  current: ReadonlyMap<number, VendorPrice | null | undefined>,
): ReadonlyMap<number, PricedItem> {
  const priced = items.flatMap((item): readonly [number, PricedItem][] => {
    const now = current.get(item.id)
    if (now === undefined) return []
    const isManualTax = item.manualFields.includes('taxPercent')
    const packages = [{ unit: 'BUNDLES', holds: 25, of: 'SQUARE_FEET' }]
    return [
      [
        item.id,
        {
          ...item,
          listItemId: item.id,
          vendorId: 1,
          isManualTax,
          templateTaxPercent: item.id % 2 === 0 ? null : 1.5,
          packages,
          current: now,
          taken: null,
        },
      ],
    ]
  })
  return new Map(priced)
}

function repriced(...args: Parameters<typeof repriceList>): ListState {
  const result = repriceList(...args)
  if (result.kind === 'rejected') throw new Error(result.message)
  return result.list
}

test('repricing applies the prices of the warnings, and changes nothing else', () => {
  fc.assert(
    fc.property(entries, (all) => {
      const { list, current } = listOf(all)
      const priced = pricedOf(list.items, current)
      const after = repriced(list, priced, null)

      for (const [index, item] of list.items.entries()) {
        const beside = priced.get(item.id)
        const warning = beside && priceWarning(beside)
        const isTaken =
          item.unitCostSource !== 'manual' && (warning?.currentUnitCost ?? null) !== null
        const expected = isTaken
          ? {
              ...item,
              unitCost: warning?.currentUnitCost,
              taxPercent: warning?.currentTaxPercent,
              unitCostSource: 'price-book',
              priceId: beside?.current?.id,
            }
          : item
        expect(after.items[index]).toEqual(expected)
      }
    }),
  )
})

test('repricing a repriced list changes nothing', () => {
  fc.assert(
    fc.property(entries, fc.boolean(), (all, isNamed) => {
      const { list, current } = listOf(all)
      const priced = pricedOf(list.items, current)
      const usable = [...priced].filter(([, item]) => item.current?.unit !== 'PALLETS')
      const named = usable.filter(([, item]) => item.current !== null).map(([id]) => id)
      const names = isNamed ? named : null

      const once = repriced(list, priced, names)
      expect(repriced(once, pricedOf(once.items, current), names)).toEqual(once)
    }),
  )
})

test('a named item is repriced even when its cost was set by hand, but keeps a tax set by hand', () => {
  fc.assert(
    fc.property(price, (now) => {
      fc.pre(now.unit === 'BUNDLES')
      const item = { unitCost: 99, taxPercent: 88, isManualTax: true, isBookless: false }
      const { list, current } = listOf([{ ...item, unitCostSource: 'manual', current: now }])
      expect(repriced(list, pricedOf(list.items, current), [1]).items).toMatchObject([
        {
          unitCost: now.unitCost,
          taxPercent: 88,
          unitCostSource: 'price-book',
          priceId: now.id,
          manualFields: ['taxPercent'],
        },
      ])
    }),
  )
})

test('an item without a usable price in the book is refused by name', () => {
  const none = { unitCost: 1, taxPercent: 0, isManualTax: false, isBookless: false, current: null }
  const { list, current } = listOf([{ ...none, unitCostSource: 'template' }])
  const priced = pricedOf(list.items, current)
  expect(repriceList(list, priced, [1])).toEqual({
    kind: 'rejected',
    argument: 'listItemIds[0]',
    message: 'No price per BUNDLES is in force for "Item 1" in the price book.',
  })
  expect(repriceList(list, new Map(), [1])).toMatchObject({
    argument: 'listItemIds[0]',
    message: '"Item 1" has no vendor or no SKU, so no price book has it.',
  })
  expect(repriceList(list, priced, [2])).toMatchObject({
    argument: 'listItemIds[0]',
    message: 'Production list 9 has no item 2. Give the id of one of its items.',
  })
})
