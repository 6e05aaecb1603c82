import { describe, expect, test } from 'vitest'
import { conditionsHold, conditionsSchema } from './measure-condition.ts'
import type { MeasureCondition } from './measure-condition.ts'

const measured = {
  roof: {
    roof_facets: { area: 2139 },
    valleys: { length: 85 },
    pitch: [
      { roof_pitch: '8/12', area: 1750 },
      { roof_pitch: '10/12', area: 380 },
      { roof_pitch: '6/6', area: 9 },
      { roof_pitch: 'flat', area: 100 },
    ],
  },
  openings: { quantity: 18 },
}

describe('conditions hold', () => {
  test.for<[string, MeasureCondition[], boolean]>([
    ['when there are none', [], true],
    ['when there are valleys', [{ measure: 'valleys', above: 0 }], true],
    ['not when nothing was measured', [{ measure: 'step_flashing', above: 0 }], false],
    ['above, not at, the value', [{ measure: 'valleys', above: 85 }], false],
    ['in square feet', [{ measure: 'roof_area', above: 2138 }], true],
    ['in pieces', [{ measure: 'openings', above: 17.5 }], true],
    ['above a pitch', [{ measure: 'roof_area', pitchAbove: 8, above: 388 }], true],
    ['not with less steep facets', [{ measure: 'roof_area', pitchAbove: 8, above: 389 }], false],
    ['not above the steepest', [{ measure: 'roof_area', pitchAbove: 12, above: 0 }], false],
    [
      'only all together',
      [
        { measure: 'valleys', above: 0 },
        { measure: 'openings', above: 18 },
      ],
      false,
    ],
  ])('%s', ([, conditions, holds]) => {
    expect(conditionsHold(conditions, measured)).toBe(holds)
  })
})

test.for([
  [[{ measure: 'chimneys', above: 0 }], 'unknown measure "chimneys"; known are roof_area,'],
  [[{ measure: 'eaves', above: 0, pitchAbove: 8 }], 'only roof_area is known by its pitch'],
  [[{ measure: 'eaves', above: -1 }], 'must not be negative'],
  [Array.from({ length: 11 }, () => ({ measure: 'eaves', above: 0 })), 'at most 10 conditions'],
])('%j is refused: %s', ([conditions, message]) => {
  expect(conditionsSchema.safeParse(conditions).error?.issues[0]?.message).toContain(message)
})
