import { Counter, Histogram } from 'prom-client'
import { sql as raw } from 'kysely'
import type { Publisher } from './publisher.ts'
import type { Sql } from '../postgres/sql.ts'
import { statement } from './outbox-statements.ts'
import { int8, numeric } from '../postgres/sql-types.ts'
import { column } from '../postgres/statement.ts'
import type { Statement } from '../postgres/statement.ts'
import { addGauge } from '../service/metrics.ts'
import type { Metrics } from '../service/metrics.ts'

const CONFIRM_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * Metrics of one relay; every service with an outbox has the same names.
 * @returns a function that waits for the confirm of a batch of this many events, and counts it
 */
export function createOutboxMetrics(
  registry: Metrics,
  sql: Sql,
  publisher: Pick<Publisher, 'blocked'>,
): (events: number, publishing: Promise<void>) => Promise<void> {
  const registers = [registry]
  const publishedEvents = new Counter({
    name: 'outbox_published_events_total',
    help: 'Events that the transport has confirmed.',
    registers,
  })
  const publishFailures = new Counter({
    name: 'outbox_publish_failures_total',
    help: 'Batches that the transport refused or did not confirm in time; they are published again.',
    registers,
  })
  const confirmSeconds = new Histogram({
    name: 'outbox_confirm_seconds',
    help: 'Time from the writing of a batch to its last confirm.',
    buckets: CONFIRM_BUCKETS_SECONDS,
    registers,
  })
  addGauge(registry, {
    name: 'outbox_waiting_events',
    help: 'Events that are committed and not yet deleted; they are deleted after the transport has confirmed them.',
    read: () => read(sql, countEvents),
  })
  addGauge(registry, {
    name: 'outbox_oldest_seconds',
    help: 'How long the oldest of these events has waited; 0 when none waits.',
    read: () => read(sql, oldestSeconds),
  })
  addGauge(registry, {
    name: 'outbox_broker_blocked',
    help: '1 while the broker blocks publishers because of an alarm for memory or disk.',
    read: () => (publisher.blocked ? 1 : 0),
  })
  return async (events, publishing) => {
    const stop = confirmSeconds.startTimer()
    try {
      await publishing
    } catch (error) {
      publishFailures.inc()
      throw error
    }
    stop()
    publishedEvents.inc(events)
  }
}

async function read(
  sql: Sql,
  measured: Statement<object, { readonly value: number }>,
): Promise<number> {
  return (await sql.row(measured, {}))?.value ?? 0
}

/** Ids sort by time of creation, so the first one is the oldest. */
const oldestSeconds = statement((db) =>
  db
    .selectFrom('outboxMessage')
    .orderBy('id')
    .limit(1)
    .select((eb) => [
      column(
        'value',
        numeric,
        raw`greatest(0, extract(epoch from now() - ${eb.ref('createdAt')}))`,
      ),
    ]),
)

const countEvents = statement((db) =>
  db.selectFrom('outboxMessage').select((eb) => [column('value', int8, eb.fn.countAll())]),
)
