import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { parseEnvelope } from '@takeoff/contracts/envelope'
import type { Envelope } from '@takeoff/contracts/envelope'
import { openBrokerConnection } from '@takeoff/kit/broker-connection'
import { createLogger } from '@takeoff/kit/logger'
import { EVENTS_EXCHANGE } from '@takeoff/kit/topology'

/** What the broker hands on, in its order. */
export interface Tap extends AsyncDisposable {
  readonly heard: readonly Envelope[]
}

/** Listens at the broker itself, on a queue of its own beside that of the webhook service. */
export async function tapEvents(
  { events }: Pick<DevEnv, 'events'>,
  isWanted: (event: Envelope) => boolean,
): Promise<Tap> {
  const heard: Envelope[] = []
  const connection = await openBrokerConnection(events.url, createLogger('test', 'silent'))
  const channel = await connection.createChannel()
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, EVENTS_EXCHANGE, '#')
  await channel.consume(
    queue,
    (message) => {
      if (message === null) return
      const json: unknown = JSON.parse(message.content.toString('utf8'))
      const bundle = Array.isArray(json) ? json : [json]
      heard.push(...bundle.map(parseEnvelope).filter(isWanted))
    },
    { noAck: true },
  )
  return { heard, [Symbol.asyncDispose]: () => connection.close() }
}
