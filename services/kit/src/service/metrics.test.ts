import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOutboxMetrics } from '../events/outbox-metrics.ts'
import { measureFrozenOrganizations } from '../postgres/frozen-organization.ts'
import type { Sql } from '../postgres/sql.ts'
import { createMetrics } from './metrics.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** What Prometheus waits for a process. */
const SCRAPE_TIMEOUT_MS = 10_000

test('while a database hangs, what is read from it is NaN, and metrics arrive before a scrape is given up', async () => {
  const never = (): Promise<never> => new Promise(() => undefined)
  const sql: Sql = { rows: never, row: never, one: never, run: never, query: never }
  const metrics = createMetrics('test')
  measureFrozenOrganizations(sql, metrics)
  createOutboxMetrics(metrics, sql, { blocked: true })
  const text = metrics.metrics()
  await vi.advanceTimersByTimeAsync(SCRAPE_TIMEOUT_MS - 1)
  const lines = (await Promise.race([text, Promise.resolve('')])).split('\n')
  for (const name of ['organizations_read_only', 'outbox_waiting_events', 'outbox_oldest_seconds'])
    expect(lines).toContain(`${name}{service="test"} Nan`)
  expect(lines).toContain('outbox_broker_blocked{service="test"} 1')
})
