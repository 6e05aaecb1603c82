import { expect, test } from 'vitest'
import { areaWhere, isSteep, missingPitchKey } from './roof-pitch.ts'

const measured = (roof_pitch: string) => ({ roof: { pitch: [{ roof_pitch, area: 1000 }] } })

test.each([
  ['8/12', 1000],
  ['8', 1000],
  ['8:12', 1000],
  [' 16 / 24 ', 1000],
  ['8.5/12', 1000],
  ['7.9/12', 0],
  ['4 1/2/12', 0],
  ['8 1/2 / 12', 1000],
  ['0/12', 0],
])('a pitch of %j is inches of rise over run', (pitch, area) => {
  expect(areaWhere(isSteep, measured(pitch)).toNumber()).toBe(area)
  expect(missingPitchKey(isSteep, measured(pitch))).toBeUndefined()
})

test.each(['20°', '35%', '4,5/12', '8/0', '8/', '/12', '8/12/12', 'steep', '', '-8/12', '1e2/12'])(
  'a pitch of %j is unknown: it counts as 0, and is named as missing',
  (pitch) => {
    expect(areaWhere(isSteep, measured(pitch)).toNumber()).toBe(0)
    expect(missingPitchKey(isSteep, measured(pitch))).toBe('roof.pitch[0].roof_pitch')
  },
)
