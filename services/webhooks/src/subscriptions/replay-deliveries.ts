import type { Sql } from '@takeoff/kit/database'
import { BadUserInputError } from '@takeoff/kit/errors'
import type { Context } from '../context.ts'
import { firstUuidOf } from '../db/first-uuid-of.ts'
import { lockWebhook } from '../db/webhook-reads.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import { countCall } from './limit-calls.ts'
import { promoteRequeued, requeueBatch } from './requeue-finished.ts'
import type { Requeued } from './requeue-finished.ts'
import { isSendable, requireSendableWebhook } from './require-webhook.ts'
import type { OnBehalf } from './require-webhook.ts'

/** Of one call. */
export const REPLAY_MAX = 10_000
/** In one transaction, some 20 ms: results of the webhook are not written meanwhile. */
const BATCH_SIZE = 1_000
const PER_SECOND_MAX = 100
/** Of the webhook's own limit; the rest is for new events. */
const RATE_SHARE = 0.5

export interface Replay {
  readonly id: number
  readonly since: Date
  readonly until: Date | undefined
  readonly onlyFailed: boolean
}

export type ReplayContext = OnBehalf & Pick<Context, 'database' | 'deliveries'>

/**
 * Queues finished deliveries of a time again, oldest first, and returns how many. They become due one after
 * the other, behind those of an earlier replay, so that new events find room between them. Should it be cut
 * short, what was queued is sent, and the same call again goes on.
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
  await database.query('update webhook_call set busy_until = $2 where id = $1', [
    plan.callId,
    dueAtOf(plan, queued).toISOString(),
  ])
  return queued
}

interface ReplayPlan {
  readonly callId: string
  readonly beginsAt: Date
  readonly stepMs: number
  /** What happens from now on is not replayed. */
  readonly beforeId: string
}

async function planReplay(sql: Sql, context: OnBehalf, { id, until }: Replay): Promise<ReplayPlan> {
  const webhook = await requireSendableWebhook(sql, context, id)
  const callId = await countCall(sql, id, 'replay')
  const stepMs = 1_000 / perSecond(webhook)
  const [row] = await sql.query<{ now: string; beginsAt: string }>(
    `select now(), greatest(now(), max(busy_until)) as "beginsAt" from webhook_call where webhook_id = $1`,
    [id],
  )
  if (row === undefined) throw new Error('no time was answered')
  const beginsAt = new Date(row.beginsAt)
  // As if it found as many as it may: another replay at the same time begins after it.
  await sql.query('update webhook_call set busy_until = $2 where id = $1', [
    callId,
    dueAtOf({ beginsAt, stepMs }, REPLAY_MAX).toISOString(),
  ])
  return { callId, beginsAt, stepMs, beforeId: firstUuidOf(until ?? new Date(row.now)) }
}

function perSecond({ rateLimit }: WebhookRecord): number {
  return rateLimit === null ? PER_SECOND_MAX : Math.min(PER_SECOND_MAX, rateLimit * RATE_SHARE)
}

function dueAtOf({ beginsAt, stepMs }: Pick<ReplayPlan, 'beginsAt' | 'stepMs'>, n: number): Date {
  return new Date(beginsAt.getTime() + n * stepMs)
}

interface Progress extends ReplayPlan {
  readonly afterId: string
  readonly queued: number
}

async function requeueNext(
  { database, caller }: ReplayContext,
  { id, onlyFailed }: Replay,
  progress: Progress,
): Promise<readonly Requeued[]> {
  const requeued = await database.transaction(async (sql) => {
    const webhook = await lockWebhook(sql, caller.orgIds, id)
    // Deleted or disabled in the middle of it: nothing more is queued.
    if (webhook === undefined || !isSendable(webhook)) return []
    return requeueBatch(sql, {
      webhookId: id,
      onlyFailed,
      afterId: progress.afterId,
      beforeId: progress.beforeId,
      limit: Math.min(BATCH_SIZE, REPLAY_MAX - progress.queued),
      dueAt: dueAtOf(progress, progress.queued),
      stepMs: progress.stepMs,
    })
  })
  await promoteRequeued(database, id, requeued)
  return requeued
}
