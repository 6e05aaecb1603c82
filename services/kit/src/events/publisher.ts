import type { Envelope } from '@takeoff/contracts/envelope'
import { createAmqpPublisher } from './amqp-publisher.ts'
import { createHttpPublisher } from './http-publisher.ts'
import type { Logger } from '../service/logger.ts'

/** An event on its way. */
export interface EncodedEvent {
  readonly id: string
  readonly name: string
  /** Its envelope as JSON. */
  readonly body: string
}

/** Carries events out of a service. The promise is the same on every carrier: at least once. */
export interface Publisher extends AsyncDisposable {
  /** True while the broker asks publishers to hold back. */
  readonly blocked: boolean
  /** Connects unless that is done; rejects while the carrier cannot be reached. */
  open(): Promise<void>
  /**
   * Resolves when every event is safe on the other side, rejects when one of them may not be; then all
   * of them are to be published again. May be called again before the call before has ended.
   */
  publish(events: readonly EncodedEvent[]): Promise<void>
}

/**
 * The carrier is chosen by the protocol of `EVENTS_URL`. Connects when it is first needed.
 * @param options `secret` is the bearer secret of the http carrier
 */
export function openPublisher(
  eventsUrl: string,
  { logger, secret = '' }: { readonly logger: Logger; readonly secret?: string },
): Publisher {
  return isAmqp(eventsUrl)
    ? createAmqpPublisher(eventsUrl, logger)
    : createHttpPublisher(eventsUrl, secret)
}

/** An event with its envelope as JSON text. */
export function encodeEvent(envelope: Envelope): EncodedEvent {
  return { id: envelope.id, name: envelope.name, body: JSON.stringify(envelope) }
}

/** Whether the URL is that of an AMQP broker; otherwise events go over HTTP. */
export function isAmqp(eventsUrl: string): boolean {
  return /^amqps?:/.test(eventsUrl)
}
