import { expect, test } from 'vitest'
import { timeZoneOf } from './time-zone.ts'

test.each([
  ['America/Chicago', 'America/Chicago'],
  [' america/new_york ', 'America/New_York'],
  ['US/Central', 'America/Chicago'],
  ['UTC', 'UTC'],
])('the time zone %s is stored as %s', (given, stored) => {
  expect(timeZoneOf(given)).toBe(stored)
})

test.each(['', 'Chicago', '+05:00', '-06', 'America/', 'America/Chicago\n2', 'x'.repeat(1000)])(
  '%j is no time zone',
  (given) => {
    expect(timeZoneOf(given)).toBeUndefined()
  },
)
