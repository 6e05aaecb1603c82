import type { Consumer } from '@takeoff/kit/events/amqp-consumer'
import { addQueueDepths } from '@takeoff/kit/events/queue-depths'
import { AUDIT_QUEUE, DEAD_LETTER_QUEUE, WEBHOOKS_QUEUE } from '@takeoff/kit/events/topology'
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'

/**
 * An unavailable broker does not affect readiness: ingested events are delivered, the API responds, and new events
 * wait in their outboxes. So this metric reports it.
 */
export function addIngestMetrics(registry: Registry, consumer: Consumer): void {
  const connected: Gauge = new Gauge({
    name: 'webhooks_broker_connected',
    help: '1 while this process has a connection to the broker, else 0.',
    registers: [registry],
    collect: () => connected.set(consumer.connected ? 1 : 0),
  })
  addQueueDepths(registry, consumer, [WEBHOOKS_QUEUE, AUDIT_QUEUE, DEAD_LETTER_QUEUE])
}
