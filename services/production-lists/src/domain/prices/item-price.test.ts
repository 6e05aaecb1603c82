import { describe, expect, test } from 'vitest'
import { unitCostIn } from './item-price.ts'

const shingles = { unit: 'BUNDLES', coverage: 32.8, coverageUnit: 'SQUARE_FEET', unitCost: 41.5 }
const pallets = [{ unit: 'PALLETS', holds: 56, of: 'BUNDLES' }]

const costIn = (...args: Parameters<typeof unitCostIn>) => unitCostIn(...args)?.toNumber()

describe('a price', () => {
  test('in the unit of the quantity is used unchanged', () => {
    expect(costIn(shingles, 'BUNDLES', [])).toBe(41.5)
  })

  test('converts by its own coverage', () => {
    expect(costIn(shingles, 'SQUARES', [])).toBe(126.5244)
    expect(costIn(shingles, 'SQUARE_FEET', [])).toBe(1.2652)
  })

  test('converts by the packages of the product', () => {
    expect(costIn(shingles, 'PALLETS', pallets)).toBe(2324)
    expect(costIn({ ...shingles, unit: 'PALLETS', coverage: null }, 'BUNDLES', pallets)).toBe(
      0.7411,
    )
  })

  test.each([
    { unit: 'BUNDLES', holds: 25, of: 'SQUARE_FEET' },
    { unit: 'SQUARE_FEET', holds: 0.04, of: 'BUNDLES' },
    { unit: 'SQUARES', holds: 4, of: 'BUNDLES' },
  ])('uses its own coverage before that of the catalog: $unit, $holds of $of', (catalog) => {
    expect(costIn(shingles, 'SQUARES', [catalog])).toBe(126.5244)
    expect(costIn(shingles, 'PALLETS', [catalog, ...pallets])).toBe(2324)
  })

  test('without a conversion has no cost in that unit', () => {
    expect(costIn(shingles, 'ROLLS', pallets)).toBeUndefined()
    expect(costIn({ ...shingles, coverage: null, coverageUnit: null }, 'SQUARES', [])).toBe(
      undefined,
    )
  })

  test('that would be rounded to 0 has no cost in that unit, and one of 0 has', () => {
    const nails = { unit: 'BOXES', coverage: 7200, coverageUnit: 'EACH', unitCost: 0.3599 }
    expect(costIn(nails, 'EACH', [])).toBeUndefined()
    expect(costIn({ ...nails, unitCost: 0.36 }, 'EACH', [])).toBe(0.0001)
    expect(costIn({ ...nails, unitCost: 0 }, 'EACH', [])).toBe(0)
  })

  test('rounds a half up, even when the conversion is a repeating decimal', () => {
    // 0.0003 ÷ 1.2 = 0.00025
    const price = { unit: 'BOXES', coverage: 1.2, coverageUnit: 'EACH', unitCost: 0.0003 }
    expect(costIn(price, 'EACH', [])).toBe(0.0003)
  })
})
