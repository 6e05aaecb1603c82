import type { Context } from '../context.ts'
import { firstUuidOf } from '../db/first-uuid-of.ts'
import { requeueRange } from './requeue-finished.ts'
import { requireSendableWebhook } from './require-webhook.ts'

/** In one transaction; more would hold its locks for too long. */
const REPLAY_MAX = 10_000

export interface Replay {
  readonly id: number
  readonly since: Date
  readonly onlyFailed: boolean
}

/** Queues deliveries since a time again, oldest first; returns how many. */
export async function replayDeliveries(
  context: Context,
  { id, since, onlyFailed }: Replay,
): Promise<number> {
  const queued = await context.database.transaction(async (sql) => {
    await requireSendableWebhook(sql, context, id)
    return requeueRange(sql, {
      webhookId: id,
      states: onlyFailed ? ['failed'] : ['failed', 'delivered'],
      fromId: firstUuidOf(since),
      limit: REPLAY_MAX,
    })
  })
  context.deliveries.wake()
  return queued
}
