import { expect, test } from 'vitest'
import { valueOf } from './figure-value.ts'

const withPitches = (...parts: readonly (readonly [roof_pitch: unknown, area: number])[]) => ({
  roof: { pitch: parts.map(([roof_pitch, area]) => ({ roof_pitch, area })) },
})

test('the areas of a pitch are added as decimals', () => {
  const measurements = withPitches(['6/12', 0.1], ['8/12', 7], ['6/12', 0.2])
  expect(valueOf('roof.pitch.6/12', measurements)).toBe(0.3)
})

test.each([
  ['6:12', 'roof.pitch.6/12'],
  ['6', 'roof.pitch.6/12'],
  ['6.0 / 12', 'roof.pitch.6/12'],
  ['12/24', 'roof.pitch.6/12'],
  ['5 2/2 / 12', 'roof.pitch.6/12'],
  ['6/12', 'roof.pitch.6:12'],
  ['flat', 'roof.pitch.flat'],
])('a stored pitch of %s is the figure %s', (stored, name) => {
  expect(valueOf(name, withPitches([stored, 12]))).toBe(12)
})

test('a pitch that no facet has is no figure', () => {
  expect(valueOf('roof.pitch.8/12', withPitches(['6/12', 12], [null, 3]))).toBeNull()
})
