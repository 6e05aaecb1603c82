import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Logger } from '@takeoff/kit/service/logger'
import { nothing } from '@takeoff/kit/postgres/sql-types'
import type { Params } from '@takeoff/kit/postgres/statement'
import { plainStatement } from '../../db/statements.ts'

/** How long an event waits for its predecessor, which may still be in transit. */
const PREDECESSOR_WAIT_SECONDS = 10

/** Any number that no other one-key advisory lock uses. */
const PROMOTE_LOCK = 5_640_119

/** The unit of ordering for an ordered subscription: one list, document or distribution order. */
export interface OrderedAggregate {
  readonly webhookId: number
  readonly aggregate: string
}

/** The database of deliveries, and the log of promotions that fail. */
export interface PromotionContext {
  readonly database: Sql
  readonly logger: Pick<Logger, 'warn'>
}

/**
 * Only the oldest delivery of each aggregate, its head, is ever due; the others are parked behind it. Must be
 * called after the commit that queued or ended a delivery of the aggregate: of two such transactions, the one that
 * commits last sees the other one here. Never rejects, because that commit must not be repeated: deliveries that are
 * left parked, also by a killed process, are found by `promoteAllHeads`.
 * @returns how many became due
 */
export async function promoteHeads(
  { database, logger }: PromotionContext,
  aggregates: readonly OrderedAggregate[],
): Promise<number> {
  if (aggregates.length === 0) return 0
  const given = {
    webhookIds: aggregates.map(({ webhookId }) => webhookId),
    aggregates: aggregates.map((one) => one.aggregate),
  }
  try {
    return (await database.rows(promoteGiven, given)).length
  } catch (error) {
    logPromotionFailure(logger, error)
    return 0
  }
}

export function logPromotionFailure(logger: PromotionContext['logger'], error: unknown): void {
  logger.warn({ err: error }, 'parked deliveries could not be promoted')
}

/** Promotes the heads of all parked deliveries, unless another process is doing so. */
export async function promoteAllHeads(sql: Sql): Promise<number> {
  return (await sql.rows(promoteAll, {})).length
}

interface Given {
  readonly webhookIds: readonly number[]
  readonly aggregates: readonly string[]
}

const promoteGiven = plainStatement(nothing, ($: Params<Given>) =>
  promote(
    raw`select * from unnest(${$.webhookIds}::int[], ${$.aggregates}::text[]) as a (webhook_id, aggregate)`,
  ),
)

/** Steps from one aggregate to the next in the index and skips all deliveries parked behind a head. */
const promoteAll = plainStatement(nothing, () =>
  promote(raw`
  with recursive one as (
    (select webhook_id, aggregate from delivery
     where aggregate is not null and (select pg_try_advisory_xact_lock(${raw.lit(PROMOTE_LOCK)}))
     order by webhook_id, aggregate, sequence, id limit 1)
    union all
    select next.webhook_id, next.aggregate from one cross join lateral (
      select d.webhook_id, d.aggregate from delivery d
      where d.aggregate is not null and (d.webhook_id, d.aggregate) > (one.webhook_id, one.aggregate)
      order by d.webhook_id, d.aggregate, d.sequence, d.id limit 1
    ) next
  )
  select webhook_id, aggregate from one`),
)

/**
 * Finds the heads first, by one index probe each, and updates them by ctid: a planner with outdated statistics of a
 * small table would otherwise compare every head with every parked delivery. Heads that another transaction is
 * promoting are skipped, so that no transactions wait for each other.
 */
function promote(aggregates: RawBuilder<unknown>): RawBuilder<unknown> {
  const wait = raw.lit(`${PREDECESSOR_WAIT_SECONDS} seconds`)
  return raw`
    with head as materialized (
      select d.row_id
      from (${aggregates}) a cross join lateral (
        select d.ctid as row_id, d.sequence, d.created_at, d.due_at, d.domain_event_id from delivery d
        where d.webhook_id = a.webhook_id and d.aggregate = a.aggregate
        order by d.sequence, d.id limit 1
      ) d
      where d.due_at = 'infinity'
        and (d.sequence <= 1 or d.created_at <= now() - interval ${wait}
          or exists (
            select 1 from domain_event e join domain_event before
              on before.aggregate_id = e.aggregate_id and before.sequence = e.sequence - 1
             and before.aggregate_type = e.aggregate_type
            where e.id = d.domain_event_id))
    ), held as materialized (
      select d.ctid as row_id from head h join delivery d on d.ctid = h.row_id
      where d.due_at = 'infinity' for update of d skip locked
    )
    update delivery d set due_at = now()
    from held h
    where d.ctid = h.row_id and d.due_at = 'infinity'
    returning 1`
}
