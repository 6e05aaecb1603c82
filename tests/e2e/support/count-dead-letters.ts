import { openBrokerConnection } from '@takeoff/kit/events/broker-connection'
import { createLogger } from '@takeoff/kit/service/logger'
import { DEAD_LETTER_QUEUE } from '@takeoff/kit/events/topology'
import type { SharedDevEnv } from './dev-env.ts'

/** Messages that the broker has dead-lettered; the http transport dead-letters none. */
export async function countDeadLetters({ transport, events }: SharedDevEnv): Promise<number> {
  if (transport !== 'amqp') return 0
  const connection = await openBrokerConnection(events.url, createLogger('test', 'silent'))
  const channel = await connection.createChannel()
  const { messageCount } = await channel.checkQueue(DEAD_LETTER_QUEUE)
  await connection.close()
  return messageCount
}
