import { sql as raw } from 'kysely'
import type { Transaction } from '@takeoff/kit/postgres/sql'
import { timestamptz } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { firstUuidOf } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { statement } from '../db/statements.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import { consumeRateLimit } from './limit-calls.ts'
import { restartPeriod } from './restart-waiting.ts'
import { lastIdOf, promoteRequeued, requeueFailed, requeueFinished } from './requeue-finished.ts'
import type { Requeued } from './requeue-finished.ts'
import { isSendable, lockWebhook, requireSendableWebhook } from './require-webhook.ts'
import type { OrganizationScope } from './require-webhook.ts'

/** Maximum deliveries that one call queues. */
export const REPLAY_MAX = 10_000
/** A transaction locks the webhook for some 20 ms; results of its deliveries wait for so long. */
const BATCH_SIZE = 1_000
const DELIVERIES_PER_SECOND_MAX = 100
/** Share of the webhook's rate limit; the rest is for new events. */
const REPLAY_RATE_SHARE = 0.5

export interface Replay {
  readonly webhookId: number
  readonly since: Date
  readonly until: Date | undefined
  readonly onlyFailed: boolean
}

export type ReplayContext = OrganizationScope & Pick<Context, 'database' | 'deliveries' | 'logger'>

/**
 * Queues the finished deliveries of a period again, then those that wait between attempts, each oldest first, and
 * returns their number. They become due one by one, after those of earlier replays, so that new events are sent in
 * between. After an interruption the queued ones are still sent, and a further call queues the rest.
 */
export async function replayDeliveries(context: ReplayContext, replay: Replay): Promise<number> {
  const { database, deliveries } = context
  if (replay.since > new Date()) throw new BadUserInputError('since must be in the past.', 'since')
  if (replay.until !== undefined && replay.until <= replay.since) {
    throw new BadUserInputError('until must be later than since.', 'until')
  }
  const plan = await database.transaction((sql) => planReplay(sql, context, replay))
  let queued = 0
  for (const requeue of [replay.onlyFailed ? requeueFailed : requeueFinished, restartPeriod]) {
    let afterId = firstUuidOf(replay.since)
    while (queued < REPLAY_MAX) {
      const progress = { ...plan, requeue, afterId, queued }
      const batch = await requeueNext(context, replay, progress)
      deliveries.claimNow()
      queued += batch.length
      if (batch.length < BATCH_SIZE) break
      afterId = lastIdOf(batch, afterId)
    }
  }
  return queued
}

interface ReplayPlan {
  readonly callId: number
  /** Exclusive end of the ids: `until`, but no later than now, so that new deliveries are excluded. */
  readonly beforeId: string
}

const selectEnd = statement((db, $: Params<{ readonly until: Date | undefined }>) =>
  db.selectNoFrom(column('end', timestamptz, raw`least(now(), ${$.until}::timestamptz)`)),
)

async function planReplay(
  sql: Transaction,
  context: OrganizationScope,
  { webhookId, until }: Replay,
): Promise<ReplayPlan> {
  await requireSendableWebhook(sql, context, webhookId)
  const callId = await consumeRateLimit(sql, webhookId, 'replay')
  const { end } = await sql.one(selectEnd, { until })
  return { callId, beforeId: firstUuidOf(end) }
}

interface ReplayProgress extends ReplayPlan {
  readonly requeue: typeof requeueFailed
  readonly afterId: string
  readonly queued: number
}

async function requeueNext(
  context: ReplayContext,
  { webhookId }: Replay,
  { callId, beforeId, requeue, afterId, queued }: ReplayProgress,
): Promise<readonly Requeued[]> {
  const requeued = await context.database.transaction(async (sql) => {
    const webhook = await lockWebhook(sql, context, webhookId)
    // Deleted or disabled meanwhile: queue no more.
    if (webhook === null || !isSendable(webhook)) return []
    const { time: dueAt } = await sql.one(selectNextFreeTime, { webhookId })
    const stepMs = 1_000 / deliveriesPerSecond(webhook)
    const limit = Math.min(BATCH_SIZE, REPLAY_MAX - queued)
    const batch = { webhookId, afterId, beforeId, limit, dueAt, stepMs }
    const rows = await sql.rows(requeue, batch)
    const busyUntil = new Date(dueAt.getTime() + rows.length * stepMs)
    // Reserves time only for queued deliveries, so that a later failure does not delay the next replay.
    await sql.run(updateCall, { callId, busyUntil })
    return rows
  })
  await promoteRequeued(context, webhookId, requeued)
  return requeued
}

/** The time after which no replayed delivery of the webhook is due: now, or later. */
const selectNextFreeTime = statement((db, $: Params<{ readonly webhookId: number }>) =>
  db
    .selectFrom('webhookCall')
    .where('webhookId', '=', $.webhookId)
    .select((eb) => column('time', timestamptz, raw`greatest(now(), max(${eb.ref('busyUntil')}))`)),
)

const updateCall = statement(
  (db, $: Params<{ readonly callId: number; readonly busyUntil: Date }>) =>
    db.updateTable('webhookCall').set({ busyUntil: $.busyUntil }).where('id', '=', $.callId),
)

function deliveriesPerSecond({ rateLimit }: WebhookRecord): number {
  return Math.min(DELIVERIES_PER_SECOND_MAX, (rateLimit ?? Infinity) * REPLAY_RATE_SHARE)
}
