import { createLogger } from '@takeoff/kit/service/logger'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Account, Buckets, Charge } from './buckets.ts'
import { LocalBuckets } from './local-buckets.ts'
import { SharedBuckets } from './shared-buckets.ts'

const accounts: Account[] = [
  { key: 'a', budget: { name: 'token', pointsPerSecond: 1, burst: 100 } },
]
const granted: Charge = { granted: true, left: [7], refund: () => undefined }

/** Shared buckets with a scripted outcome, and the number of calls to them. */
function scripted(first: () => Promise<Charge>) {
  const shared = { calls: 0, outcome: first }
  const buckets: Buckets = {
    charge() {
      shared.calls += 1
      return shared.outcome()
    },
  }
  const logged: string[] = []
  const logger = createLogger('test', 'silent')
  logger.warn = (_error: unknown, message?: string) => void logged.push(`warn: ${message}`)
  logger.info = (message: unknown) => void logged.push(`info: ${String(message)}`)
  return { shared, logged, both: new SharedBuckets(buckets, new LocalBuckets(), logger) }
}

describe('while the shared buckets respond', () => {
  it('their decision applies', async () => {
    const { both } = scripted(() => Promise.resolve({ ...granted, granted: false }))
    expect(await both.charge(accounts, 10)).toMatchObject({ granted: false, left: [7] })
  })
})

it('a charge that the shared buckets grant too late is given back to them', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const late = Promise.withResolvers<Charge>()
  const refund = vi.fn<Charge['refund']>()
  const { both } = scripted(() => late.promise)
  const charge = both.charge(accounts, 60)
  await vi.advanceTimersByTimeAsync(100)
  expect(await charge).toMatchObject({ granted: true, left: [expect.closeTo(40, 1)] })
  expect(refund).not.toHaveBeenCalled()

  late.resolve({ ...granted, refund })
  await vi.advanceTimersByTimeAsync(0)
  expect(refund.mock.calls).toEqual([[60]])
})

describe.each([
  ['fail', () => Promise.reject<Charge>(new Error('gone'))],
  ['never respond', () => new Promise<Charge>(() => undefined)],
])('while the shared buckets %s', (_what, away) => {
  it('no request is refused, the local buckets apply, and the outage is logged once', async () => {
    const { both, logged } = scripted(away)
    expect(await both.charge(accounts, 60)).toMatchObject({
      granted: true,
      left: [expect.closeTo(40, 1)],
    })
    expect(await both.charge(accounts, 60)).toMatchObject({ granted: false })
    expect(logged).toEqual(['warn: Redis is away: each process keeps budgets of its own'])
  })

  it('they are not called for every charge', async () => {
    const { both, shared } = scripted(away)
    for (let count = 0; count < 5; count += 1) await both.charge(accounts, 1)
    expect(shared.calls).toBe(1)
  })
})
