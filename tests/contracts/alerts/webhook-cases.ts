import { documents, lists, repeated, webhooks } from './situation.ts'
import type { Situation } from './situation.ts'

const attempts = (outcome: string): string => webhooks('attempts_total', `,outcome="${outcome}"`)
const firstAttempt = (seconds: string): string =>
  webhooks('event_to_attempt_seconds_bucket', `,le="${seconds}"`)
const inQueue = (queue: string): string =>
  `broker_queue_messages{service="webhooks",queue="${queue}",instance="a"}`

/** Of the rules for webhooks and events. */
export const WEBHOOK_CASES: Readonly<Record<string, readonly Situation[]>> = {
  WebhooksNoWorker: [
    { at: '5m', series: {}, fires: [{}] },
    { at: '5m', series: { [webhooks('workers')]: repeated('NaN') }, fires: [{}] },
    { at: '5m', series: { [webhooks('workers')]: '0x9' }, fires: [{}] },
    {
      at: '5m',
      series: { [webhooks('workers')]: '1x9', [webhooks('workers', '', 'b')]: repeated('NaN') },
    },
  ],
  WebhooksNotDelivering: [
    {
      at: '9m',
      series: { [webhooks('oldest_due_seconds', ',waits_for="us"')]: '0+60x20' },
      fires: [{}],
    },
    {
      at: '9m',
      series: {
        [webhooks('oldest_due_seconds', ',waits_for="us"')]: '1x20',
        [webhooks('oldest_due_seconds', ',waits_for="receiver"')]: '0+60x20',
      },
    },
  ],
  WebhooksSlow: [
    {
      at: '25m',
      series: {
        [firstAttempt('5')]: '0+97x60',
        [firstAttempt('10')]: '0+100x60',
        [firstAttempt('+Inf')]: '0+100x60',
      },
      fires: [{}],
    },
    {
      at: '25m',
      series: {
        [firstAttempt('1')]: '0+99x60',
        [firstAttempt('5')]: '0+100x60',
        [firstAttempt('+Inf')]: '0+100x60',
      },
    },
  ],
  WebhooksBrokerAway: [
    { at: '5m', series: { [webhooks('broker_connected')]: '0x9' }, fires: [{}] },
    {
      at: '5m',
      series: {
        [webhooks('broker_connected')]: '0x9',
        [webhooks('broker_connected', '', 'b')]: '1x9',
      },
    },
    // With the transport http there is no such metric.
    { at: '5m', series: { [webhooks('workers')]: '1x9' } },
  ],
  WebhooksMostAttemptsFail: [
    {
      at: '60m',
      series: {
        [attempts('delivered')]: '0+5x60',
        [attempts('retry')]: '0+5x60',
        [attempts('gone')]: '0+2x60',
      },
      fires: [{}],
    },
    {
      at: '60m',
      series: {
        [attempts('delivered')]: '0+7x60',
        [attempts('retry')]: '0+5x60',
        [attempts('gone')]: '0x60',
      },
    },
  ],
  WebhooksPoison: [
    {
      at: '20m',
      series: { [webhooks('intake_total', ',kind="poisoned"')]: '0x9 1x60' },
      fires: [{}],
    },
    {
      at: '40m',
      series: {
        [webhooks('intake_total', ',kind="poisoned"')]: '0x9 1x60',
        [webhooks('intake_total', ',kind="events"')]: '0+9x60',
      },
    },
  ],
  WebhooksPoisonFillsDisk: [
    { at: '1m', series: { [webhooks('poison_bytes')]: '1000000001x9' }, fires: [{}] },
    { at: '1m', series: { [webhooks('poison_bytes')]: '8192x9' } },
  ],
  WebhooksProcessesDie: [
    { at: '30m', series: { [webhooks('dead_workers_total')]: '0x9 1x3 4x60' }, fires: [{}] },
    { at: '30m', series: { [webhooks('dead_workers_total')]: '0x9 1x3 2x60' } },
  ],
  // The first value is of 1970.
  WebhooksHousekeepingFails: [
    {
      at: '7h',
      series: { [webhooks('keep_last_success_timestamp_seconds')]: '0x500' },
      fires: [{}],
    },
    {
      at: '7h',
      series: {
        [webhooks('keep_last_success_timestamp_seconds')]: '0x500',
        [webhooks('keep_last_success_timestamp_seconds', '', 'b')]: '0x99 6000x500',
      },
    },
  ],
  OutboxStuck: [
    {
      at: '9m',
      series: {
        [lists('outbox_oldest_seconds')]: '0+60x20',
        [lists('outbox_oldest_seconds', 'b')]: repeated('NaN'),
      },
      fires: [{ service: 'production-lists' }],
    },
    { at: '9m', series: { [lists('outbox_oldest_seconds')]: '1x20' } },
  ],
  BrokerBlocked: [
    { at: '5m', series: { [lists('outbox_broker_blocked')]: '0 1x9' }, fires: [{}] },
    { at: '5m', series: { [lists('outbox_broker_blocked')]: '0x9' } },
  ],
  QueueNotRead: [
    {
      at: '20m',
      series: { [inQueue('webhooks.ingest')]: '0 2x60', [inQueue('audit.ingest')]: '0x60' },
      fires: [{ queue: 'webhooks.ingest' }],
    },
    // The broker did not respond to some of the queries.
    {
      at: '20m',
      series: { [inQueue('audit.ingest')]: '0 5 _ _ 5x60' },
      fires: [{ queue: 'audit.ingest' }],
    },
    // Events arrive in bursts, and are ingested.
    { at: '20m', series: { [inQueue('webhooks.ingest')]: '900x9 0 900x9 0x60' } },
    // DeadLetters is for them.
    { at: '20m', series: { [inQueue('webhooks.ingest.dead')]: '9x60' } },
  ],
  DocumentsPending: [
    { at: '20m', series: { [documents('pending_oldest_seconds')]: '0+60x60' }, fires: [{}] },
    { at: '20m', series: { [documents('pending_oldest_seconds')]: '60x60' } },
  ],
  VendorCopyStale: [
    { at: '9m', series: { [lists('vendor_copy_age_seconds')]: repeated('+Inf') }, fires: [{}] },
    { at: '30m', series: { [lists('vendor_copy_age_seconds')]: '0+60x60' }, fires: [{}] },
    { at: '30m', series: { [lists('vendor_copy_age_seconds')]: '300x60' } },
  ],
  DeadLetters: [
    { at: '5m', series: { [inQueue('webhooks.ingest.dead')]: '0 1x9' }, fires: [{}] },
    {
      at: '5m',
      series: { [inQueue('webhooks.ingest.dead')]: '0x9', [inQueue('webhooks.ingest')]: '5x9' },
    },
  ],
}
