import { startConsumer } from '@takeoff/kit/events/amqp-consumer'
import type { Consumer } from '@takeoff/kit/events/amqp-consumer'
import { addQueueDepths } from '@takeoff/kit/events/queue-depths'
import { AUDIT_QUEUE, DEAD_LETTER_QUEUE, WEBHOOKS_QUEUE } from '@takeoff/kit/events/topology'
import type { Logger } from '@takeoff/kit/service/logger'
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Ingest } from './create-ingest.ts'
import { readMessage } from './read-message.ts'

/** Maximum messages ingested with one statement; each is one event, or an array of them. */
const BATCH_MAX = 50
const PREFETCH = 4 * BATCH_MAX

export interface IngestOptions {
  readonly eventsUrl: string
  readonly logger: Logger
  readonly registry: Registry
  readonly ingest: Ingest
}

/** Ingests the messages of the service's queues of the broker, until the stack is disposed. */
export function startIngest(options: IngestOptions, stack: AsyncDisposableStack): void {
  const { eventsUrl, logger, registry, ingest } = options
  const start = (queue: string): Consumer =>
    startConsumer({
      url: eventsUrl,
      queue,
      prefetch: PREFETCH,
      batchMax: BATCH_MAX,
      logger,
      read: ({ messageId, traceparent, body }) =>
        readMessage({ carrier: 'amqp', messageId, traceparent, body }),
      handle: (batch) => ingest(batch.flat()),
    })
  stack.use(start(AUDIT_QUEUE))
  addMetrics(registry, stack.use(start(WEBHOOKS_QUEUE)))
}

/**
 * An unavailable broker does not affect readiness: ingested events are delivered, the API responds, and new events
 * wait in their outboxes. So this metric reports it.
 */
function addMetrics(registry: Registry, consumer: Consumer): void {
  const connected: Gauge = new Gauge({
    name: 'webhooks_broker_connected',
    help: '1 while this process has a connection to the broker, else 0.',
    registers: [registry],
    collect: () => connected.set(consumer.connected ? 1 : 0),
  })
  addQueueDepths(registry, consumer, [WEBHOOKS_QUEUE, AUDIT_QUEUE, DEAD_LETTER_QUEUE])
}
