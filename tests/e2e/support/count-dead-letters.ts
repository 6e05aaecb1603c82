import { DEAD_LETTER_QUEUE } from '@takeoff/kit/events/topology'
import type { SharedDevEnv } from './dev-env.ts'
import { withChannel } from './publish.ts'

/** Messages that the broker has dead-lettered; the http transport dead-letters none. */
export async function countDeadLetters({ transport, events }: SharedDevEnv): Promise<number> {
  if (transport !== 'amqp') return 0
  const queue = await withChannel(events.url, (channel) => channel.checkQueue(DEAD_LETTER_QUEUE))
  return queue.messageCount
}
