import { AUDIT_RECORDED } from '@takeoff/contracts/audit-record'
import { VENDOR_CHANGED } from '@takeoff/contracts/vendor-changes'

/** The broker's side of the contract; publishers and consumers both declare it. */
export const EVENTS_EXCHANGE = 'domain.events'
/** Queue of the webhook service. */
export const WEBHOOKS_QUEUE = 'webhooks.ingest'
/**
 * Exchange of audit records. They have their own, because the queue of the events is bound to everything: an older
 * webhook service would dead-letter a record that it finds there.
 */
export const AUDIT_EXCHANGE = 'audit.records'
/** Queue of the audit records, which the webhook service consumes, too. */
export const AUDIT_QUEUE = 'audit.ingest'
/** Exchange of changes of vendors, for the same reason. */
export const VENDORS_EXCHANGE = 'vendors.changed'
/** Queue of the changes of vendors, which production-lists consumes. */
export const VENDORS_QUEUE = 'vendors.copy'
/** Exchange of the messages that no consumer could process. */
const DEAD_LETTER_EXCHANGE = 'domain.events.dead'
/** Queue of the messages that were dead-lettered. */
export const DEAD_LETTER_QUEUE = 'webhooks.ingest.dead'

/** Times a message may be delivered before it is dead-lettered; a killed consumer counts as one. */
const DELIVERY_LIMIT = 100
/** Changes of vendors that wait at most; the oldest are dropped, and read from their owner later. */
const VENDOR_CHANGES_MAX = 100_000

interface Declaring {
  assertExchange(name: string, type: string, options: object): Promise<unknown>
  assertQueue(name: string, options: object): Promise<unknown>
  bindQueue(queue: string, exchange: string, pattern: string): Promise<unknown>
}

/** The exchange of a message with this name. */
export function exchangeOf(name: string): string {
  if (name === VENDOR_CHANGED) return VENDORS_EXCHANGE
  return name === AUDIT_RECORDED ? AUDIT_EXCHANGE : EVENTS_EXCHANGE
}

/** Declares exchanges, queues and bindings. Doing it again changes nothing. */
export async function declareTopology(channel: Declaring): Promise<void> {
  await channel.assertExchange(EVENTS_EXCHANGE, 'topic', { durable: true })
  await channel.assertExchange(DEAD_LETTER_EXCHANGE, 'topic', { durable: true })
  await channel.assertQueue(DEAD_LETTER_QUEUE, {
    durable: true,
    arguments: { 'x-queue-type': 'quorum' },
  })
  await channel.bindQueue(DEAD_LETTER_QUEUE, DEAD_LETTER_EXCHANGE, '#')
  await channel.assertExchange(AUDIT_EXCHANGE, 'topic', { durable: true })
  for (const queue of [WEBHOOKS_QUEUE, AUDIT_QUEUE]) {
    await channel.assertQueue(queue, {
      durable: true,
      arguments: {
        'x-queue-type': 'quorum',
        'x-delivery-limit': DELIVERY_LIMIT,
        'x-dead-letter-exchange': DEAD_LETTER_EXCHANGE,
        // At-least-once dead-lettering needs reject-publish: a full queue rejects, it never drops.
        'x-dead-letter-strategy': 'at-least-once',
        'x-overflow': 'reject-publish',
      },
    })
  }
  await channel.bindQueue(WEBHOOKS_QUEUE, EVENTS_EXCHANGE, '#')
  await channel.bindQueue(AUDIT_QUEUE, AUDIT_EXCHANGE, AUDIT_RECORDED)
  await channel.assertExchange(VENDORS_EXCHANGE, 'topic', { durable: true })
  // Without dead letters: what cannot be handled is read from the owner of the vendors.
  await channel.assertQueue(VENDORS_QUEUE, {
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      'x-delivery-limit': DELIVERY_LIMIT,
      'x-max-length': VENDOR_CHANGES_MAX,
    },
  })
  await channel.bindQueue(VENDORS_QUEUE, VENDORS_EXCHANGE, VENDOR_CHANGED)
}
