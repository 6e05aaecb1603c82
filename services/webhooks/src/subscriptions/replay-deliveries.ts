import type { Context } from '../context.ts'
import { firstUuidOf } from '../db/first-uuid-of.ts'
import { VERIFICATION_EVENT } from '../webhook-events.ts'
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
  const states = onlyFailed ? ['failed'] : ['failed', 'delivered']
  const queued = await context.database.transaction(async (sql) => {
    await requireSendableWebhook(sql, context, id)
    const rows = await sql.query<{ id: string }>(
      `update delivery d
       set state = 'pending', attempts = 0, due_at = now(), leased_at = null
       from (
         select id from delivery
         where webhook_id = $1 and state = any($2::text[]) and event <> '${VERIFICATION_EVENT}'
           and id >= $3::uuid
         order by id limit ${REPLAY_MAX} for update skip locked
       ) again
       where d.id = again.id
       returning d.id`,
      [id, states, firstUuidOf(since)],
    )
    return rows.length
  })
  context.deliveries.wake()
  return queued
}
