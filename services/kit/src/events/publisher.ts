import type { Message } from '@takeoff/contracts/audit-record'
import { createAmqpPublisher } from './amqp-publisher.ts'
import { createHttpPublisher } from './http-publisher.ts'
import type { Logger } from '../service/logger.ts'

/** An event or an audit record to publish. */
export interface EncodedEvent {
  readonly id: string
  readonly name: string
  /** `traceparent` of the request that caused it. */
  readonly trace: string | null
  /** The message as JSON. */
  readonly body: string
}

/** Publishes the events of a service. The guarantee is the same on every transport: at least once. */
export interface Publisher extends AsyncDisposable {
  /** True while the broker blocks publishers. */
  readonly blocked: boolean
  /** Connects unless connected; rejects while the transport cannot be reached. */
  open(): Promise<void>
  /**
   * Resolves when every event is confirmed, rejects when one of them may not be; then all of them must
   * be published again. May be called again before the previous call has ended.
   */
  publish(events: readonly EncodedEvent[]): Promise<void>
}

/**
 * The protocol of `EVENTS_URL` selects the transport. Connects when it is first needed.
 * @param options `secret` is the bearer secret of the http transport, `certificates` the authorities (PEM) of its server
 */
export function openPublisher(
  eventsUrl: string,
  {
    logger,
    secret = '',
    certificates,
  }: {
    readonly logger: Logger
    readonly secret?: string | undefined
    readonly certificates?: string | undefined
  },
): Publisher {
  return isAmqp(eventsUrl)
    ? createAmqpPublisher(eventsUrl, logger)
    : createHttpPublisher(eventsUrl, { secret, certificates })
}

/** A message with its JSON text. */
export function encodeEvent(message: Message): EncodedEvent {
  const { id, name, trace } = message
  return { id, name, trace, body: JSON.stringify(message) }
}

/** Whether the URL is that of an AMQP broker; otherwise events go over HTTP. */
export function isAmqp(eventsUrl: string): boolean {
  return /^amqps?:/.test(eventsUrl)
}
