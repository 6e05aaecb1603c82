import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Publisher } from './publisher.ts'
import type { Database } from '../postgres/database.ts'
import { createLogger } from '../service/logger.ts'
import { createMetrics } from '../service/metrics.ts'
import { startRelay } from './relay.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('looks at an empty outbox four times in a second, without a transaction', async () => {
  const looks: number[] = []
  const rows = () => {
    looks.push(Date.now() - start)
    return Promise.resolve([])
  }
  const database = {
    rows,
    transaction: () => Promise.reject(new Error('needed only when there are events')),
    onEvents: () => ({ [Symbol.dispose]: () => undefined }),
  } as unknown as Database
  const publisher: Publisher = {
    blocked: false,
    open: () => Promise.resolve(),
    publish: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  const start = Date.now()
  await using _relay = startRelay({
    database,
    publisher,
    logger: createLogger('test', 'silent'),
    metrics: createMetrics('test'),
  })

  await vi.advanceTimersByTimeAsync(1_000)
  expect(looks).toEqual([0, 250, 500, 750, 1000])
})
