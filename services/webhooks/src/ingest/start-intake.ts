import { startConsumer } from '@takeoff/kit/amqp-consumer'
import type { Consumer } from '@takeoff/kit/amqp-consumer'
import type { Logger } from '@takeoff/kit/logger'
import { WEBHOOKS_QUEUE } from '@takeoff/kit/topology'
import { readMessage } from './read-message.ts'
import type { Reading } from './read-message.ts'

/** Most messages taken in with one statement; each is one event, or a bundle of them. */
const BATCH_MAX = 50
const PREFETCH = 4 * BATCH_MAX

export interface IntakeOptions {
  readonly eventsUrl: string
  readonly logger: Logger
  /** Resolves once all of it is committed; only then is it acknowledged. */
  readonly takeIn: (read: readonly Reading[]) => Promise<void>
}

/** Takes in what the broker brings. */
export function startIntake({ eventsUrl, logger, takeIn }: IntakeOptions): Consumer {
  return startConsumer({
    url: eventsUrl,
    queue: WEBHOOKS_QUEUE,
    prefetch: PREFETCH,
    batchMax: BATCH_MAX,
    logger,
    read: ({ messageId, body }) => readMessage({ carrier: 'amqp', messageId, body }),
    handle: (batch) => takeIn(batch.flat()),
  })
}
