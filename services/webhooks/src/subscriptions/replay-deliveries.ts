import type { Sql } from '@takeoff/kit/postgres/database'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { invariant } from '@takeoff/kit/values/invariant'
import type { Context } from '../context.ts'
import { firstUuidOf } from '../db/uuid-v7.ts'
import { lockWebhook } from '../db/webhook-reads.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import { countCall } from './limit-calls.ts'
import { promoteRequeued, requeueBatch } from './requeue-finished.ts'
import type { Requeued } from './requeue-finished.ts'
import { isSendable, requireSendableWebhook } from './require-webhook.ts'
import type { OnBehalf } from './require-webhook.ts'

/** Most deliveries of one call. */
export const REPLAY_MAX = 10_000
/** One transaction of some 20 ms, during which results of the webhook are not written. */
const BATCH_SIZE = 1_000
const PER_SECOND_MAX = 100
/** Share of the webhook's rate limit; the rest is for new events. */
const RATE_SHARE = 0.5

export interface Replay {
  readonly id: number
  readonly since: Date
  readonly until: Date | undefined
  readonly onlyFailed: boolean
}

export type ReplayContext = OnBehalf & Pick<Context, 'database' | 'deliveries'>

/**
 * Queues the finished deliveries of a period again, oldest first, and returns their number. They become due one
 * after the other, behind those of an earlier replay, so that new events are sent in between. After an interruption
 * the queued ones are sent, and the same call continues with the rest.
 */
export async function replayDeliveries(context: ReplayContext, replay: Replay): Promise<number> {
  const { database, deliveries } = context
  if (replay.until !== undefined && replay.until <= replay.since) {
    throw new BadUserInputError('until must be later than since.', 'until')
  }
  const plan = await database.transaction((sql) => planReplay(sql, context, replay))
  let afterId = firstUuidOf(replay.since)
  let queued = 0
  while (queued < REPLAY_MAX) {
    const batch = await requeueNext(context, replay, { ...plan, afterId, queued })
    deliveries.wake()
    queued += batch.length
    if (batch.length < BATCH_SIZE) break
    afterId = batch.reduce((last, { id }) => (id > last ? id : last), afterId)
  }
  return queued
}

interface ReplayPlan {
  readonly callId: string
  /** Excludes deliveries that are created from now on. */
  readonly beforeId: string
}

async function planReplay(sql: Sql, context: OnBehalf, { id, until }: Replay): Promise<ReplayPlan> {
  await requireSendableWebhook(sql, context, id)
  const callId = await countCall(sql, id, 'replay')
  if (until !== undefined) return { callId, beforeId: firstUuidOf(until) }
  const [row] = await sql.query<{ now: string }>('select now()')
  invariant(row !== undefined, 'the time statement returned no row')
  return { callId, beforeId: firstUuidOf(new Date(row.now)) }
}

interface Progress extends ReplayPlan {
  readonly afterId: string
  readonly queued: number
}

async function requeueNext(
  { database, caller }: ReplayContext,
  { id, onlyFailed }: Replay,
  { callId, beforeId, afterId, queued }: Progress,
): Promise<readonly Requeued[]> {
  const requeued = await database.transaction(async (sql) => {
    const webhook = await lockWebhook(sql, caller.orgIds, id)
    // Deleted or disabled meanwhile: queue no more.
    if (webhook === undefined || !isSendable(webhook)) return []
    const dueAt = await freeFrom(sql, id)
    const stepMs = 1_000 / perSecond(webhook)
    const limit = Math.min(BATCH_SIZE, REPLAY_MAX - queued)
    const batch = { webhookId: id, onlyFailed, afterId, beforeId, limit, dueAt, stepMs }
    const rows = await requeueBatch(sql, batch)
    await keepBusy(sql, callId, new Date(dueAt.getTime() + rows.length * stepMs))
    return rows
  })
  await promoteRequeued(database, id, requeued)
  return requeued
}

/** When the queued deliveries of all replays of the webhook will have been sent. */
async function freeFrom(sql: Sql, webhookId: number): Promise<Date> {
  const [row] = await sql.query<{ at: string }>(
    'select greatest(now(), max(busy_until)) as at from webhook_call where webhook_id = $1',
    [webhookId],
  )
  invariant(row !== undefined, 'the time statement returned no row')
  return new Date(row.at)
}

/** Committed together with the batch, so that a later failure never delays the next replay. */
async function keepBusy(sql: Sql, callId: string, until: Date): Promise<void> {
  await sql.query('update webhook_call set busy_until = $2 where id = $1', [
    callId,
    until.toISOString(),
  ])
}

function perSecond({ rateLimit }: WebhookRecord): number {
  return rateLimit === null ? PER_SECOND_MAX : Math.min(PER_SECOND_MAX, rateLimit * RATE_SHARE)
}
