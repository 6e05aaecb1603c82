import type { Sql } from '@takeoff/kit/postgres/sql'
import { createLogger } from '@takeoff/kit/service/logger'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EndpointQueues } from './leases/endpoint-queues.ts'
import { startClaiming } from './start-claiming.ts'
import { LEASE_HOLDER } from '../../tests/support/lease-holder.ts'
import { createSerialQueue } from './serial-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface ClaimRow {
  readonly next?: number
  readonly full?: boolean
  readonly undeliverable?: readonly number[]
}

/** Starts claiming on a database without due deliveries, which responds with `respond`. */
function claimWith(respond: (after: unknown) => ClaimRow, isHeld = () => false) {
  const claimedAfter: unknown[] = []
  const undeliverable: number[] = []
  const claiming = startClaiming({
    sql: {
      one: (_statement: unknown, { after }: { readonly after: number }) => {
        claimedAfter.push(after)
        const row = { next: 0, full: false, undeliverable: [], ...respond(after) }
        return Promise.resolve({ deliveries: null, targets: null, expired: 0, ...row })
      },
    } as unknown as Sql,
    logger: createLogger('test', 'silent'),
    metrics: { claimed: () => undefined },
    queues: new EndpointQueues({
      max: 100,
      perWebhook: () => 1,
      run: () => Promise.resolve(),
      release: () => Promise.resolve(),
    }),
    holder: () => LEASE_HOLDER,
    leasing: createSerialQueue(),
    isHeld,
    onUndeliverable: (ids) => void undeliverable.push(...ids),
  })
  return { claiming, claimedAfter, undeliverable }
}

/** Number of claims in a second with a wake-up each millisecond. */
async function claimsWhileWoken({ claiming, claimedAfter }: ReturnType<typeof claimWith>) {
  const before = claimedAfter.length
  for (let ms = 0; ms < 1_000; ms += 1) {
    claiming.wake()
    await vi.advanceTimersByTimeAsync(1)
  }
  return claimedAfter.length - before
}

test('a round continues after the last claim until it has passed all subscriptions', async () => {
  const { claimedAfter, claiming } = claimWith((after) => ({ next: after === 0 ? 7 : 0 }))
  await vi.advanceTimersByTimeAsync(0)
  expect(claimedAfter).toEqual([0, 7])
  await claiming[Symbol.asyncDispose]()
})

test('without due deliveries it claims four times a second, and at once when it is woken', async () => {
  const { claimedAfter, claiming } = claimWith(() => ({}))
  await vi.advanceTimersByTimeAsync(1_000)
  const before = claimedAfter.length
  await vi.advanceTimersByTimeAsync(1_000)
  expect(claimedAfter.length - before).toBe(4)
  claiming.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(claimedAfter.length - before).toBe(5)
  await claiming[Symbol.asyncDispose]()
})

test('while a queue is full, events for it cause at most fifty claims a second', async () => {
  const claims = claimWith(() => ({ full: true }))
  expect(await claimsWhileWoken(claims)).toBeLessThanOrEqual(50)
  expect(claims.claiming.isMoreDue).toBe(true)
  const disposed = claims.claiming[Symbol.asyncDispose]()
  await vi.advanceTimersByTimeAsync(20)
  await disposed
})

test('webhooks with undeliverable deliveries are reported', async () => {
  const { undeliverable, claiming } = claimWith(() => ({ undeliverable: [3, 4] }))
  await vi.advanceTimersByTimeAsync(0)
  expect(undeliverable).toEqual([3, 4])
  await claiming[Symbol.asyncDispose]()
})

test('claiming pauses while sending is suspended, and resumes within a second afterwards', async () => {
  let isHeld = true
  const { claimedAfter, claiming } = claimWith(
    () => ({}),
    () => isHeld,
  )
  await vi.advanceTimersByTimeAsync(5_000)
  expect(claimedAfter).toEqual([])
  isHeld = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(claimedAfter).not.toEqual([])
  await claiming[Symbol.asyncDispose]()
})
