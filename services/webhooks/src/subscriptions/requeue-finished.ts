import type { Sql } from '@takeoff/kit/database'
import type { FinishedState } from '../deliveries/delivery-state.ts'
import { webhookEvents } from '../webhook-events.ts'

export interface FinishedOne {
  readonly webhookId: number
  readonly event: string
  readonly id: string
}

/** Which finished deliveries of a webhook; ids are UUIDs version 7, so they are times as well. */
export interface FinishedRange {
  readonly webhookId: number
  readonly states: readonly FinishedState[]
  readonly fromId: string
  readonly limit: number
}

/**
 * Begins a new series of attempts of a finished delivery, due now. Its `webhook-id`, its attempts and its
 * fence stay. The caller holds the webhook's row.
 */
export async function requeueOne(sql: Sql, { webhookId, event, id }: FinishedOne): Promise<void> {
  await sql.query(
    requeue('select $1::int as webhook_id, $2::text as event, $3::uuid as id', 'now()'),
    [webhookId, event, id],
  )
}

/** The same for several, oldest first. The caller holds the webhook's row. */
export async function requeueRange(
  sql: Sql,
  { webhookId, states, fromId, limit }: FinishedRange,
): Promise<number> {
  const isFailedOnly = states.every((state) => state === 'failed')
  const rows = await sql.query(requeue(isFailedOnly ? FAILED : EACH_EVENT, 'now()'), [
    webhookId,
    webhookEvents,
    states,
    fromId,
    limit,
  ])
  return rows.length
}

/** Failed ones are few among many: they have an index of their own. */
const FAILED = `
  select webhook_id, event, id from finished_delivery
  where webhook_id = $1 and state = 'failed' and event = any($2::text[]) and state = any($3::text[])
    and id >= $4::uuid
  order by id limit $5::int`

const EACH_EVENT = `
  select found.* from unnest($2::text[]) as word (event)
  cross join lateral (
    select webhook_id, event, id from finished_delivery
    where webhook_id = $1 and event = word.event and state = any($3::text[]) and id >= $4::uuid
    order by id limit $5::int
  ) found
  order by id limit $5::int`

const requeue = (again: string, dueAt: string): string => `
with again as (${again}), gone as (
  delete from finished_delivery f using again a
  where f.webhook_id = a.webhook_id and f.event = a.event and f.id = a.id
  returning f.*
)
insert into delivery (webhook_id, id, org_id, event, domain_event_id, created_at, log, due_at, fence)
select webhook_id, id, org_id, event, domain_event_id, created_at, log, ${dueAt}, fence
from gone
returning id`
