import { describe, expect, test } from 'vitest'
import { parseTemplate } from './template.ts'

const shingles = {
  id: 1,
  sortOrder: 10,
  name: 'Timberline HDZ Shingles',
  groupName: 'Shingles',
  type: 'MATERIAL',
  measure: [{ measure: 'roof_area' }],
  measurementUnits: 'squares',
  coverage: 0.33333,
  quantityUnits: 'BUNDLES',
  wasteFactor: null,
  rounding: 'whole',
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
  products: [
    {
      id: 1,
      name: 'Timberline HDZ',
      displayName: null,
      manufacturerUrl: 'https://www.gaf.com',
      productType: 'MATERIAL',
      sku: null,
      provider: null,
    },
  ],
  lines: [{ ...shingles, ...line }],
})

describe('a template', () => {
  test('is accepted as it is', () => {
    expect(parseTemplate(template({}))).toEqual({ kind: 'accepted', template: template({}) })
  })

  test('with an unknown measure is refused by its name', () => {
    expect(parseTemplate(template({ measure: [{ measure: 'chimneys' }] }))).toEqual({
      kind: 'rejected',
      path: 'lines.0.measure.0.measure',
      reason: expect.stringContaining('unknown measure "chimneys"; known are roof_area,'),
    })
  })

  test.for([
    [{ measure: [{ measure: 'toString' }] }, 'lines.0.measure.0.measure'],
    [{ measure: [{ measure: 'eaves' }] }, 'lines.0.measure'],
    [{ measure: [] }, 'lines.0.measure'],
    [{ coverage: 0 }, 'lines.0.coverage'],
    [{ coverage: 0.333333 }, 'lines.0.coverage'],
    [{ wasteFactor: 10 }, 'lines.0.wasteFactor'],
    [{ unitCost: -1 }, 'lines.0.unitCost'],
    [{ type: 'TOOL' }, 'lines.0.type'],
    [{ productId: 2 }, 'lines.0.productId'],
    [{ colour: 'Charcoal' }, 'lines.0'],
  ] as const)('with %j is refused at %s', ([line, path]) => {
    expect(parseTemplate(template(line))).toMatchObject({ kind: 'rejected', path })
  })

  test('holds each sort order once', () => {
    const twice = { ...template({}), lines: [shingles, { ...shingles, id: 2 }] }
    expect(parseTemplate(twice)).toEqual({
      kind: 'rejected',
      path: 'lines.1.sortOrder',
      reason: '10 is taken',
    })
  })
})
