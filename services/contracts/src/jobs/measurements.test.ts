import { describe, expect, test } from 'vitest'
import { parseMeasurements } from './measurements.ts'

describe('measurements', () => {
  test('unknown keys are kept and nulls allowed', () => {
    const json = {
      property_id: 77,
      roof: { roof_facets: { area: 2139, total: null, drone: true }, valleys: null, ridges: {} },
      area: null,
    }
    expect(parseMeasurements(json)).toEqual({ kind: 'accepted', measurements: json })
  })

  test.for([
    [{ roof: { ridges: { length: -80 } } }, 'roof.ridges.length', 'must not be negative'],
    [{ corners: { inside: { qty: -1 } } }, 'corners.inside.qty', 'must not be negative'],
    [
      { roof: { pitch: [{ area: 1 }, { area: -1 }] } },
      'roof.pitch[1].area',
      'must not be negative',
    ],
    [
      { roof: { roof_facets: { area: 12_345_678 } } },
      'roof.roof_facets.area',
      'must be at most 10000000',
    ],
  ] as const)('%j is refused at %s', ([json, path, reason]) => {
    expect(parseMeasurements(json)).toEqual({ kind: 'rejected', path, reason })
  })

  test.for([
    [{ roof: { ridges: { length: '80' } } }, 'roof.ridges.length'],
    [{ openings: { quantity: Number.NaN } }, 'openings.quantity'],
    [{ openings: { quantity: 1e300 } }, 'openings.quantity'],
    [{ roof: [] }, 'roof'],
    ['2139', ''],
    [null, ''],
  ] as const)('%j is refused at "%s"', ([json, path]) => {
    expect(parseMeasurements(json)).toMatchObject({ kind: 'rejected', path })
  })
})
