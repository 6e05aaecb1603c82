import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Publisher } from './bus.ts'
import type { Database } from './database.ts'
import { createLogger } from './logger.ts'
import { createMetrics } from './metrics.ts'
import { startRelay } from './relay.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('looks into an empty outbox after 10 ms, and less often the longer it is empty', async () => {
  const looks: number[] = []
  const query = () => {
    looks.push(Date.now() - start)
    return Promise.resolve([])
  }
  const database = {
    transaction: (work: (sql: { query: typeof query }) => Promise<void>) => work({ query }),
  } as unknown as Database
  const publisher: Publisher = {
    blocked: false,
    open: () => Promise.resolve(),
    publish: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  const start = Date.now()
  await using relay = startRelay({
    database,
    publisher,
    logger: createLogger('test', 'silent'),
    metrics: createMetrics('test'),
  })

  await vi.advanceTimersByTimeAsync(1_000)
  expect(looks).toEqual([0, 10, 30, 70, 150, 310, 560, 810])
  relay.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(looks).toHaveLength(9)
})
