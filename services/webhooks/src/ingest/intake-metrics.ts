import type { Consumer } from '@takeoff/kit/amqp-consumer'
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'

/**
 * A broker that is away makes nobody unready: what is in the database is delivered, the API answers, and
 * events wait in their outboxes. So it is told here.
 */
export function addIntakeMetrics(registry: Registry, intake: Pick<Consumer, 'connected'>): void {
  const connected: Gauge = new Gauge({
    name: 'webhooks_broker_connected',
    help: '1 while this process has a connection to the broker, else 0.',
    registers: [registry],
    collect: () => connected.set(intake.connected ? 1 : 0),
  })
}
