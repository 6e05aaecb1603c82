import { expect, test } from 'vitest'
import { parseRetryAfterMs } from './retry-after.ts'

const now = new Date('2026-03-14T15:09:26.000Z')

test.each([
  ['120', 120_000],
  ['0', 0],
  [' 7 ', 7_000],
  ['Sat, 14 Mar 2026 15:10:26 GMT', 60_000],
  ['Saturday, 14-Mar-26 15:10:26 GMT', 60_000],
  ['Sat Mar 14 15:10:26 2026', 60_000],
  ['Sat, 14 Mar 2026 15:00:00 GMT', 0],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['2026', 2_026_000],
  ['2026-03-14T15:10:26Z', undefined],
  // A time since 1970, as some receivers send it.
  ['1773500966', 1_000_000_000_000],
  ['9'.repeat(400), 1_000_000_000_000],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j requests %j ms', (value, ms) => {
  expect(parseRetryAfterMs(value, now)).toBe(ms)
})
