import { describe, expect, test } from 'vitest'
import type { AttemptOutcome } from '../send/sender.ts'
import { decide } from './decision.ts'

const circumstances = {
  attempts: 1,
  delaysSeconds: [5, 300],
  now: new Date('2026-03-14T15:09:26.000Z'),
  random: 0.5,
}
const responseWith = (statusCode: number, retryAfter?: string): AttemptOutcome => ({
  kind: 'response',
  statusCode,
  retryAfter,
  contentType: undefined,
  body: Buffer.alloc(0),
  durationMs: 1,
})

describe('the decision on a response', () => {
  test.each([200, 201, 202, 204, 299])('%i is success', (status) => {
    expect(decide(responseWith(status), circumstances)).toEqual({ kind: 'delivered' })
  })

  test.each([301, 302, 307, 308])('%i is a failure and not followed', (status) => {
    expect(decide(responseWith(status), circumstances)).toEqual({
      kind: 'retry',
      delayMs: 5_000,
      error: `answered ${status} (redirects are not followed)`,
    })
  })

  test.each([304, 400, 401, 404, 500, 502])('%i is retried by the schedule', (status) => {
    expect(decide(responseWith(status, '999'), circumstances)).toMatchObject({
      kind: 'retry',
      delayMs: 5_000,
    })
  })

  test.each([429, 503])(
    '%i with Retry-After delays the next attempt, and never makes it earlier',
    (status) => {
      expect(decide(responseWith(status, '60'), circumstances)).toMatchObject({
        kind: 'retry',
        delayMs: 60_000,
      })
      expect(decide(responseWith(status, '1'), circumstances)).toMatchObject({
        kind: 'retry',
        delayMs: 5_000,
      })
      expect(
        decide(responseWith(status, 'Sat, 14 Mar 2026 15:10:26 GMT'), circumstances),
      ).toMatchObject({
        delayMs: 60_000,
      })
    },
  )

  test.each([
    [429, '60', 60_000],
    [429, undefined, 5_000],
    [429, '1', 1_000],
    [429, '999999', 3_600_000],
    [503, '60', 60_000],
    [503, undefined, undefined],
    [500, '60', undefined],
  ])('after %i with Retry-After %s the subscription pauses for %s ms', (status, after, pauseMs) => {
    for (const attempts of [1, 3]) {
      const decision = decide(responseWith(status, after), { ...circumstances, attempts })
      expect('pauseMs' in decision ? decision.pauseMs : undefined).toBe(pauseMs)
    }
  })

  test('410 means gone, on any attempt', () => {
    expect(decide(responseWith(410), { ...circumstances, attempts: 3 }).kind).toBe('gone')
  })

  test('a network error is retried until the last attempt', () => {
    const networkError: AttemptOutcome = {
      kind: 'error',
      error: 'connection refused',
      durationMs: 1,
    }
    expect(decide(networkError, { ...circumstances, attempts: 2 })).toEqual({
      kind: 'retry',
      delayMs: 300_000,
      error: 'connection refused',
    })
    expect(decide(networkError, { ...circumstances, attempts: 3 })).toEqual({
      kind: 'failed',
      error: 'connection refused',
    })
  })
})
