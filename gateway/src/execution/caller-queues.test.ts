import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RequestClient } from './request-client.ts'
import { CallerQueues } from './caller-queues.ts'
import type { NoTurn } from './caller-queues.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const WAIT_MS = 100

/** Queues of which caller `a` has the only turn: the outcomes of further requests of it, by name. */
async function createQueues() {
  const queues = new CallerQueues({ perKey: 1, waitingMax: 2, waitMs: WAIT_MS })
  const turn = await queues.take('a', new RequestClient())
  if (typeof turn === 'string') throw new Error(turn)
  const outcomes: [name: string, outcome: NoTurn | 'turn'][] = []
  const record = async (name: string, client: RequestClient): Promise<void> => {
    const taken = await queues.take('a', client)
    outcomes.push([name, typeof taken === 'string' ? taken : 'turn'])
  }
  const take = (name: string, client = new RequestClient()): void => void record(name, client)
  const after = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return outcomes.splice(0)
  }
  return { queues, turn, take, after }
}

it('a request has its turn when the one before it has ended', async () => {
  const { turn, take, after } = await createQueues()
  take('first')
  take('second')
  expect(await after(0)).toEqual([])
  turn[Symbol.dispose]()
  expect(await after(0)).toEqual([['first', 'turn']])
})

it('a request has no turn after the longest wait', async () => {
  const { take, after } = await createQueues()
  take('first')
  expect(await after(WAIT_MS - 1)).toEqual([])
  expect(await after(1)).toEqual([['first', 'late']])
})

it('a request has no turn when too many of its caller wait', async () => {
  const { queues, take, after } = await createQueues()
  for (const name of ['first', 'second', 'third']) take(name)
  expect(await after(0)).toEqual([['third', 'full']])
  expect(typeof (await queues.take('b', new RequestClient()))).toBe('object')
})

it('a request has no turn when too many other callers wait', async () => {
  const queues = new CallerQueues({ slots: 1, waitingMax: 2, waitMs: WAIT_MS, keysMax: 2 })
  const turn = await queues.take('a', new RequestClient())
  if (typeof turn === 'string') throw new Error(turn)
  const take = (key: string) => queues.take(key, new RequestClient())
  const first = take('b')
  const others = [take('c'), take('c')]
  expect(await take('d')).toBe('crowded')
  turn[Symbol.dispose]()
  expect(typeof (await first)).toBe('object')
  const next = take('d')
  await vi.advanceTimersByTimeAsync(WAIT_MS)
  expect(await Promise.all([...others, next])).toEqual(['late', 'late', 'late'])
})

it('a client that disconnects frees its place', async () => {
  const { turn, take, after } = await createQueues()
  const client = new RequestClient()
  take('first', client)
  take('second')
  client.disconnect()
  take('third')
  expect(await after(0)).toEqual([['first', 'disconnected']])
  turn[Symbol.dispose]()
  expect(await after(0)).toEqual([['second', 'turn']])
})

it('a client that has disconnected has no turn, even when one is free', async () => {
  const { turn, take, after } = await createQueues()
  turn[Symbol.dispose]()
  const client = new RequestClient()
  client.disconnect()
  take('first', client)
  expect(await after(0)).toEqual([['first', 'disconnected']])
})
