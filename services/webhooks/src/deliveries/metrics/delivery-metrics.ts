import { Counter, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import { timeOfUuid } from '@takeoff/kit/values/ids'
import type { LeasedDelivery } from '../leases/leased-delivery.ts'
import type { Freed } from '../leases/worker-registry.ts'
import type { Decision } from '../results/decision.ts'
import type { AttemptResult } from '../results/write-results.ts'

const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]
/** Covers the first attempt of a healthy receiver up to the last one of a failing receiver. */
const LATENCY_BUCKETS_SECONDS = [
  0.002, 0.004, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 43_200,
  86_400, 432_000,
]
const STATEMENT_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
const BATCH_BUCKETS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500]
/** Each of them has a series from the start: `increase()` does not see the increment that begins a series. */
const NO_ATTEMPTS: Readonly<Record<Decision['kind'], 0>> = {
  delivered: 0,
  retry: 0,
  failed: 0,
  gone: 0,
}

/** The part of a delivery from which latencies are measured. */
export type TimedDelivery = Pick<LeasedDelivery, 'id' | 'attempts' | 'occurredAt' | 'isReplay'>
export type Attempt = Pick<AttemptResult, 'decision' | 'at' | 'durationMs'>

/** Metrics of this process; those over all processes are in `backlog-metrics.ts`. */
export type DeliveryMetrics = ReturnType<typeof createDeliveryMetrics>

/** What was ingested; absent kinds are 0. */
export interface Ingested {
  readonly events?: number
  readonly deliveries?: number
  readonly poisoned: number
  readonly auditRecords?: number
}

export function createDeliveryMetrics(registry: Registry) {
  const registers = [registry]
  const ingestCounter = new Counter({
    name: 'webhooks_intake_total',
    help: 'Events ingested, deliveries queued for them, and messages dead-lettered as unreadable (poisoned); records appended to the audit log (audit).',
    labelNames: ['kind'],
    registers,
  })
  const ingested = (counts: Ingested): void => {
    const { events = 0, deliveries = 0, poisoned, auditRecords = 0 } = counts
    ingestCounter.inc({ kind: 'events' }, events)
    ingestCounter.inc({ kind: 'deliveries' }, deliveries)
    ingestCounter.inc({ kind: 'poisoned' }, poisoned)
    ingestCounter.inc({ kind: 'audit' }, auditRecords)
  }
  // Each kind has a series from the start, as each outcome of an attempt has.
  ingested({ poisoned: 0 })
  return {
    ingested,
    ...createAttemptMetrics(registers),
    ...createStatementMetrics(registers),
    ...createLeaseMetrics(registers),
  }
}

type Registers = Registry[]

function createAttemptMetrics(registers: Registers) {
  const attempts = new Counter({
    name: 'webhooks_attempts_total',
    help: 'Attempts by outcome: delivered, retry, failed (the last one: the delivery is exhausted), gone (410).',
    labelNames: ['outcome'],
    registers,
  })
  for (const [outcome, count] of Object.entries(NO_ATTEMPTS)) attempts.inc({ outcome }, count)
  const resentRequests = new Counter({
    name: 'webhooks_resends_total',
    help: 'Requests sent again at once, because a reused connection was closed before the response.',
    registers,
  })
  const attemptSeconds = new Histogram({
    name: 'webhooks_attempt_duration_seconds',
    help: 'Time from the begin of an attempt to the end of its response.',
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  })
  const latency = (name: string, help: string): Histogram =>
    new Histogram({ name, help, buckets: LATENCY_BUCKETS_SECONDS, registers })
  const eventToAttempt = latency(
    'webhooks_event_to_attempt_seconds',
    'Time from the occurrence of an event to the begin of the first attempt of its delivery.',
  )
  const eventToDelivered = latency(
    'webhooks_event_to_delivered_seconds',
    'Time from the occurrence of an event to the end of the attempt that delivered it.',
  )
  const ingestToDelivered = latency(
    'webhooks_intake_to_delivered_seconds',
    'Time from the ingest of an event to the end of the attempt that delivered it.',
  )
  return {
    attempted(
      { id, occurredAt, ...delivery }: TimedDelivery,
      { decision, at, durationMs }: Attempt,
    ): void {
      attempts.inc({ outcome: decision.kind })
      attemptSeconds.observe(durationMs / 1000)
      // The age of what was sent again manually is no latency of the service.
      if (occurredAt === null || delivery.isReplay) return
      const begunAt = at.getTime()
      if (delivery.attempts === 0) eventToAttempt.observe(secondsBetween(occurredAt, begunAt))
      if (decision.kind !== 'delivered') return
      eventToDelivered.observe(secondsBetween(occurredAt, begunAt + durationMs))
      // An id has the millisecond in which the event was ingested.
      ingestToDelivered.observe(secondsBetween(timeOfUuid(id), begunAt + durationMs))
    },
    /** A reused connection was closed before the response, and the request was repeated on another one. */
    resent: (): void => resentRequests.inc(),
  }
}

/** Clocks of two machines may differ slightly; a latency is never negative. */
function secondsBetween(from: number, to: number): number {
  return Math.max(0, to - from) / 1000
}

function createStatementMetrics(registers: Registers) {
  const seconds = (name: string, help: string): Histogram =>
    new Histogram({ name, help, buckets: STATEMENT_BUCKETS_SECONDS, registers })
  const rows = (name: string, help: string): Histogram =>
    new Histogram({ name, help, buckets: BATCH_BUCKETS, registers })
  const claimSeconds = seconds(
    'webhooks_claim_seconds',
    'Time that one claim took in the database.',
  )
  const claimSize = rows('webhooks_claim_deliveries', 'Deliveries that one claim leased.')
  const writeSeconds = seconds(
    'webhooks_results_seconds',
    'Time that writing one batch of results took in the database.',
  )
  const writeSize = rows('webhooks_results_batch', 'Results written in one batch.')
  const expiredLeases = new Counter({
    name: 'webhooks_leases_expired_total',
    help: 'Deliveries claimed whose earlier lease ended without a result.',
    registers,
  })
  const staleResults = new Counter({
    name: 'webhooks_results_stale_total',
    help: 'Results dropped, because the delivery had passed to another process or was gone.',
    registers,
  })
  const disabledSubscriptions = new Counter({
    name: 'webhooks_disabled_total',
    help: 'Subscriptions disabled by results: 410, or five days of failures.',
    registers,
  })
  return {
    /** @param expired deliveries whose earlier lease ended without a result */
    claimed(claim: Readonly<Record<'deliveries' | 'expired' | 'seconds', number>>): void {
      claimSeconds.observe(claim.seconds)
      claimSize.observe(claim.deliveries)
      expiredLeases.inc(claim.expired)
    },
    /** @param stale results that were dropped, because another process holds the lease now */
    wrote(written: Readonly<Record<'results' | 'stale' | 'disabled' | 'seconds', number>>): void {
      writeSeconds.observe(written.seconds)
      writeSize.observe(written.results)
      staleResults.inc(written.stale)
      disabledSubscriptions.inc(written.disabled)
    },
  }
}

function createLeaseMetrics(registers: Registers) {
  const deadWorkers = new Counter({
    name: 'webhooks_dead_workers_total',
    help: 'Processes that this one found dead.',
    registers,
  })
  const freedLeases = new Counter({
    name: 'webhooks_leases_freed_total',
    help: 'Deliveries taken back from processes that died.',
    registers,
  })
  return {
    /** Leases of dead processes were released. */
    freed(dead: Freed): void {
      deadWorkers.inc(dead.workers)
      freedLeases.inc(dead.deliveries)
    },
  }
}
