import { describe, expect, test } from 'vitest'
import { measurementsViolation } from './measurements-violation.ts'

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })

describe('measurements', () => {
  test.for([
    [{}],
    [{ property_id: 77, roof: { ridges: { length: 80, drone: 'x' }, valleys: null } }],
    [{ note: 'Größe 🏠', deep: [[[1e-20, -1e20]]], zero: -0 }],
    [nested(20)],
  ])('%j can be stored', ([json]) => {
    expect(measurementsViolation(json)).toBeUndefined()
  })

  test.for([
    [{ roof: { ridges: { length: '80' } } }, 'roof.ridges.length'],
    [{ roof: { pitch: [{ area: 1 }, { area: -1 }] } }, 'roof.pitch[1].area'],
    [{ extra: { note: 'a\0b' } }, 'extra.note'],
    [{ extra: ['\ud800'] }, 'extra[0]'],
    [{ extra: { 'a\0': 1 } }, 'extra.a\0'],
    [{ extra: { huge: 1e300 } }, 'extra.huge'],
    [{ extra: { tiny: -1e-300 } }, 'extra.tiny'],
    [JSON.parse('{ "extra": { "__proto__": {} } }'), 'extra.__proto__'],
    [{ extra: { constructor: { prototype: {} } } }, 'extra.constructor'],
    [{ note: 'x'.repeat(200_000) }, ''],
    [[], ''],
    [null, ''],
    ['2139', ''],
  ] as const)('%j is refused at "%s"', ([json, path]) => {
    expect(measurementsViolation(json)).toMatchObject({ path })
  })

  test('that are nested too deeply are refused without traversing them', () => {
    expect(measurementsViolation(nested(5_000))?.reason).toBe('is nested deeper than 20 levels')
  })
})
