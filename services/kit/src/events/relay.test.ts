import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Publisher } from './publisher.ts'
import type { Database } from '../postgres/database.ts'
import { createLogger } from '../service/logger.ts'
import { createMetrics } from '../service/metrics.ts'
import { startRelay } from './relay.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('scans the table four times in a second', async () => {
  const looks: number[] = []
  const rows = () => {
    looks.push(Date.now() - start)
    return Promise.resolve([])
  }
  const database = {
    transaction: (work: (sql: { rows: typeof rows }) => Promise<void>) => work({ rows }),
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
