import { expect, test } from 'vitest'
import {
  isTooOldToLookUp,
  isUnsendable,
  lookDelayMs,
  pollDelayMs,
  resendDelayMs,
} from './submission-schedule.ts'

const NOW = new Date('2026-03-14T15:00:00.000Z')
const MIDDLE = 0.5
const secondsAgo = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000)
const hoursAgo = (hours: number): Date => secondsAgo(hours * 3600)

test('an order that did not arrive is sent again after 5 s, doubling up to 10 min', () => {
  const delays = [1, 2, 3, 7, 8, 9, 1000].map((attempts) => resendDelayMs(attempts, MIDDLE) / 1000)

  expect(delays).toEqual([5, 10, 20, 320, 600, 600, 600])
})

test('a delay that the provider requests is honoured, up to an hour', () => {
  const delays = [1_000, 60_000, 86_400_000].map((ms) => resendDelayMs(1, MIDDLE, ms) / 1000)

  expect(delays).toEqual([5, 60, 3600])
})

test('an order that may have arrived is looked up after 1 s, 2 s, 4 s, up to every 10 min', () => {
  const delays = [0, 1, 2, 4, 600, 7200].map((age) => lookDelayMs(secondsAgo(age), NOW, MIDDLE))

  expect(delays.map((ms) => ms / 1000)).toEqual([1, 1, 2, 4, 600, 600])
})

test('a status is requested after 1 min, up to every hour, and for 60 days', () => {
  const delays = [0, 1, 2, 5, 24].map((age) => pollDelayMs(hoursAgo(age), NOW, MIDDLE) / 60_000)

  expect(delays).toEqual([1, 6, 12, 30, 60])
  expect(isTooOldToLookUp(hoursAgo(60 * 24 - 1), NOW)).toBe(false)
  expect(isTooOldToLookUp(hoursAgo(60 * 24), NOW)).toBe(true)
})

test('waits are spread by a fifth to either side', () => {
  expect([0, MIDDLE, 1].map((random) => resendDelayMs(1, random))).toEqual([4000, 5000, 6000])
})

test('sending ends after a day, but not before enough attempts', () => {
  expect(isUnsendable(hoursAgo(24), 10, NOW)).toBe(true)
  expect(isUnsendable(hoursAgo(24), 9, NOW)).toBe(false)
  expect(isUnsendable(hoursAgo(23), 500, NOW)).toBe(false)
})
