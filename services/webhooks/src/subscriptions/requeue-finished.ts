import type { Sql } from '@takeoff/kit/postgres/database'
import type { FinishedState } from '../db/delivery.ts'
import { promoteHeads } from '../deliveries/ordering/promote-heads.ts'
import { webhookEvents } from '../messages/webhook-events.ts'

export interface FinishedOne {
  readonly webhookId: number
  readonly event: string
  readonly id: string
}

/** Some finished deliveries of a webhook, oldest first. Ids are UUIDs version 7, so they also bound the time. */
export interface FinishedBatch {
  readonly webhookId: number
  readonly onlyFailed: boolean
  readonly afterId: string
  readonly beforeId: string
  readonly limit: number
  /** When the first delivery is due; each further one this many milliseconds later. */
  readonly dueAt: Date
  readonly stepMs: number
}

/** The queued deliveries: due, or parked behind an earlier one of their aggregate. */
export interface Requeued {
  readonly id: string
  readonly aggregate: string | null
}

/**
 * Starts a new series of attempts of a finished delivery, due now. Its `webhook-id`, log and fence stay. The caller
 * must hold a lock on the webhook's row, and call `promoteRequeued` after the commit.
 */
export function requeueOne(
  sql: Sql,
  { webhookId, event, id }: FinishedOne,
): Promise<readonly Requeued[]> {
  const one = 'select $1::int as webhook_id, $2::text as event, $3::uuid as id'
  return sql.query<Requeued>(requeue(one, 'now()'), [webhookId, event, id])
}

/** Requeues several deliveries, one due after the other. */
export function requeueBatch(sql: Sql, batch: FinishedBatch): Promise<readonly Requeued[]> {
  const { webhookId, onlyFailed, afterId, beforeId, limit, dueAt, stepMs } = batch
  const spread = `$6::timestamptz + (row_number() over (order by g.id) - 1) * $7 * interval '1 millisecond'`
  return sql.query<Requeued>(requeue(onlyFailed ? FAILED : EACH_EVENT, spread), [
    webhookId,
    webhookEvents,
    afterId,
    beforeId,
    limit,
    dueAt.toISOString(),
    stepMs,
  ])
}

/** Makes deliveries due whose predecessor has ended meanwhile. */
export async function promoteRequeued(
  sql: Sql,
  webhookId: number,
  requeued: readonly Requeued[],
): Promise<void> {
  const aggregates = new Set(requeued.flatMap(({ aggregate }) => aggregate ?? []))
  if (aggregates.size === 0) return
  await promoteHeads(
    sql,
    [...aggregates].map((aggregate) => ({ webhookId, aggregate })),
  )
}

const FAILED_STATE: FinishedState = 'failed'

/** Failed deliveries are few and have a partial index. */
const FAILED = `
  select webhook_id, event, id from finished_delivery
  where webhook_id = $1 and state = '${FAILED_STATE}' and event = any($2::text[])
    and id > $3::uuid and id < $4::uuid
  order by id limit $5::int`

const EACH_EVENT = `
  select found.* from unnest($2::text[]) as word (event)
  cross join lateral (
    select webhook_id, event, id from finished_delivery
    where webhook_id = $1 and event = word.event and id > $3::uuid and id < $4::uuid
    order by id limit $5::int
  ) found
  order by id limit $5::int`

/** In an ordered subscription only the oldest delivery of each aggregate is due, the others are parked behind it. */
const requeue = (again: string, dueAt: string): string => `
with again as materialized (${again}), gone as (
  delete from finished_delivery f using again a
  where f.webhook_id = a.webhook_id and f.event = a.event and f.id = a.id
  returning f.*
), placed as (
  select g.*, ${dueAt} as due_at,
    case when w.ordered then e.aggregate_type || ':' || e.aggregate_id end as aggregate,
    case when w.ordered then e.sequence end as sequence
  from gone g
  join webhook w on w.id = g.webhook_id
  -- A test event has the sequence 0 and no order: no delivery waits behind it.
  left join domain_event e on e.id = g.domain_event_id and e.sequence > 0
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
from placed p
returning id, aggregate`
