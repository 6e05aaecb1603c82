import { Counter, Gauge, Histogram } from 'prom-client'
import type { Publisher } from './bus.ts'
import type { Sql } from './database.ts'
import type { Metrics } from './metrics.ts'

const CONFIRM_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** What a relay tells those who operate it. */
export interface OutboxMetrics {
  /** Waits for the carrier's confirm of a batch, and counts it. */
  measure(events: number, publishing: Promise<void>): Promise<void>
}

/** One for each relay; every service with an outbox has the same names. */
export function createOutboxMetrics(
  registry: Metrics,
  sql: Sql,
  publisher: Pick<Publisher, 'blocked'>,
): OutboxMetrics {
  const registers = [registry]
  const published = new Counter({
    name: 'outbox_published_events_total',
    help: 'Events that the carrier has confirmed.',
    registers,
  })
  const failures = new Counter({
    name: 'outbox_publish_failures_total',
    help: 'Batches that the carrier refused or did not confirm in time; they are published again.',
    registers,
  })
  const confirms = new Histogram({
    name: 'outbox_confirm_seconds',
    help: 'Time from the writing of a batch to its last confirm.',
    buckets: CONFIRM_BUCKETS_SECONDS,
    registers,
  })
  addBacklog(registry, sql)
  addBlocked(registry, publisher)
  return {
    async measure(events, publishing) {
      const stop = confirms.startTimer()
      try {
        await publishing
      } catch (error) {
        failures.inc()
        throw error
      }
      stop()
      published.inc(events)
    },
  }
}

function addBacklog(registry: Metrics, sql: Sql): void {
  addReading(registry, sql, {
    name: 'outbox_waiting_events',
    help: 'Events that are committed and not yet deleted, which follows the confirm of the carrier.',
    reading: 'select count(*)::int as value from outbox_message',
  })
  addReading(registry, sql, {
    name: 'outbox_oldest_seconds',
    help: 'How long the oldest of these events has waited; 0 when none waits.',
    // Ids sort by time of creation, so the first one is the oldest.
    reading: `select greatest(0, extract(epoch from now() - created_at))::float8 as value
              from outbox_message order by id limit 1`,
  })
}

/** Read when asked for. While the database is away it is unknown, and the rest is answered. */
function addReading(
  registry: Metrics,
  sql: Sql,
  {
    name,
    help,
    reading,
  }: { readonly name: string; readonly help: string; readonly reading: string },
): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      try {
        const [row] = await sql.query<{ value: number }>(reading)
        gauge.set(row?.value ?? 0)
      } catch {
        gauge.set(Number.NaN)
      }
    },
  })
}

function addBlocked(registry: Metrics, publisher: Pick<Publisher, 'blocked'>): void {
  const blocked: Gauge = new Gauge({
    name: 'outbox_broker_blocked',
    help: '1 while the broker takes nothing in, because of an alarm for memory or disk.',
    registers: [registry],
    collect() {
      blocked.set(publisher.blocked ? 1 : 0)
    },
  })
}
