import type { Sql } from '@takeoff/kit/database'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import type { AttemptResult } from './write-results.ts'

const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

/** What operators watch. */
export interface DeliveryMetrics {
  attempted(result: AttemptResult): void
  tookIn(counts: {
    readonly events: number
    readonly deliveries: number
    readonly poisoned: number
  }): void
}

export function createDeliveryMetrics(registry: Registry, sql: Sql): DeliveryMetrics {
  const registers = [registry]
  const attempts = new Counter({
    name: 'webhooks_attempts_total',
    help: 'Attempts by outcome: delivered, retry, failed (the last one), gone (410).',
    labelNames: ['outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'webhooks_attempt_duration_seconds',
    help: 'Time from the begin of an attempt to the end of its answer.',
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  })
  const intake = new Counter({
    name: 'webhooks_intake_total',
    help: 'Events taken in, deliveries queued for them, and messages set aside as unreadable.',
    labelNames: ['kind'],
    registers,
  })
  addBacklog(registry, sql)
  return {
    attempted(result) {
      attempts.inc({ outcome: result.verdict.kind })
      durations.observe(result.durationMs / 1000)
    },
    tookIn(counts) {
      for (const [kind, count] of Object.entries(counts)) intake.inc({ kind }, count)
    },
  }
}

/** Read from the database when asked for: true for all processes together. */
function addBacklog(registry: Registry, sql: Sql): void {
  const registers = [registry]
  const oldest = new Gauge({
    name: 'webhooks_oldest_due_seconds',
    help: 'How long the longest waiting due delivery has waited.',
    registers,
  })
  const poison = new Gauge({
    name: 'webhooks_poison_messages',
    help: 'Messages set aside as unreadable.',
    registers,
  })
  const backlog = new Gauge({
    name: 'webhooks_pending_deliveries',
    help: 'Deliveries that wait for an attempt, later ones included, or are under way.',
    registers,
    async collect() {
      const [row] = await sql.query<{ pending: number; oldest: number; poison: number }>(BACKLOG)
      backlog.set(row?.pending ?? 0)
      oldest.set(row?.oldest ?? 0)
      poison.set(row?.poison ?? 0)
    },
  })
}

const BACKLOG = `
select count(*)::int as pending,
       greatest(0, extract(epoch from now() - min(due_at) filter (where due_at < 'infinity')))::float8 as oldest,
       (select count(*) from poison_message)::int as poison
from delivery`
