import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { nothing } from '@takeoff/kit/postgres/sql-types'
import { prepared } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { plainStatement } from '../../db/statements.ts'
import type { LeasedDelivery, Target } from './leased-delivery.ts'
import { IS_AWAITED, storeFinished, UNDELIVERABLE_STATE } from '../cancel/finish-sql.ts'

/** A delivery that this process has leased. */
export interface Lease extends Pick<LeasedDelivery, 'id' | 'fence'> {
  readonly target: Pick<Target, 'webhookId'>
}

/**
 * Releases unfinished deliveries: they are due at once for any process, and no attempt is counted. Undeliverable
 * ones end as if cancelled, or are deleted with their subscription. As in the result statement, subscriptions are
 * locked first: a concurrent disabling either sees the delivery or is seen here.
 */
export async function releaseLeases(sql: Sql, leases: readonly Lease[]): Promise<void> {
  await sql.run(releaseAll, {
    webhookIds: leases.map(({ target }) => target.webhookId),
    deliveryIds: leases.map(({ id }) => id),
    fences: leases.map(({ fence }) => fence),
  })
}

interface Released {
  readonly webhookIds: readonly number[]
  readonly deliveryIds: readonly string[]
  readonly fences: readonly number[]
}

const releaseAll = prepared(
  plainStatement(
    nothing,
    ($: Params<Released>) => raw`
with locked as (
  select w.id, w.disabled_at, w.verified_at from webhook w
  where w.id = any(${$.webhookIds}::int[]) order by w.id for no key update
), held as (
  select d.row_id from unnest(${$.webhookIds}::int[], ${$.deliveryIds}::uuid[], ${$.fences}::int[])
    as lease (webhook_id, id, fence)
  cross join lateral (
    select d.ctid as row_id from delivery d
    where d.webhook_id = lease.webhook_id and d.id = lease.id and d.fence = lease.fence
      and d.worker is not null for update
  ) d
  where (select count(*) from locked) >= 0
), ended as (
  delete from delivery d using held h
  where d.ctid = h.row_id
    and not exists (select from locked w where w.id = d.webhook_id and ${IS_AWAITED})
  returning d.*
), stored as (
  ${storeFinished(UNDELIVERABLE_STATE, raw`ended where webhook_id = any(array(select id from locked))`)}
)
update delivery d set worker = null, due_at = now() from held h
where d.ctid = h.row_id and exists (select from locked w where w.id = d.webhook_id and ${IS_AWAITED})`,
  ),
)
