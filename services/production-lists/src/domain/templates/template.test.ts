import { describe, expect, test } from 'vitest'
import { parseTemplate } from './template.ts'

const shingles = {
  id: 1,
  sortOrder: 10,
  name: 'Timberline HDZ Shingles',
  listItemGroupName: 'Shingles',
  type: 'MATERIAL',
  measure: [{ measure: 'roof_area' }],
  measurementUnits: 'squares',
  coverage: 0.33333,
  quantityUnits: 'BUNDLES',
  wasteFactor: null,
  rounding: 'whole',
  roundingStep: null,
  minimumQuantity: null,
  conditions: [],
  productId: 1,
  color: 'Charcoal',
  notes: '',
  vendorId: 1,
  unitCost: 41.5,
  markup: 0.35,
  taxPercent: 7.25,
}

const template = (line: object) => ({
  id: 1,
  orgId: 1,
  name: 'Asphalt Shingle Roof',
  tradeType: 'ROOF',
  wasteFactor: 0.1,
  combineSameProducts: false,
  products: [
    {
      id: 1,
      name: 'Timberline HDZ',
      displayName: null,
      manufacturerUrl: 'https://www.gaf.com',
      productType: 'MATERIAL',
      sku: null,
      provider: null,
      packages: [{ unit: 'BUNDLES', holds: 33.3, of: 'SQUARE_FEET' }],
    },
  ],
  lines: [{ ...shingles, ...line }],
})

describe('a template', () => {
  test('is accepted unchanged', () => {
    expect(parseTemplate(template({}))).toEqual({ kind: 'accepted', template: template({}) })
  })

  test('with an unknown measure is refused, naming it', () => {
    expect(parseTemplate(template({ measure: [{ measure: 'chimneys' }] }))).toEqual({
      kind: 'rejected',
      path: 'lines.0.measure.0.measure',
      reason: expect.stringContaining('unknown measure "chimneys"; known are roof_area,'),
    })
  })

  test.for([
    [{ measure: [{ measure: 'toString' }] }, 'lines.0.measure.0.measure'],
    [{ measure: [{ measure: 'eaves' }] }, 'lines.0.measure.0'],
    [{ measure: [] }, 'lines.0.measure'],
    [{ coverage: 0 }, 'lines.0.coverage'],
    [{ coverage: 0.333333 }, 'lines.0.coverage'],
    [{ wasteFactor: 10 }, 'lines.0.wasteFactor'],
    [{ unitCost: -1 }, 'lines.0.unitCost'],
    [{ type: 'TOOL' }, 'lines.0.type'],
    [{ productId: 2 }, 'lines.0.productId'],
    [{ coverage: 1e-9 }, 'lines.0.coverage'],
    [{ coverage: null, quantityUnits: 'ROLLS' }, 'lines.0.coverage'],
    [{ rounding: 'step' }, 'lines.0.roundingStep'],
    [{ roundingStep: 0.25 }, 'lines.0.roundingStep'],
    [{ rounding: 'step', roundingStep: 0 }, 'lines.0.roundingStep'],
    [{ minimumQuantity: -1 }, 'lines.0.minimumQuantity'],
    [{ conditions: [{ measure: 'moats', above: 0 }] }, 'lines.0.conditions.0.measure'],
    [{ notes: '\0' }, 'lines.0.notes'],
    [{ name: '\ud800' }, 'lines.0.name'],
    [{ measure: [{ measure: 'eaves', pitchAbove: 8 }] }, 'lines.0.measure.0.pitchAbove'],
    [{ colour: 'Charcoal' }, 'lines.0'],
  ] as const)('with %j is refused at %s', ([line, path]) => {
    expect(parseTemplate(template(line))).toMatchObject({ kind: 'rejected', path })
  })

  test.for([
    ['the coverage of its product’s packages', { coverage: null }],
    ['a step', { rounding: 'step', roundingStep: 0.25, minimumQuantity: 2 }],
    ['conditions', { conditions: [{ measure: 'roof_area', pitchAbove: 8, above: 0 }] }],
  ] as const)('may have %s', ([, line]) => {
    expect(parseTemplate(template(line))).toEqual({ kind: 'accepted', template: template(line) })
  })

  test('written before steps, conditions and packages existed keeps its meaning', () => {
    const { roundingStep, minimumQuantity, conditions, ...before } = shingles
    const { combineSameProducts, ...whole } = template({})
    const [{ packages, ...product }] = whole.products as [(typeof whole.products)[number]]
    const parsed = parseTemplate({ ...whole, products: [product], lines: [before] })
    expect(packages).toHaveLength(1)
    expect(parsed).toEqual({
      kind: 'accepted',
      template: {
        ...whole,
        combineSameProducts,
        products: [{ ...product, packages: [] }],
        lines: [{ ...before, roundingStep, minimumQuantity, conditions }],
      },
    })
  })

  test('has each sort order once', () => {
    const twice = { ...template({}), lines: [shingles, { ...shingles, id: 2 }] }
    expect(parseTemplate(twice)).toEqual({
      kind: 'rejected',
      path: 'lines.1.sortOrder',
      reason: '10 is taken',
    })
  })
})
