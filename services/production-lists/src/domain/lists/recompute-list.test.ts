import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import type { VendorPrice } from '../prices/stated-price.ts'
import type { Template } from '../templates/template.ts'
import { draftItems } from './draft-items.ts'
import { editList } from './edit-list.ts'
import type { ItemState, ListState } from './list-state.ts'
import { manualVendors, withVendors } from './manual-vendors.ts'
import { recomputeList } from './recompute-list.ts'
import { calculateList } from './calculate-list.ts'

type Line = Template['lines'][number]

const measured = (area: number, eaves = 189): Measurements => ({
  roof: { roof_facets: { area }, gutters_eaves: { length: eaves } },
})

function line(id: number, fields: Partial<Line> = {}): Line {
  return {
    id,
    sortOrder: id,
    name: `Line ${id}`,
    listItemGroupName: 'Shingles',
    type: 'MATERIAL',
    measure: [{ measure: 'roof_area' }],
    measurementUnits: 'squares',
    coverage: 0.32,
    quantityUnits: 'BUNDLES',
    wasteFactor: null,
    rounding: 'whole',
    roundingStep: null,
    minimumQuantity: null,
    conditions: [],
    productId: null,
    color: 'Charcoal',
    notes: '',
    vendorId: null,
    unitCost: 19.7,
    markup: 0.35,
    taxPercent: 7.25,
    ...fields,
  }
}

function template(id: number, lines: readonly Line[]): Template {
  return {
    id,
    orgId: 1,
    name: `Template ${id}`,
    tradeType: 'ROOF',
    wasteFactor: 0.1,
    combineSameProducts: true,
    products: [],
    lines: [...lines],
  }
}

const product: Template['products'][number] = {
  id: 1,
  name: 'Shingles',
  displayName: null,
  manufacturerUrl: null,
  productType: 'MATERIAL',
  sku: 'A',
  provider: null,
  packages: [],
}

const price: VendorPrice = {
  id: 44,
  vendorId: 4,
  sku: 'A',
  name: 'Shingles',
  unit: 'BUNDLES',
  coverage: null,
  coverageUnit: null,
  colors: [],
  unitCost: 55,
  taxPercent: null,
  effectiveFrom: '2026-03-01',
  effectiveTo: null,
}

const draftsOf = (
  templates: readonly Template[],
  measurements: Measurements,
  prices: readonly VendorPrice[] = [],
) =>
  templates.map((template) =>
    draftItems({ templates: [template], measurements, defaultWasteFactor: 0, prices }),
  )

/** A list right after its creation. */
function created(templates: readonly Template[], measurements: Measurements): ListState {
  const items = draftsOf(templates, measurements).flat()
  return saved({ ...emptyList, templateIds: templates.map(({ id }) => id), items })
}

/** The list with calculated figures and an id for each item. */
function saved(list: ListState): ListState {
  let last = Math.max(100, ...list.items.map(({ id }) => id))
  const items = list.items.map((item) => (item.id > 0 ? item : { ...item, id: (last += 1) }))
  return calculateList({ ...list, items })
}

function recomputed(
  list: ListState,
  templates: readonly Template[],
  measurements: Measurements,
  prices?: readonly VendorPrice[],
): ListState {
  const vendors = manualVendors(list.items)
  const priced = templates.map((template) => withVendors(template, vendors))
  return recomputeList(list, {
    measurementId: list.measurementId,
    measurementVersion: list.measurementVersion,
    drafts: draftsOf(priced, measurements, prices),
  })
}

function edited(list: ListState, request: Partial<Parameters<typeof editList>[1]>): ListState {
  const edited = editList(list, { id: list.id, ...request }, new Map())
  if (edited.kind === 'rejected') throw new Error(edited.message)
  return saved(edited.list)
}

const linesOf = (list: ListState) => list.items.map(({ templateLineId }) => templateLineId)
const itemOf = (list: ListState, lineId: number): ItemState => {
  const item = list.items.find(({ templateLineId }) => templateLineId === lineId)
  if (item === undefined) throw new Error(`no item of line ${lineId}`)
  return item
}

