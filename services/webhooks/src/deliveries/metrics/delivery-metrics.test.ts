import { Registry } from 'prom-client'
import { beforeEach, describe, expect, test } from 'vitest'
import { firstUuidOf } from '@takeoff/kit/values/ids'
import { createDeliveryMetrics } from './delivery-metrics.ts'
import type { Attempt, DeliveryMetrics, TimedDelivery } from './delivery-metrics.ts'

const OCCURRED = Date.parse('2026-11-21T12:00:00.000Z')
const after = (ms: number): Date => new Date(OCCURRED + ms)

let registry: Registry
let metrics: DeliveryMetrics

beforeEach(() => {
  registry = new Registry()
  metrics = createDeliveryMetrics(registry)
})

/** Ingested 30 ms after it occurred. */
const delivery: TimedDelivery = {
  id: firstUuidOf(after(30)),
  attempts: 0,
  occurredAt: OCCURRED,
  isReplay: false,
}
/** Started 50 ms after the event occurred. */
const delivered: Attempt = {
  decision: { kind: 'delivered' },
  at: after(50),
  durationMs: 100,
}
const retried: Attempt = { ...delivered, decision: { kind: 'retry', delayMs: 1, error: '' } }

/** Value of a line of the Prometheus output. */
async function valueOf(line: string): Promise<number | undefined> {
  const lines = (await registry.metrics()).split('\n')
  const found = lines.find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

test('every outcome and every kind is 0 at first, so that alerts see the first one', async () => {
  for (const outcome of ['delivered', 'retry', 'failed', 'gone'])
    expect(await valueOf(`webhooks_attempts_total{outcome="${outcome}"}`)).toBe(0)
  for (const kind of ['events', 'deliveries', 'poisoned', 'audit'])
    expect(await valueOf(`webhooks_intake_total{kind="${kind}"}`)).toBe(0)
})

describe('latencies', () => {
  test('are measured from the event and from its intake', async () => {
    metrics.attempted(delivery, delivered)
    expect(await valueOf('webhooks_event_to_attempt_seconds_sum')).toBe(0.05)
    expect(await valueOf('webhooks_event_to_delivered_seconds_sum')).toBe(0.15)
    expect(await valueOf('webhooks_intake_to_delivered_seconds_sum')).toBe(0.12)
  })

  test('of a delivery that failed first are measured at its first and its last attempt', async () => {
    metrics.attempted(delivery, retried)
    metrics.attempted({ ...delivery, attempts: 1 }, { ...delivered, at: after(5_000) })
    expect(await valueOf('webhooks_event_to_attempt_seconds_count')).toBe(1)
    expect(await valueOf('webhooks_event_to_delivered_seconds_count')).toBe(1)
    expect(await valueOf('webhooks_event_to_delivered_seconds_sum')).toBe(5.1)
  })

  test.each([
    ['a handshake', { ...delivery, occurredAt: null }],
    ['a manual repetition', { ...delivery, isReplay: true }],
  ])('are not measured for %s', async (_what, delivery) => {
    metrics.attempted(delivery, delivered)
    expect(await valueOf('webhooks_event_to_attempt_seconds_count')).toBe(0)
    expect(await valueOf('webhooks_event_to_delivered_seconds_count')).toBe(0)
    expect(await valueOf('webhooks_intake_to_delivered_seconds_count')).toBe(0)
    expect(await valueOf('webhooks_attempts_total{outcome="delivered"}')).toBe(1)
  })

  test('are never negative, even with a different clock on the other machine', async () => {
    metrics.attempted({ ...delivery, occurredAt: OCCURRED + 60_000 }, delivered)
    expect(await valueOf('webhooks_event_to_attempt_seconds_sum')).toBe(0)
  })
})

test('attempts are counted by outcome, and repeated requests on another connection separately', async () => {
  metrics.attempted(delivery, delivered)
  metrics.attempted(delivery, retried)
  metrics.resent()
  metrics.attempted(delivery, { ...delivered, decision: { kind: 'failed', error: '' } })
  expect(await valueOf('webhooks_attempts_total{outcome="retry"}')).toBe(1)
  expect(await valueOf('webhooks_attempts_total{outcome="failed"}')).toBe(1)
  expect(await valueOf('webhooks_resends_total')).toBe(1)
  expect(await valueOf('webhooks_attempt_duration_seconds_count')).toBe(3)
})

test('claims, results and dead processes are counted', async () => {
  metrics.claimed({ deliveries: 20, expired: 2, seconds: 0.004 })
  metrics.wrote({ results: 30, stale: 1, disabled: 1, seconds: 0.002 })
  metrics.freed({ workers: 1, deliveries: 16 })
  metrics.ingested({ events: 3, deliveries: 9, poisoned: 1 })
  expect(await valueOf('webhooks_claim_deliveries_sum')).toBe(20)
  expect(await valueOf('webhooks_claim_seconds_sum')).toBe(0.004)
  expect(await valueOf('webhooks_leases_expired_total')).toBe(2)
  expect(await valueOf('webhooks_results_batch_sum')).toBe(30)
  expect(await valueOf('webhooks_results_seconds_sum')).toBe(0.002)
  expect(await valueOf('webhooks_results_stale_total')).toBe(1)
  expect(await valueOf('webhooks_disabled_total')).toBe(1)
  expect(await valueOf('webhooks_dead_workers_total')).toBe(1)
  expect(await valueOf('webhooks_leases_freed_total')).toBe(16)
  expect(await valueOf('webhooks_intake_total{kind="poisoned"}')).toBe(1)
})
