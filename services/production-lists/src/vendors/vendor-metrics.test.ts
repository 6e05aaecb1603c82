import type { Sql } from '@takeoff/kit/postgres/sql'
import { createMetrics } from '@takeoff/kit/service/metrics'
import { expect, test, vi } from 'vitest'
import { createVendorMetrics } from './vendor-metrics.ts'

test('the age of the copy is NaN while the database hangs, before Prometheus gives up its scrape after 10 s', async () => {
  vi.useFakeTimers()
  const never = (): Promise<never> => new Promise(() => undefined)
  const sql: Sql = { rows: never, row: never, one: never, run: never, query: never }
  const metrics = createMetrics('production-lists')
  createVendorMetrics(metrics, sql, () => new Date())
  const reported = metrics.getSingleMetric('vendor_copy_age_seconds')?.get()
  await vi.advanceTimersByTimeAsync(9_999)
  vi.useRealTimers()
  const values = (await Promise.race([reported, Promise.resolve(undefined)]))?.values
  expect(values).toEqual([{ labels: {}, value: Number.NaN }])
})