const emptyList: ListState = calculateList({
  id: 1,
  orgId: 1,
  jobId: 1,
  salesOpportunityId: 1,
  version: 1,
  name: 'Roof',
  measurementId: 1,
  measurementVersion: 1,
  templateIds: [],
  removedLineIds: [],
  totalDiscount: 0,
  soldAt: null,
  contractLaborTotal: 0,
  contractMaterialSubtotal: 0,
  contractMaterialTax: 0,
  contractMaterialTotal: 0,
  contractOtherTotal: 0,
  contractPreDiscountPrice: 0,
  contractTotalCost: 0,
  contractTotalPrice: 0,
  laborTotalCost: 0,
  materialPretaxCost: 0,
  materialSalesTax: 0,
  materialTotalCost: 0,
  otherTotalCost: 0,
  profitAmount: 0,
  profitMargin: 0,
  totalCost: 0,
  totalPrice: 0,
  items: [],
})

describe('a recompute', () => {
  const roof = template(1, [line(1), line(2), line(3)])
  const before = created([roof], measured(2194))

  test('follows newer measurements', () => {
    const after = recomputed(before, [roof], measured(4388))
    expect(after.items.map(({ quantity }) => quantity)).toEqual([151, 151, 151])
    expect(after.items.map(({ id }) => id)).toEqual(before.items.map(({ id }) => id))
    expect(after.totalCost).toBeGreaterThan(before.totalCost)
  })

  test('records the measurement version that it used', () => {
    const fresh = { measurementId: 9, measurementVersion: 2, drafts: draftsOf([roof], measured(1)) }
    expect(recomputeList(before, fresh)).toMatchObject({ measurementId: 9, measurementVersion: 2 })
  })

  test('follows a changed line, but keeps fields set by hand', () => {
    const { id } = itemOf(before, 2)
    const byHand = edited(before, {
      listItems: [{ id, quantity: 7, unitCost: 1.5, notes: 'By noon', color: null }],
    })
    const changed = line(2, { name: 'New name', unitCost: 30, color: 'Gray', taxPercent: 0 })
    const after = recomputed(byHand, [template(1, [line(1), changed, line(3)])], measured(4388))
    expect(itemOf(after, 2)).toMatchObject({
      id,
      name: 'New name',
      taxPercent: 0,
      computedMeasurement: 43.88,
      quantity: 7,
      unitCost: 1.5,
      unitCostSource: 'manual',
      notes: 'By noon',
      color: null,
      pretaxCost: 10.5,
      manualFields: itemOf(byHand, 2).manualFields,
    })
  })

  test('keeps a measurement set by hand, and calculates with it', () => {
    const { id } = itemOf(before, 1)
    const byHand = edited(before, { listItems: [{ id, measurement: 10 }] })
    const after = recomputed(byHand, [roof], measured(4388))
    expect(itemOf(after, 1)).toMatchObject({
      computedMeasurement: 43.88,
      measurement: 10,
      quantity: 35,
    })
  })

  test('drops a quantity, a cost and a measurement set by hand whose unit has changed', () => {
    const [first, second, third] = [1, 2, 3].map((lineId) => itemOf(before, lineId).id)
    if (first === undefined || second === undefined || third === undefined) throw new Error('lines')
    const byHand = edited(before, {
      listItems: [
        { id: first, quantity: 76, notes: 'By noon' },
        { id: second, unitCost: 18 },
        { id: third, measurement: 22 },
      ],
    })
    const inSquares = { quantityUnits: 'SQUARES', coverage: 1, unitCost: 59.1 }
    const along: Partial<Line> = {
      measure: [{ measure: 'eaves' }],
      measurementUnits: 'linear_feet',
    }
    const changed = template(1, [line(1, inSquares), line(2, inSquares), line(3, along)])
    const after = recomputed(byHand, [changed], measured(2194))
    const fresh = created([changed], measured(2194))

    for (const lineId of [1, 2, 3]) {
      const { quantity, unitCost, measurement, totalCost } = itemOf(fresh, lineId)
      expect(itemOf(after, lineId)).toMatchObject({ quantity, unitCost, measurement, totalCost })
    }
    expect(itemOf(after, 1)).toMatchObject({ notes: 'By noon', manualFields: ['notes'] })
  })

  test('keeps no price of a vendor chosen by hand that is for another unit', () => {
    const { id } = itemOf(before, 2)
    const chosen = edited(before, { listItems: [{ id, vendorId: 5 }] })
    const inSquares = line(2, { quantityUnits: 'SQUARES', coverage: 1, unitCost: 59.1 })
    const after = recomputed(chosen, [template(1, [line(1), inSquares, line(3)])], measured(2194))
    expect(itemOf(after, 2)).toMatchObject({ vendorId: 5, unitCost: 59.1 })
  })

  describe('of an item whose vendor was set by hand', () => {
    const bought = { vendorId: 4, productId: 1, unitCost: 40, taxPercent: 5 } as const
    const catalog = { products: [product] }
    const sold = { ...template(1, [line(1, bought)]), ...catalog }
    const dearer = { ...sold, lines: [{ ...line(1, bought), unitCost: 42, taxPercent: 7 }] }
    const list = created([sold], measured(2194))
    const { id } = itemOf(list, 1)
    const prices = [
      { ...price, id: 44, vendorId: 4, unitCost: 55 },
      { ...price, id: 45, vendorId: 5, unitCost: 30, taxPercent: 6 },
    ]
    const priced = (
      item: object,
      wanted: Template = sold,
      books: readonly VendorPrice[] = prices,
    ) =>
      itemOf(
        recomputed(edited(list, { listItems: [{ id, ...item }] }), [wanted], measured(2194), books),
        1,
      )

    test('takes the price in the book of that vendor, never that of the line’s vendor', () => {
      expect(priced({ vendorId: 5 })).toMatchObject({
        vendorId: 5,
        unitCost: 30,
        taxPercent: 6,
        unitCostSource: 'price-book',
        priceId: 45,
      })
    })

    test.for([{ vendorId: 6 }, { vendorId: null }])(
      'takes the figures of the template where no book of its vendor has a price: %j',
      (chosen) => {
        expect(priced(chosen, dearer)).toMatchObject({
          ...chosen,
          unitCost: 42,
          taxPercent: 7,
          unitCostSource: 'template',
          priceId: null,
        })
      },
    )

    test('keeps a cost set by hand, and takes the tax of that vendor or of the template', () => {
      const byHand = { unitCost: 18, unitCostSource: 'manual', priceId: null }
      expect(priced({ vendorId: 5, unitCost: 18 })).toMatchObject({ ...byHand, taxPercent: 6 })
      expect(priced({ vendorId: 6, unitCost: 18 }, dearer)).toMatchObject({
        ...byHand,
        taxPercent: 7,
      })
    })

    test('follows the book of that vendor, and returns to the template when the book ends', () => {
      const once = recomputed(
        edited(list, { listItems: [{ id, vendorId: 5 }] }),
        [sold],
        measured(2194),
        prices,
      )
      expect(recomputed(once, [sold], measured(2194), prices)).toEqual(once)
      const risen = prices.map((one) => ({ ...one, id: one.id + 10, unitCost: 33 }))
      expect(itemOf(recomputed(once, [sold], measured(2194), risen), 1)).toMatchObject({
        unitCost: 33,
        priceId: 55,
      })
      expect(itemOf(recomputed(once, [sold], measured(2194)), 1)).toMatchObject({
        unitCost: 40,
        unitCostSource: 'template',
      })
    })
  })

  test('takes the price of the template for an item whose vendor was chosen by hand, unless its book has a price', () => {
    const { id } = itemOf(before, 2)
    const chosen = edited(before, { listItems: [{ id, vendorId: 5 }] })
    const dearer = template(1, [line(1), line(2, { unitCost: 30, taxPercent: 8 }), line(3)])
    expect(itemOf(recomputed(chosen, [dearer], measured(2194)), 2)).toMatchObject({
      vendorId: 5,
      unitCost: 30,
      taxPercent: 8,
      unitCostSource: 'template',
    })
  })

  test('keeps no price of another product', () => {
    const { id } = itemOf(before, 2)
    const chosen = edited(before, { listItems: [{ id, vendorId: 5 }] })
    const priced = { SKU: 'A', unitCost: 18, unitCostSource: 'price-book', priceId: 3 } as const
    const repriced = calculateList({
      ...chosen,
      items: chosen.items.map((item) => (item.id === id ? { ...item, ...priced } : item)),
    })
    expect(itemOf(recomputed(repriced, [roof], measured(2194)), 2)).toMatchObject({
      SKU: null,
      unitCost: 19.7,
      unitCostSource: 'template',
      priceId: null,
    })
  })

  test('removes an item whose line was removed, even one that was edited', () => {
    const { id } = itemOf(before, 2)
    const byHand = edited(before, { listItems: [{ id, quantity: 7 }] })
    expect(linesOf(recomputed(byHand, [template(1, [line(1), line(3)])], measured(1)))).toEqual([
      1, 3,
    ])
    // In older lists, an item whose line was deleted has no template line.
    const untied = before.items.map((item) => ({
      ...item,
      templateLineId: item.id === id ? null : item.templateLineId,
    }))
    const after = recomputed({ ...before, items: untied }, [roof], measured(2194))
    expect(after.items.filter((item) => item.id === id)).toEqual([])
  })

  test('removes an item whose conditions no longer hold, and later adds it again in the same position', () => {
    const steep = line(2, { conditions: [{ measure: 'roof_area', above: 2000 }] })
    const conditional = template(1, [line(1), steep, line(3)])
    const list = created([conditional], measured(2194))
    const without = recomputed(list, [conditional], measured(2000))
    expect(linesOf(list)).toEqual([1, 2, 3])
    expect(linesOf(without)).toEqual([1, 3])
    expect(linesOf(recomputed(without, [conditional], measured(2001)))).toEqual([1, 2, 3])
  })

  test('does not restore items that were removed by hand', () => {
    const { id } = itemOf(before, 2)
    const byHand = edited(before, { removeListItemIds: [id] })
    expect(linesOf(recomputed(byHand, [roof], measured(4388)))).toEqual([1, 3])
  })

  test('keeps items that were added by hand, and the order', () => {
    const [first = 0, second = 0, third = 0] = before.items.map(({ id }) => id)
    const byHand = edited(before, {
      listItemOrder: [third, second, first],
      addListItems: [
        {
          name: 'Dumpster',
          quantityUnits: 'EACH',
          unitCost: 450,
          quantity: 1,
          afterListItemId: third,
        },
      ],
    })
    const after = recomputed(byHand, [roof], measured(4388))
    expect(after.items.map(({ id }) => id)).toEqual(byHand.items.map(({ id }) => id))
    expect(after.items[1]).toEqual(byHand.items[1])
  })

  test('makes only accepted changes, and calculates items that share packages with them', () => {
    const shared = template(1, [line(1, { productId: 1 }), line(2, { productId: 1 })])
    const list = created([shared], measured(2194))
    const [first] = list.items
    const fresh = {
      measurementId: 1,
      measurementVersion: 1,
      drafts: draftsOf([shared], measured(4388)),
    }
    const figures = ({ items }: ListState) =>
      items.map(({ computedMeasurement, quantity }) => [computedMeasurement, quantity])
    expect(figures(list)).toEqual([
      [21.94, 76],
      [21.94, 75],
    ])
    expect(figures(recomputeList(list, fresh, (id) => id === first?.id))).toEqual([
      [43.88, 151],
      [21.94, 76],
    ])
    expect(recomputeList(list, fresh, () => false)).toEqual(list)
  })

  test('places a new item after the item of the previous line, else at the end', () => {
    const siding = template(2, [line(11), line(12)])
    const both = created([roof, siding], measured(2194))
    const grown = [
      template(1, [line(1), line(4), line(5), line(2), line(3), line(6)]),
      template(2, [line(10), line(11), line(12), line(13)]),
    ]
    const after = recomputed(both, grown, measured(2194))
    expect(linesOf(after)).toEqual([1, 4, 5, 2, 3, 6, 11, 12, 13, 10])
    expect(after.items.map(({ id }) => id).filter((id) => id < 0)).toEqual([-1, -2, -3, -4, -5])

    const [first = 0, second = 0] = both.items.map(({ id }) => id)
    const turned = edited(both, { listItemOrder: [second, first] })
    expect(linesOf(recomputed(turned, grown, measured(1)))).toEqual([
      2, 1, 4, 5, 3, 6, 11, 12, 13, 10,
    ])
  })
})

