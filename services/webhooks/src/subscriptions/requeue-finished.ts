import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import { nullable, text, uuid } from '@takeoff/kit/postgres/sql-types'
import type { Params, RowOf } from '@takeoff/kit/postgres/statement'
import type { FinishedState } from '../db/delivery.ts'
import { plainStatement } from '../db/statements.ts'
import { promoteHeads } from '../deliveries/ordering/promote-heads.ts'
import type { PromotionContext } from '../deliveries/ordering/promote-heads.ts'
import { webhookEvents } from '../messages/webhook-events.ts'

export interface FinishedDeliveryKey {
  readonly webhookId: number
  readonly event: string
  readonly id: string
}

/** Some deliveries of a webhook, oldest first. Ids are UUIDs version 7, so a range of ids is a period of time. */
export interface RequeueBatch {
  readonly webhookId: number
  readonly afterId: string
  readonly beforeId: string
  readonly limit: number
  /** When the first delivery is due. */
  readonly dueAt: Date
  /** Milliseconds between the due times of two deliveries. */
  readonly stepMs: number
}

export const REQUEUED = { id: uuid, aggregate: nullable(text) }

/** A queued delivery: scheduled, or parked behind an earlier one of its aggregate. */
export type Requeued = RowOf<typeof REQUEUED>

/** Where the batch after this one starts. */
export function lastIdOf(batch: readonly Requeued[], afterId: string): string {
  return batch.reduce((last, { id }) => (id > last ? id : last), afterId)
}

const FAILED_STATE: FinishedState = 'failed'

/** SQL: the events of which batches are requeued; a handshake is not repeated like an event. */
const EVENTS = raw`array[${raw.join(webhookEvents.map((event) => raw.lit(event)))}]`

/** Uses the partial index on failed deliveries, which are few. */
const selectFailed = ($: Params<RequeueBatch>): RawBuilder<unknown> => raw`
  select webhook_id, event, id from finished_delivery
  where webhook_id = ${$.webhookId} and state = ${raw.lit(FAILED_STATE)}
    and event = any(${EVENTS}) and id > ${$.afterId}::uuid and id < ${$.beforeId}::uuid
  order by id limit ${$.limit}::int`

/** The primary key starts with (webhook_id, event): reads one range of it per event and merges the ranges. */
const selectFinished = ($: Params<RequeueBatch>): RawBuilder<unknown> => raw`
  select found.* from unnest(${EVENTS}) as e (event)
  cross join lateral (
    select webhook_id, event, id from finished_delivery
    where webhook_id = ${$.webhookId} and event = e.event
      and id > ${$.afterId}::uuid and id < ${$.beforeId}::uuid
    order by id limit ${$.limit}::int
  ) found
  order by id limit ${$.limit}::int`

/**
 * SQL: starts a new series of attempts of finished deliveries. Their `webhook-id`, log and fence stay. In an ordered
 * subscription only the oldest delivery of each aggregate is due; the others are parked behind it. The caller must hold a
 * lock on the webhook's row, and call `promoteRequeued` after the commit.
 */
const requeue = (
  wanted: RawBuilder<unknown>,
  dueAt: RawBuilder<unknown>,
): RawBuilder<unknown> => raw`
with wanted as materialized (${wanted}), deleted as (
  delete from finished_delivery f using wanted w
  where f.webhook_id = w.webhook_id and f.event = w.event and f.id = w.id
  returning f.*
), with_aggregate as (
  select deleted.*, ${dueAt} as due_at,
    case when w.ordered then e.aggregate_type || ':' || e.aggregate_id end as aggregate,
    case when w.ordered then e.sequence end as sequence
  from deleted
  join webhook w on w.id = deleted.webhook_id
  -- A test event has the sequence 0: no delivery waits behind it.
  left join domain_event e on e.id = deleted.domain_event_id and e.sequence > 0
)
insert into delivery
  (webhook_id, id, org_id, event, domain_event_id, aggregate, sequence, created_at, log, fence, due_at)
select p.webhook_id, p.id, p.org_id, p.event, p.domain_event_id, p.aggregate, p.sequence, p.created_at,
  p.log, p.fence,
  case when p.aggregate is not null and (
      row_number() over (partition by p.aggregate order by p.sequence, p.id) > 1
      or exists (
        select from delivery d where d.webhook_id = p.webhook_id and d.aggregate = p.aggregate
          and (d.sequence, d.id) < (p.sequence, p.id)))
    then 'infinity' else p.due_at end
from with_aggregate p
returning id, aggregate`

/** Requeues a finished delivery: due now, or parked behind an earlier one of its aggregate. */
export const requeueOne = plainStatement(REQUEUED, ($: Params<FinishedDeliveryKey>) =>
  requeue(
    raw`select ${$.webhookId}::int as webhook_id, ${$.event}::text as event, ${$.id}::uuid as id`,
    raw`now()`,
  ),
)

/** The due time of a row of `deleted` in `requeue`. */
const staggered = ($: Params<RequeueBatch>): RawBuilder<unknown> =>
  raw`${$.dueAt}::timestamptz + (row_number() over (order by deleted.id) - 1) * ${$.stepMs} * interval '1 millisecond'`

/** Requeues several failed deliveries, one due after the other. */
export const requeueFailed = plainStatement(REQUEUED, ($: Params<RequeueBatch>) =>
  requeue(selectFailed($), staggered($)),
)

/** Requeues several delivered or failed deliveries, one due after the other. */
export const requeueFinished = plainStatement(REQUEUED, ($: Params<RequeueBatch>) =>
  requeue(selectFinished($), staggered($)),
)

/**
 * Makes the first delivery of each requeued aggregate due. One that the statement parked may have lost its predecessor
 * before the commit, and nothing else would make it due.
 */
export async function promoteRequeued(
  context: PromotionContext,
  webhookId: number,
  requeued: readonly Requeued[],
): Promise<void> {
  const aggregates = new Set(requeued.flatMap(({ aggregate }) => aggregate ?? []))
  if (aggregates.size === 0) return
  await promoteHeads(
    context,
    [...aggregates].map((aggregate) => ({ webhookId, aggregate })),
  )
}
