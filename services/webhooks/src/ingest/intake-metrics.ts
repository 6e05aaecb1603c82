import type { Consumer } from '@takeoff/kit/amqp-consumer'
import { addQueueDepths } from '@takeoff/kit/queue-depths'
import { DEAD_LETTER_QUEUE, WEBHOOKS_QUEUE } from '@takeoff/kit/topology'
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'

/**
 * A broker that is away makes nobody unready: what is in the database is delivered, the API answers, and
 * events wait in their outboxes. So it is told here.
 */
export function addIntakeMetrics(registry: Registry, intake: Consumer): void {
  const connected: Gauge = new Gauge({
    name: 'webhooks_broker_connected',
    help: '1 while this process has a connection to the broker, else 0.',
    registers: [registry],
    collect: () => connected.set(intake.connected ? 1 : 0),
  })
  addQueueDepths(registry, intake, [WEBHOOKS_QUEUE, DEAD_LETTER_QUEUE])
}