describe('for any templates, measurements and edits', () => {
  const cents = (max: number) => fc.integer({ min: 0, max }).map((n) => n / 100)
  const lineFields = fc.record({
    measure: fc.constantFrom('roof_area' as const, 'steep_roof_area' as const),
    coverage: cents(10_000).map((n) => n + 0.01),
    wasteFactor: fc.option(cents(100)),
    rounding: fc.constantFrom('whole' as const, 'exact' as const, 'step' as const),
    roundingStep: fc.constantFrom(0.25, 3),
    minimumQuantity: fc.option(cents(1000)),
    isSteepOnly: fc.boolean(),
    productId: fc.option(fc.constantFrom(1, 2)),
    unitCost: cents(100_000),
    markup: cents(100),
    taxPercent: cents(1000),
  })
  const templates = fc
    .array(fc.array(lineFields, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 })
    .map((all) =>
      all.map((fieldsOfLines, index) => {
        const lines = fieldsOfLines.map(
          ({ measure, roundingStep, isSteepOnly, ...fields }, place) =>
            line(index * 10 + place + 1, {
              ...fields,
              measure: [{ measure }],
              roundingStep: fields.rounding === 'step' ? roundingStep : null,
              conditions: isSteepOnly ? [{ measure: 'steep_roof_area', above: 5000 }] : [],
            }),
        )
        return template(index + 1, lines)
      }),
    )
  const unconditional = templates.map((all) =>
    all.map((one) => ({ ...one, lines: one.lines.map((line) => ({ ...line, conditions: [] })) })),
  )
  const measurements = fc
    .tuple(cents(1_000_000), cents(1_000_000))
    .map(([area, steep]): Measurements => ({
      roof: { roof_facets: { area }, pitch: [{ roof_pitch: '9/12', area: steep }] },
    }))
  const edits = fc.array(
    fc.record({
      place: fc.nat(23),
      what: fc.constantFrom(
        'quantity',
        'measurement',
        'unitCost',
        'notes',
        'remove',
        'add',
        'move',
      ),
      value: cents(10_000),
    }),
    { maxLength: 6 },
  )

  test('a recompute without changed inputs changes nothing', () => {
    fc.assert(
      fc.property(templates, measurements, edits, (templates, measurements, edits) => {
        const list = edits.reduce(edit, created(templates, measurements))
        expect(recomputed(list, templates, measurements)).toEqual(list)
      }),
      { numRuns: 100 },
    )
  })

  test('a recompute of an unedited list equals a new list', () => {
    fc.assert(
      fc.property(unconditional, measurements, measurements, (templates, first, second) => {
        const list = recomputed(created(templates, first), templates, second)
        expect(list).toEqual(created(templates, second))
      }),
    )
  })

  test('a second recompute changes nothing more', () => {
    fc.assert(
      fc.property(
        fc.tuple(templates, templates),
        measurements,
        measurements,
        edits,
        ([first, second], before, after, edits) => {
          const list = edits.reduce(edit, created(first, before))
          const once = saved(recomputed(list, second, after))
          expect(recomputed(once, second, after)).toEqual(once)
        },
      ),
    )
  })

  function edit(
    list: ListState,
    { place, what, value }: { place: number; what: string; value: number },
  ): ListState {
    const id = list.items[place % Math.max(1, list.items.length)]?.id
    if (what === 'add') {
      const item = { name: 'By hand', quantityUnits: 'EACH', unitCost: value, quantity: value }
      return edited(list, { addListItems: [{ ...item, afterListItemId: id ?? null }] })
    }
    if (id === undefined) return list
    if (what === 'remove') return edited(list, { removeListItemIds: [id] })
    if (what === 'move') {
      return edited(list, { listItemOrder: list.items.map((item) => item.id).reverse() })
    }
    return edited(list, { listItems: [{ id, [what]: what === 'notes' ? `${value}` : value }] })
  }
})
