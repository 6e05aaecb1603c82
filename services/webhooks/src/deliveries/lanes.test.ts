import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLanes } from './lanes.ts'
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

/** Lanes of two requests each, whose attempts end when told. */
function open({ max = 10 } = {}) {
  const ends = new Map<string, () => void>()
  const released: string[] = []
  const lanes = createLanes({
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
  return { lanes, released, end, underWay: () => [...ends.keys()] }
}

test('a burst of one webhook goes out one after the other, and holds up no other webhook', async () => {
  const { lanes, end, underWay } = open()
  lanes.take([1, 2, 3, 4].map((n) => delivery(1, n)))
  lanes.take([delivery(2, 1)])
  expect(underWay()).toEqual(['1-1', '1-2', '2-1'])
  await end('1-1')
  expect(underWay()).toEqual(['1-2', '2-1', '1-3'])
  expect(lanes.leased).toEqual(
    new Map([
      [1, 3],
      [2, 1],
    ]),
  )
  expect(lanes.room).toBe(6)
})

test('what waits for longer than three seconds goes back to the table', async () => {
  const { lanes, released, underWay } = open()
  lanes.take([1, 2, 3].map((n) => delivery(1, n)))
  await vi.advanceTimersByTimeAsync(2_500)
  lanes.take([delivery(1, 4)])
  expect(released).toEqual([])
  await vi.advanceTimersByTimeAsync(1_500)
  expect(released).toEqual(['1-3'])
  expect(underWay()).toEqual(['1-1', '1-2'])
  expect(lanes.leased.get(1)).toBe(3)
})

test('when a receiver fails, what waits in its lane is not sent, and goes back after the result is written', async () => {
  const { lanes, released, end, underWay } = open()
  lanes.take([1, 2, 3, 4].map((n) => delivery(1, n)))
  const written = Promise.withResolvers<void>()
  lanes.close(1, written.promise)
  await end('1-1')
  expect(underWay()).toEqual(['1-2'])
  expect(released).toEqual([])
  written.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(released).toEqual(['1-3', '1-4'])
  expect(lanes.leased.get(1)).toBe(1)
})

test('who waits for room is called when there is some, and looks again after a moment when there is not', async () => {
  const { lanes, end } = open({ max: 2 })
  lanes.take([delivery(1, 1), delivery(2, 1)])
  const called: string[] = []
  void lanes.waitForRoom(1).then(() => called.push('first'))
  await end('1-1')
  expect(called).toEqual(['first'])
  void lanes.waitForRoom(2).then(() => called.push('second'))
  await vi.advanceTimersByTimeAsync(50)
  expect(called).toEqual(['first', 'second'])
})

test('a stop gives back what waits, and waits for what is under way', async () => {
  const { lanes, released, end } = open()
  lanes.take([1, 2, 3].map((n) => delivery(1, n)))
  let isStopped = false
  void lanes[Symbol.asyncDispose]().then(() => (isStopped = true))
  await end('1-1')
  expect(released).toEqual(['1-3'])
  expect(lanes.room).toBe(0)
  expect(isStopped).toBe(false)
  await end('1-2')
  expect(isStopped).toBe(true)
})
