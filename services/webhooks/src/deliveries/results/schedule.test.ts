import { describe, expect, test } from 'vitest'
import { defaultRetryDelaysSeconds, nextDelayMs } from './schedule.ts'

const delaysSeconds = defaultRetryDelaysSeconds
const HOUR_MS = 3_600_000

describe('the schedule of attempts', () => {
  test.each([
    [1, 5_000],
    [2, 300_000],
    [3, 0.5 * HOUR_MS],
    [4, 2 * HOUR_MS],
    [5, 5 * HOUR_MS],
    [6, 10 * HOUR_MS],
    [7, 14 * HOUR_MS],
    [8, 20 * HOUR_MS],
    [9, 24 * HOUR_MS],
  ])('after attempt %i it waits %i ms, 20 %% more or less', (attempts, ms) => {
    expect(nextDelayMs({ attempts, delaysSeconds, random: 0.5 })).toBe(ms)
    expect(nextDelayMs({ attempts, delaysSeconds, random: 0 })).toBe(ms * 0.8)
    expect(nextDelayMs({ attempts, delaysSeconds, random: 0.999999999 })).toBe(ms * 1.2)
  })

  test('the tenth attempt is the last', () => {
    expect(nextDelayMs({ attempts: 10, delaysSeconds, random: 0.5 })).toBeUndefined()
    expect(
      nextDelayMs({ attempts: 10, delaysSeconds, random: 0.5, retryAfterMs: 1 }),
    ).toBeUndefined()
  })

  test('Retry-After moves an attempt later, never earlier, and by a day at most', () => {
    const retry = { attempts: 1, delaysSeconds, random: 0.5 }
    expect(nextDelayMs({ ...retry, retryAfterMs: 60_000 })).toBe(60_000)
    expect(nextDelayMs({ ...retry, retryAfterMs: 1_000 })).toBe(5_000)
    expect(nextDelayMs({ ...retry, retryAfterMs: 90 * 24 * HOUR_MS })).toBe(24 * HOUR_MS)
  })
})
