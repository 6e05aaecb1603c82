import { SUCCESS } from '@takeoff/kit/service/command-line'
import type { RequeueResponse } from '@takeoff/contracts/operator-api'
import { DEAD_LETTER_QUEUE, WEBHOOKS_QUEUE } from '@takeoff/kit/events/topology'
import type { Call, Command } from './command.ts'
import { openOperator } from './operator-client.ts'

export const requeueDead: Command = {
  audience: 'operators',
  name: 'requeue dead',
  usage: '',
  about: `Moves the messages that the broker gave up on from ${DEAD_LETTER_QUEUE} back to ${WEBHOOKS_QUEUE}.`,
  run: requeue,
}

async function requeue({ config, report, stop }: Call): Promise<number> {
  const operator = await openOperator(config, stop)
  let moved = 0
  let hasMore = true
  while (hasMore && !stop.aborted) {
    const batch: RequeueResponse = await operator.post('dead/requeue', {})
    moved += batch.requeued
    hasMore = batch.hasMore
  }
  report({ moved }, `${moved} moved\n`)
  return SUCCESS
}
