import { FAILURE, SUCCESS, UsageError } from '@takeoff/kit/service/command-line'
import type { RequeueFailedRequest, RequeueResponse } from '@takeoff/contracts/operator-api'
import { parseIntegerId } from '@takeoff/kit/values/ids'
import type { Call, Command } from './command.ts'
import { openOperator, RefusedError } from './operator-client.ts'
import type { OperatorClient } from './operator-client.ts'
import { readSince } from './since.ts'

export const requeueFailed: Command = {
  audience: 'operators',
  name: 'requeue failed',
  usage: '--webhook ID [--since TIME]',
  about:
    'Sends the failed and the waiting deliveries of a subscription again, as webhookReplay does; TIME is 2026-11-21T12:00:00Z, or an age such as 6h or 3d.',
  options: { webhook: { type: 'string' }, since: { type: 'string' } },
  run: requeue,
}

/** If it is killed midway, the same command continues with the others. */
async function requeue({ values, config, report, stop }: Call): Promise<number> {
  const webhookId = parseIntegerId(String(values['webhook'] ?? ''))
  if (webhookId === undefined) throw new UsageError('Give --webhook with the id of a subscription.')
  const now = new Date()
  const since = values['since'] === undefined ? new Date(0) : readSince(values['since'], now)
  const body = { webhookId, since: since.toISOString(), until: now.toISOString() }
  const operator = await openOperator(config, stop)
  let queued = 0
  let batch: RequeueResponse | undefined = { requeued: 0, hasMore: true }
  while (batch?.hasMore === true && !stop.aborted) {
    batch = await requeueBatch(operator, body)
    queued += batch?.requeued ?? 0
  }
  const isComplete = batch?.hasMore === false
  report({ queued, complete: isComplete }, `${queued} queued.${leftBy(batch)}\n`)
  return isComplete ? SUCCESS : FAILURE
}

/** Why deliveries were left, from the last response. */
function leftBy(batch: RequeueResponse | undefined): string {
  if (batch === undefined)
    return ' Too many at once for one hour: the others are left, run it again later.'
  return batch.hasMore ? ' Stopped: the others are left, run it again.' : ''
}

/** Returns undefined after too many replays within an hour. */
async function requeueBatch(
  operator: OperatorClient,
  body: RequeueFailedRequest,
): Promise<RequeueResponse | undefined> {
  try {
    return await operator.post('failed/requeue', body)
  } catch (error) {
    if (error instanceof RefusedError && error.status === 429) return undefined
    throw error
  }
}
