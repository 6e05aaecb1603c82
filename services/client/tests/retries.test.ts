import { expect, onTestFinished, test, vi } from 'vitest'
import { TakeoffError } from '../src/errors.ts'
import { withRetries } from '../src/retries.ts'

test('when a wait ends after the total time, as in a process that was busy, the error of the server is thrown', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const busy = new TakeoffError({ code: 'RATE_LIMITED', message: 'Later.', retryAfterSeconds: 0.1 })
  let attempts = 0
  const attempt = () => {
    attempts += 1
    return Promise.reject(busy)
  }
  const retries = { totalMs: 1_000, delayMs: 0 }
  const work = withRetries({ attempt, mayRepeat: () => true, retries, signal: undefined })
  work.catch(() => undefined)
  // Not `vi.waitFor`, which advances the timers.
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.setSystemTime(Date.now() + 2_000)
  vi.runAllTimers()
  await expect(work).rejects.toBe(busy)
  expect(attempts).toBe(1)
})
