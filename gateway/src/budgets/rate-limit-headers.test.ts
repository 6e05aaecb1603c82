import { expect, it } from 'vitest'
import type { Account } from './buckets.ts'
import { rateLimit, rateLimitPolicy, secondsUntil } from './rate-limit-headers.ts'

const accounts: Account[] = [
  { key: 'a', budget: { name: 'organization', pointsPerSecond: 100, burst: 5000 } },
  { key: 'b', budget: { name: 'token', pointsPerSecond: 30, burst: 1000 } },
]

it('RateLimit-Policy reports the burst and its refill time', () => {
  expect(rateLimitPolicy(accounts)).toBe(
    '"organization";q=5000;qu="points";w=50, "token";q=1000;qu="points";w=34',
  )
})

it('RateLimit reports the points left, rounded down to whole points', () => {
  expect(rateLimit(accounts, [4321.9, -5])).toBe('"organization";r=4321;t=1, "token";r=0;t=1')
  expect(rateLimit(accounts, [9999, 7], 12)).toBe('"organization";r=5000;t=12, "token";r=7;t=12')
})

it.each([
  [[5000, 700], 10],
  [[0, 1000], 10],
  [[5000, 999], 1],
])('with %j left, 1,000 points are there after %i seconds', (left, seconds) => {
  const charge = { accounts, left, points: 1000, granted: false, refund: () => undefined }
  expect(secondsUntil(charge)).toBe(seconds)
})
