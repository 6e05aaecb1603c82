import type { Sql } from '@takeoff/kit/postgres/database'
import { createLogger } from '@takeoff/kit/service/logger'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEndpointQueues } from './leases/endpoint-queues.ts'
import { startClaiming } from './start-claiming.ts'
import { createSerialQueue } from './serial-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Answer {
  readonly next?: number
  readonly full?: boolean
  readonly undeliverable?: readonly number[]
}

/** Claims that find nothing to send, and are told so by `answer`. */
function claimWith(answer: (after: unknown) => Answer, isHeld = () => false) {
  const lookedAfter: unknown[] = []
  const undeliverable: number[] = []
  const claiming = startClaiming({
    sql: {
      query: (_sql: unknown, [after]: readonly unknown[]) => {
        lookedAfter.push(after)
        const row = { next: 0, full: false, undeliverable: [], ...answer(after) }
        return Promise.resolve([{ deliveries: null, targets: null, expired: 0, ...row }])
      },
    } as unknown as Sql,
    logger: createLogger('test', 'silent'),
    metrics: { claimed: () => undefined },
    queues: createEndpointQueues({
      max: 100,
      perWebhook: () => 1,
      run: () => Promise.resolve(),
      release: () => Promise.resolve(),
    }),
    holder: () => ({ worker: 1, workers: 1, leased: new Map() }),
    leasing: createSerialQueue(),
    isHeld,
    onUndeliverable: (ids) => void undeliverable.push(...ids),
  })
  return { claiming, lookedAfter, undeliverable }
}

/** How often it looks in a second in which it is woken each millisecond. */
async function looksWhileWoken({ claiming, lookedAfter }: ReturnType<typeof claimWith>) {
  const before = lookedAfter.length
  for (let ms = 0; ms < 1_000; ms += 1) {
    claiming.wake()
    await vi.advanceTimersByTimeAsync(1)
  }
  return lookedAfter.length - before
}

test('it goes on where a claim ended, until all subscriptions were looked at', async () => {
  const { lookedAfter, claiming } = claimWith((after) => ({ next: after === 0 ? 7 : 0 }))
  await vi.advanceTimersByTimeAsync(0)
  expect(lookedAfter).toEqual([0, 7])
  await claiming[Symbol.asyncDispose]()
})

test('while nothing is found it looks four times a second, and at once when it is woken', async () => {
  const { lookedAfter, claiming } = claimWith(() => ({}))
  await vi.advanceTimersByTimeAsync(1_000)
  const before = lookedAfter.length
  await vi.advanceTimersByTimeAsync(1_000)
  expect(lookedAfter.length - before).toBe(4)
  claiming.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(lookedAfter.length - before).toBe(5)
  await claiming[Symbol.asyncDispose]()
})

test('while a queue is full, events for it do not make it look more than fifty times a second', async () => {
  const claims = claimWith(() => ({ full: true }))
  expect(await looksWhileWoken(claims)).toBeLessThanOrEqual(50)
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

test('nothing is claimed while nothing may be sent, and again within a second afterwards', async () => {
  let isHeld = true
  const { lookedAfter, claiming } = claimWith(
    () => ({}),
    () => isHeld,
  )
  await vi.advanceTimersByTimeAsync(5_000)
  expect(lookedAfter).toEqual([])
  isHeld = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(lookedAfter).not.toEqual([])
  await claiming[Symbol.asyncDispose]()
})
