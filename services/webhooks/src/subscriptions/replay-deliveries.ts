import { sql as raw } from 'kysely'
import type { Sql, Transaction } from '@takeoff/kit/postgres/database'
import { timestamptz } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { invariant } from '@takeoff/kit/values/invariant'
import type { Context } from '../context.ts'
import { statement } from '../db/statements.ts'
import { firstUuidOf } from '../db/uuid-v7.ts'
import type { WebhookRecord } from '../db/webhook-reads.ts'
import { countCall } from './limit-calls.ts'
import { promoteRequeued, requeueBatch } from './requeue-finished.ts'
import type { Requeued } from './requeue-finished.ts'
import { isSendable, lockWebhook, requireSendableWebhook } from './require-webhook.ts'
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
  readonly callId: number
  /** Excludes deliveries that are created from now on. */
  readonly beforeId: string
}

const selectNow = statement((db) => db.selectNoFrom(column('now', timestamptz, raw`now()`)))

async function planReplay(
  sql: Transaction,
  context: OnBehalf,
  { id, until }: Replay,
): Promise<ReplayPlan> {
  await requireSendableWebhook(sql, context, id)
  const callId = await countCall(sql, id, 'replay')
  if (until !== undefined) return { callId, beforeId: firstUuidOf(until) }
  const found = await sql.row(selectNow, {})
  invariant(found !== undefined, 'the time statement returned no row')
  return { callId, beforeId: firstUuidOf(found.now) }
}

interface Progress extends ReplayPlan {
  readonly afterId: string
  readonly queued: number
}

async function requeueNext(
  context: ReplayContext,
  { id, onlyFailed }: Replay,
  { callId, beforeId, afterId, queued }: Progress,
): Promise<readonly Requeued[]> {
  const requeued = await context.database.transaction(async (sql) => {
    const webhook = await lockWebhook(sql, context, id)
    // Deleted or disabled meanwhile: queue no more.
    if (webhook === null || !isSendable(webhook)) return []
    const dueAt = await freeFrom(sql, id)
    const stepMs = 1_000 / perSecond(webhook)
    const limit = Math.min(BATCH_SIZE, REPLAY_MAX - queued)
    const batch = { webhookId: id, onlyFailed, afterId, beforeId, limit, dueAt, stepMs }
    const rows = await requeueBatch(sql, batch)
    const busyUntil = new Date(dueAt.getTime() + rows.length * stepMs)
    // Committed together with the batch, so that a later failure never delays the next replay.
    await sql.run(updateCall, { callId, busyUntil })
    return rows
  })
  await promoteRequeued(context.database, id, requeued)
  return requeued
}

const selectFreeFrom = statement((db, $: Params<{ readonly webhookId: number }>) =>
  db
    .selectFrom('webhookCall')
    .where('webhookId', '=', $.webhookId)
    .select((eb) => column('at', timestamptz, raw`greatest(now(), max(${eb.ref('busyUntil')}))`)),
)

/** When the queued deliveries of all replays of the webhook will have been sent. */
async function freeFrom(sql: Sql, webhookId: number): Promise<Date> {
  const found = await sql.row(selectFreeFrom, { webhookId })
  invariant(found !== undefined, 'the time statement returned no row')
  return found.at
}

const updateCall = statement(
  (db, $: Params<{ readonly callId: number; readonly busyUntil: Date }>) =>
    db.updateTable('webhookCall').set({ busyUntil: $.busyUntil }).where('id', '=', $.callId),
)

function perSecond({ rateLimit }: WebhookRecord): number {
  return Math.min(PER_SECOND_MAX, (rateLimit ?? Infinity) * RATE_SHARE)
}
