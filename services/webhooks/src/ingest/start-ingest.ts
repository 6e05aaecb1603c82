import { startConsumer } from '@takeoff/kit/events/amqp-consumer'
import type { Consumer } from '@takeoff/kit/events/amqp-consumer'
import type { Logger } from '@takeoff/kit/service/logger'
import { readMessage } from './read-message.ts'
import type { Reading } from './read-message.ts'

/** Maximum messages ingested with one statement; each is one event, or an array of them. */
const BATCH_MAX = 50
const PREFETCH = 4 * BATCH_MAX

export interface IngestOptions {
  readonly eventsUrl: string
  readonly queue: string
  readonly logger: Logger
  /** Resolves once all of them are committed; only then are they acknowledged. */
  readonly ingest: (read: readonly Reading[]) => Promise<void>
}

/** Ingests the messages of a queue of the broker. */
export function startIngest({ eventsUrl, queue, logger, ingest }: IngestOptions): Consumer {
  return startConsumer({
    url: eventsUrl,
    queue,
    prefetch: PREFETCH,
    batchMax: BATCH_MAX,
    logger,
    read: ({ messageId, traceparent, body }) =>
      readMessage({ carrier: 'amqp', messageId, traceparent, body }),
    handle: (batch) => ingest(batch.flat()),
  })
}
