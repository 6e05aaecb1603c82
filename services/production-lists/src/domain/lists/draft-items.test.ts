import { describe, expect, test } from 'vitest'
import { parseTemplate } from '../templates/template.ts'
import { draftItems } from './draft-items.ts'

const product = {
  id: 7,
  name: 'Timberline HDZ',
  displayName: null,
  manufacturerUrl: null,
  productType: 'MATERIAL',
  sku: 'GAF-0489',
  provider: null,
  packages: [{ unit: 'BUNDLES', holds: 33.3, of: 'SQUARE_FEET' }],
}

const shingles = {
  name: 'Shingles',
  listItemGroupName: 'Shingles',
  type: 'MATERIAL',
  measure: [{ measure: 'roof_area' }],
  measurementUnits: 'squares',
  coverage: 1,
  quantityUnits: 'BUNDLES',
  wasteFactor: null,
  rounding: 'whole',
  productId: 7,
  color: null,
  notes: '',
  vendorId: null,
  unitCost: 40,
  markup: 0,
  taxPercent: 0,
}

function template(lines: readonly object[], values: object = {}) {
  const parsed = parseTemplate({
    id: 3,
    orgId: 1,
    name: 'Roof',
    tradeType: 'ROOF',
    wasteFactor: null,
    products: [product],
    lines: lines.map((line, index) => ({
      ...shingles,
      id: 10 + index,
      sortOrder: index + 1,
      ...line,
    })),
    ...values,
  })
  if (parsed.kind === 'rejected') throw new Error(`${parsed.path} ${parsed.reason}`)
  return parsed.template
}

const measurements = {
  roof: {
    roof_facets: { area: 2194 },
    valleys: { length: 0 },
    rakes: { length: 20 },
    pitch: [
      { roof_pitch: '8/12', area: 1000 },
      { roof_pitch: '10/12', area: 194 },
    ],
  },
}
const draft = (lines: readonly object[], values?: object) =>
  draftItems({ templates: [template(lines, values)], measurements, defaultWasteFactor: 0.07 })

describe('the items of a template', () => {
  test('have ids below 0, in order, and name their template line', () => {
    expect(draft([{}, {}])).toMatchObject([
      { id: -1, templateLineId: 10, origin: 'template', SKU: 'GAF-0489', productId: 7 },
      { id: -2, templateLineId: 11 },
    ])
  })

  test('use the waste factor of their line, else of the template, else of the organization', () => {
    const waste = (line: object, values: object) => draft([line], values)[0]?.wasteFactor
    expect(waste({ wasteFactor: 0.05 }, { wasteFactor: 0.1 })).toBe(0.05)
    expect(waste({}, { wasteFactor: 0.1 })).toBe(0.1)
    expect(waste({}, {})).toBe(0.07)
  })

  test('leave out a line whose condition does not hold', () => {
    const above = (above: number) => ({ conditions: [{ measure: 'rakes', above }] })
    expect(draft([above(19), above(20), {}]).map(({ templateLineId }) => templateLineId)).toEqual([
      10, 12,
    ])
    expect(draft([{ conditions: [{ measure: 'valleys', above: 0 }] }])).toEqual([])
  })

  test('count only the squares above a pitch', () => {
    const measure = [{ measure: 'roof_area', pitchAbove: 8 }]
    expect(draft([{ measure, rounding: 'exact', wasteFactor: 0 }])).toMatchObject([
      { measurement: 1.94, quantity: 1.94 },
    ])
  })

  test('use the coverage of their product where the line has none', () => {
    expect(draft([{ coverage: null, wasteFactor: 0 }])).toMatchObject([
      // 21.94 squares ÷ 0.333 squares a bundle = 65.88589 → 66
      { coverage: 0.333, calculatedQuantity: 65.88589, quantity: 66 },
    ])
  })

  test('are combined by product if the template combines them', () => {
    const halves = [
      { coverage: 50, wasteFactor: 0 },
      { coverage: 50, wasteFactor: 0 },
    ]
    const quantities = (values: object) => draft(halves, values).map(({ quantity }) => quantity)
    expect(quantities({})).toEqual([1, 1])
    expect(quantities({ combineSameProducts: true })).toEqual([1, 0])
  })

  test('are refused by name when the packages of the product no longer result in a coverage', () => {
    const { lines, ...rest } = template([{ coverage: null }])
    const stripped = { ...rest, lines, products: [{ ...product, packages: [] }] }
    const request = { templates: [stripped], measurements, defaultWasteFactor: 0 }
    expect(() => draftItems(request)).toThrow(/coverage of "Shingles" in template 3 must be given/)
  })
})

describe('the price of a drafted item', () => {
  const price = {
    id: 99,
    vendorId: 2,
    sku: 'GAF-0489',
    name: 'Timberline HDZ',
    unit: 'BUNDLES',
    coverage: null,
    coverageUnit: null,
    colors: [],
    unitCost: 43.2,
    taxPercent: 7.25,
    effectiveFrom: '2026-03-01',
    effectiveTo: null,
  }
  const draft = (line: object, changes: object = {}) =>
    draftItems({
      templates: [template([{ vendorId: 2, taxPercent: 5, ...line }])],
      measurements,
      defaultWasteFactor: 0,
      prices: [{ ...price, ...changes }],
    })[0]

  test('is that of its vendor’s book', () => {
    expect(draft({})).toMatchObject({
      unitCost: 43.2,
      taxPercent: 7.25,
      unitCostSource: 'price-book',
      priceId: 99,
    })
  })

  test('is converted into the line’s unit', () => {
    expect(draft({}, { unit: 'SQUARES', unitCost: 120 })).toMatchObject({
      // 120 × 33.3 ÷ 100
      unitCost: 39.96,
      unitCostSource: 'price-book',
    })
  })

  test('keeps the line’s tax where the book has none', () => {
    expect(draft({}, { taxPercent: null })).toMatchObject({ unitCost: 43.2, taxPercent: 5 })
  })

  test.for([
    ['of another vendor', {}, { vendorId: 3 }],
    ['of another SKU', {}, { sku: 'GAF-0490' }],
    ['in a unit without a conversion', {}, { unit: 'TUBES' }],
    ['for an item without vendor', { vendorId: null }, {}],
    ['for an item without product', { productId: null }, {}],
    ['above the maximum of a list item', { quantityUnits: 'SQUARES' }, { unitCost: 1_000_000 }],
  ] as const)('is the template’s when the book’s is %s', ([, line, changes]) => {
    expect(draft(line, changes)).toMatchObject({
      unitCost: 40,
      taxPercent: 5,
      unitCostSource: 'template',
      priceId: null,
    })
  })
})
