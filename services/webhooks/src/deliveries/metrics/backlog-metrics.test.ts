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
