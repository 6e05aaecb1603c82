import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import { timestamptz } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { firstUuidOf } from '@takeoff/kit/values/ids'
import type { DeliveryRecord } from '../db/found-delivery.ts'
import { plainStatement, statement } from '../db/statements.ts'
import type { PromotionContext } from '../deliveries/ordering/promote-heads.ts'
import { VERIFICATION_EVENT } from '../messages/webhook-events.ts'
import { lastIdOf, promoteRequeued, REQUEUED } from './requeue-finished.ts'
import type { RequeueBatch } from './requeue-finished.ts'

/** Rows changed in one statement, which keeps its locks short. */
const BATCH_SIZE = 2_000
/** Deliveries that one call makes due: a request waits some seconds for them. */
export const WAITING_MAX = 20_000

/** SQL: whether delivery `d` of an ordered subscription is behind an earlier one of its aggregate, which was requeued. */
const IS_BEHIND = raw`d.aggregate is not null and exists (
    select from webhook w join delivery o on o.webhook_id = w.id
    where w.id = d.webhook_id and w.ordered and o.aggregate = d.aggregate
      and (o.sequence, o.id) < (d.sequence, d.id))`

/**
 * SQL: the deliveries that wait between attempts. An attempt under way is not repeated: its row has a worker, or is
 * locked by its result. One that is behind another is parked.
 */
const restartStatement = (isWanted: ($: Params<RequeueBatch>) => RawBuilder<boolean>) =>
  plainStatement(
    REQUEUED,
    ($: Params<RequeueBatch>) => raw`
with waiting as materialized (
  select d.ctid as row_id, d.id from delivery d
  where d.webhook_id = ${$.webhookId} and d.worker is null and d.event <> ${raw.lit(VERIFICATION_EVENT)}
    and d.due_at > ${$.dueAt}::timestamptz and d.due_at < 'infinity' and d.id < ${$.beforeId}::uuid
    and ${isWanted($)}
  order by d.id limit ${$.limit}::int
  for update skip locked
), numbered as materialized (
  select row_id, row_number() over (order by id) - 1 as n from waiting
)
update delivery d
set attempts = 0, due_at = case when ${IS_BEHIND} then 'infinity'
  else least(d.due_at, ${$.dueAt}::timestamptz + n.n * ${$.stepMs} * interval '1 millisecond') end
from numbered n where d.ctid = n.row_id
returning d.id, d.aggregate`,
  )

const isAfter = ($: Params<RequeueBatch>) => raw<boolean>`d.id > ${$.afterId}::uuid`

const restartNext = restartStatement(isAfter)

/**
 * Starts a new series of attempts of deliveries that wait between attempts, one due after the other, but none later
 * than it was. Parked deliveries follow the one before them, so the head of an aggregate counts when others of the period
 * are parked behind it. The caller must call `promoteRequeued` after the commit.
 */
export const restartPeriod = restartStatement(
  ($) => raw`(${isAfter($)} or d.aggregate is not null and exists (
      select from delivery p where p.webhook_id = d.webhook_id and p.aggregate = d.aggregate
        and p.due_at = 'infinity' and p.id > ${$.afterId}::uuid and p.id < ${$.beforeId}::uuid))`,
)

/**
 * Makes one scheduled delivery due now, with all attempts of its schedule; a parked one stays parked. The caller must
 * call `promoteRequeued` after the commit.
 */
export const restartOne = plainStatement(
  REQUEUED,
  ($: Params<Pick<DeliveryRecord, 'webhookId' | 'id'>>) => raw`
update delivery d
set attempts = 0, worker = null, due_at = case when ${IS_BEHIND} then 'infinity' else now() end
where d.webhook_id = ${$.webhookId} and d.id = ${$.id} and (d.worker is null or d.due_at <= now())
  and d.due_at < 'infinity'
returning d.id, d.aggregate`,
)

const selectNow = statement((db) => db.selectNoFrom(column('now', timestamptz, raw`now()`)))

/**
 * Makes the oldest deliveries due that wait between attempts, at most `WAITING_MAX`; the others keep their times until the
 * next call. A delivery whose attempt fails meanwhile is not made due again: otherwise the deliveries of a receiver that is
 * down would be counted twice.
 * @returns their number
 */
export async function restartWaiting(
  context: PromotionContext,
  webhookId: number,
): Promise<number> {
  const { database } = context
  const { now: dueAt } = await database.one(selectNow, {})
  let afterId = firstUuidOf(new Date(0))
  let made = 0
  while (made < WAITING_MAX) {
    const batch = await database.rows(restartNext, {
      webhookId,
      afterId,
      beforeId: firstUuidOf(dueAt),
      limit: BATCH_SIZE,
      dueAt,
      stepMs: 0,
    })
    await promoteRequeued(context, webhookId, batch)
    made += batch.length
    if (batch.length < BATCH_SIZE) break
    afterId = lastIdOf(batch, afterId)
  }
  return made
}
