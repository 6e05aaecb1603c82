import { expect, test } from 'vitest'
import { readSince } from './since.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

test.each([
  ['90m', '2026-11-21T10:30:00Z'],
  ['6h', '2026-11-21T06:00:00Z'],
  ['3d', '2026-11-18T12:00:00Z'],
  ['2026-11-20', '2026-11-20T00:00:00Z'],
  ['2026-11-20T08:00:00+01:00', '2026-11-20T07:00:00Z'],
])('%s is %s', (text, at) => expect(readSince(text, NOW)).toEqual(new Date(at)))

test.each(['', '3', '3w', 'yesterday', '2026-13-01', '20'])('"%s" is refused', (text) => {
  expect(() => readSince(text, NOW)).toThrow('--since must be')
})
