import { startConsumer } from '@takeoff/kit/amqp-consumer'
import type { Consumer } from '@takeoff/kit/amqp-consumer'
import type { Logger } from '@takeoff/kit/logger'
import { WEBHOOKS_QUEUE } from '@takeoff/kit/topology'
import type { RawMessage } from './take-in-events.ts'

/** Most messages taken in with one statement. */
const BATCH_MAX = 500
const PREFETCH = 2 * BATCH_MAX

export interface IntakeOptions {
  readonly eventsUrl: string
  readonly logger: Logger
  /** Resolves once the messages are committed; only then are they acknowledged. */
  readonly takeIn: (messages: readonly RawMessage[]) => Promise<void>
}

/** Takes in what the broker brings. */
export function startIntake({ eventsUrl, logger, takeIn }: IntakeOptions): Consumer {
  return startConsumer({
    url: eventsUrl,
    queue: WEBHOOKS_QUEUE,
    prefetch: PREFETCH,
    batchMax: BATCH_MAX,
    logger,
    read: ({ messageId, body }): RawMessage => ({ carrier: 'amqp', messageId, body }),
    handle: takeIn,
  })
}
