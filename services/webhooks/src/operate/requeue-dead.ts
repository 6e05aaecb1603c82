import { isAmqp } from '@takeoff/kit/bus'
import { moveMessages } from '@takeoff/kit/broker-queues'
import { createLogger } from '@takeoff/kit/logger'
import { DEAD_LETTER_QUEUE, WEBHOOKS_QUEUE } from '@takeoff/kit/topology'
import { FINE } from './command.ts'
import type { Call, Command } from './command.ts'
import { reasonOf, UnusableError } from './unusable-error.ts'

export const requeueDead: Command = {
  name: 'requeue dead',
  usage: '',
  about: `Moves the messages that the broker gave up on from ${DEAD_LETTER_QUEUE} back to ${WEBHOOKS_QUEUE}.`,
  run: requeue,
}

/** A message that is in both queues for a moment is taken in once: the service knows its events. */
async function requeue({ places, isJson, out, stop }: Call): Promise<number> {
  const url = await places.eventsUrl()
  if (!isAmqp(url)) {
    throw new UnusableError('EVENTS_URL names no broker: the http carrier gives up on no message.')
  }
  const logger = createLogger('webhooks', 'silent')
  const moved = await moveMessages(url, {
    from: DEAD_LETTER_QUEUE,
    to: WEBHOOKS_QUEUE,
    logger,
    stop,
  }).catch((error: unknown) => {
    throw new UnusableError(`The broker at ${new URL(url).host}: ${reasonOf(error)}`, {
      cause: error,
    })
  })
  out(isJson ? `${JSON.stringify({ moved })}\n` : `${moved} moved\n`)
  return FINE
}
