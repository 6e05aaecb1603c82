import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EndpointQueues } from './endpoint-queues.ts'
import type { LeasedDelivery } from './leased-delivery.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const delivery = (webhookId: number, n: number): LeasedDelivery => ({
  id: `${webhookId}-${n}`,
  fence: 0,
  attempts: 0,
  event: 'distribution-order-state-changed',
  data: {},
  trace: null,
  occurredAt: null,
  isReplay: false,
  target: {
    webhookId,
    orgId: 1,
    version: null,
    url: 'https://example.com',
    sealedSecrets: [],
    sealedHeaders: null,
    sealedCode: '',
    codeExpired: false,
  },
})

/** EndpointQueues of two requests each, whose attempts end on demand. */
function open({ max = 10 } = {}) {
  const ends = new Map<string, () => void>()
  const released: string[] = []
  const queues = new EndpointQueues({
    max,
    perWebhook: () => 2,
    run: ({ id }) => new Promise((resolve) => ends.set(id, resolve)),
    release: (deliveries) => {
      released.push(...deliveries.map(({ id }) => id))
      return Promise.resolve()
    },
  })
  const end = async (id: string): Promise<void> => {
    ends.get(id)?.()
    ends.delete(id)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { queues, released, end, underWay: () => [...ends.keys()] }
}

test('a burst of one webhook is sent within its limit, and delays no other webhook', async () => {
  const { queues, end, underWay } = open()
  queues.take([1, 2, 3, 4].map((n) => delivery(1, n)))
  queues.take([delivery(2, 1)])
  expect(underWay()).toEqual(['1-1', '1-2', '2-1'])
  await end('1-1')
  expect(underWay()).toEqual(['1-2', '2-1', '1-3'])
  expect(queues.leased.byWebhook).toEqual(
    new Map([
      [1, 3],
      [2, 1],
    ]),
  )
  expect(queues.room).toBe(6)
})

test('deliveries queued for more than three seconds are released', async () => {
  const { queues, released, underWay } = open()
  queues.take([1, 2, 3].map((n) => delivery(1, n)))
  await vi.advanceTimersByTimeAsync(2_500)
  queues.take([delivery(1, 4)])
  expect(released).toEqual([])
  await vi.advanceTimersByTimeAsync(1_500)
  expect(released).toEqual(['1-3'])
  expect(underWay()).toEqual(['1-1', '1-2'])
  expect(queues.leased.byWebhook.get(1)).toBe(3)
})

test('when a receiver fails, its queued deliveries are not sent, and are released after the result is written', async () => {
  const { queues, released, end, underWay } = open()
  queues.take([1, 2, 3, 4].map((n) => delivery(1, n)))
  const written = Promise.withResolvers<void>()
  queues.close(1, written.promise)
  await end('1-1')
  expect(underWay()).toEqual(['1-2'])
  expect(released).toEqual([])
  written.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(released).toEqual(['1-3', '1-4'])
  expect(queues.leased.byWebhook.get(1)).toBe(1)
})

test('a wait for room ends when there is room, or after a timeout', async () => {
  const { queues, end } = open({ max: 2 })
  queues.take([delivery(1, 1), delivery(2, 1)])
  const called: string[] = []
  void queues.waitForRoom(1).then(() => called.push('first'))
  await end('1-1')
  expect(called).toEqual(['first'])
  void queues.waitForRoom(2).then(() => called.push('second'))
  await vi.advanceTimersByTimeAsync(50)
  expect(called).toEqual(['first', 'second'])
})

test('a shutdown releases queued deliveries, and waits for requests under way', async () => {
  const { queues, released, end } = open()
  queues.take([1, 2, 3].map((n) => delivery(1, n)))
  let isStopped = false
  void queues[Symbol.asyncDispose]().then(() => (isStopped = true))
  await end('1-1')
  expect(released).toEqual(['1-3'])
  expect(queues.room).toBe(0)
  expect(isStopped).toBe(false)
  await end('1-2')
  expect(isStopped).toBe(true)
})
