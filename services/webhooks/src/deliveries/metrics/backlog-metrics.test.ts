import type { Database } from '@takeoff/kit/postgres/database'
import { createLogger } from '@takeoff/kit/service/logger'
import { createMetrics } from '@takeoff/kit/service/metrics'
import { expect, test, vi } from 'vitest'
import { addBacklogMetrics } from './backlog-metrics.ts'

test('gauges of a database that hangs are NaN before Prometheus gives up its scrape after 10 s', async () => {
  vi.useFakeTimers()
  const registry = createMetrics('webhooks')
  const database = { transaction: () => new Promise(() => undefined) } as unknown as Database
  addBacklogMetrics({ registry, database, logger: createLogger('webhooks', 'silent') })
  const reported = registry.getSingleMetric('webhooks_workers')?.get()
  await vi.advanceTimersByTimeAsync(9_999)
  vi.useRealTimers()
  const values = (await Promise.race([reported, Promise.resolve(undefined)]))?.values
  expect(values).toEqual([{ labels: {}, value: Number.NaN }])
})

test('the backlog is read again soon after a read that failed late, as of a database that hung', async () => {
  let now = 0
  const transaction = vi.fn<() => Promise<never>>(() => {
    now += 30_000
    return Promise.reject(new Error('it hung'))
  })
  const registry = createMetrics('webhooks')
  const database = { transaction } as unknown as Database
  const logger = createLogger('webhooks', 'silent')
  addBacklogMetrics({ registry, database, logger, now: () => now })
  const workers = registry.getSingleMetric('webhooks_workers')
  await workers?.get()
  now += 4_999
  await workers?.get()
  expect(transaction).toHaveBeenCalledTimes(1)
  now += 1
  await workers?.get()
  expect(transaction).toHaveBeenCalledTimes(2)
})
