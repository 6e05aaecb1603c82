import { randomUUID } from 'node:crypto'
import type { Envelope } from '@takeoff/contracts/envelope'
import type { DevEnv } from '@takeoff/dev-env/dev-env'
import type { ConfirmChannel } from 'amqplib'
import { openBrokerConnection } from '@takeoff/kit/events/broker-connection'
import { openPublisher, encodeEvent } from '@takeoff/kit/events/publisher'
import { createEvent } from '@takeoff/kit/events/outbox'
import type { NewEvent } from '@takeoff/kit/events/outbox'
import { createLogger } from '@takeoff/kit/service/logger'
import { DEAD_LETTER_QUEUE, EVENTS_EXCHANGE, WEBHOOKS_QUEUE } from '@takeoff/kit/events/topology'

type Events = Pick<DevEnv, 'events'>

const logger = createLogger('test', 'silent')

/** Publishes a domain event like the service that owns it; resolves when the transport has accepted it. */
export async function publishEvent({ events }: Events, event: NewEvent): Promise<void> {
  await using publisher = openPublisher(events.url, { secret: events.secret, logger })
  await publisher.publish([encodeEvent(createEvent(event))])
}

/** Publishes bytes that violate every contract; resolves with their message id. */
export async function publishGarbage({ events }: Events, body: string): Promise<string> {
  const messageId = randomUUID()
  await withChannel(events.url, (channel) => {
    channel.publish(EVENTS_EXCHANGE, 'garbage', Buffer.from(body), { messageId, persistent: true })
    return channel.waitForConfirms()
  })
  return messageId
}

/** Puts a message into the dead-letter queue. */
export async function publishDead({ events }: Events, envelope: Envelope): Promise<void> {
  await withChannel(events.url, (channel) => {
    channel.sendToQueue(DEAD_LETTER_QUEUE, Buffer.from(JSON.stringify(envelope)), {
      messageId: envelope.id,
      persistent: true,
    })
    return channel.waitForConfirms()
  })
}

/** Unbinds the queue from the exchange. */
export async function unbindQueue({ events }: Events): Promise<void> {
  await withChannel(events.url, (channel) =>
    channel.unbindQueue(WEBHOOKS_QUEUE, EVENTS_EXCHANGE, '#'),
  )
}

/** Works with a channel of a connection of its own. */
export async function withChannel<T>(
  url: string,
  work: (channel: ConfirmChannel) => Promise<T>,
): Promise<T> {
  const connection = await openBrokerConnection(url, logger)
  try {
    return await work(await connection.createConfirmChannel())
  } finally {
    await connection.close()
  }
}
