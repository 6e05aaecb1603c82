import { sql as raw } from 'kysely'
import type { Database } from '@takeoff/kit/postgres/database'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { float8, int4, int8, jsonb, nothing } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import { VERIFICATION_EVENT } from '../messages/webhook-events.ts'
import { HELD_BY, OLDEST_DUE } from './leases.ts'
import { plainStatement, statement } from './statements.ts'

/** Waiting deliveries over all processes. Ages are in seconds; 0 when none waits. */
export interface Backlog {
  /** Due, and delayed only by this service. */
  readonly due: number
  /**
   * Due, of a subscription that is paused, failing, has a rate limit or as many requests under way as it may have: another
   * process would not send them earlier.
   */
  readonly held: number
  /** Due, but of an organization that is being moved: they wait for its move, so that they have no age. */
  readonly moving: number
  readonly retry: number
  readonly parked: number
  readonly underWay: number
  /** Age of the oldest due delivery that only this service delays. */
  readonly oldestDue: number
  /** Age of the oldest due delivery whose subscription is paused, rate-limited, failing or at its request limit. */
  readonly oldestDueHeld: number
  readonly poisonMessages: number
  readonly poisonBytes: number
  readonly workers: number
  /** By state: enabled, failing, paused, disabled, unverified. */
  readonly subscriptions: Readonly<Record<string, number>>
}

const allowScans = plainStatement(nothing, () => raw`set local enable_seqscan = on`)
const useOneCore = plainStatement(nothing, () => raw`set local max_parallel_workers_per_gather = 0`)

/** Counts exactly: 0.2 s with 1,000,000 waiting deliveries. */
export function readBacklog(database: Database): Promise<Backlog> {
  return database.transaction(async (sql) => {
    // One sequential scan by one core is the cheapest way to count, whatever the pool's settings.
    await sql.run(allowScans, {})
    await sql.run(useOneCore, {})
    return sql.one(selectBacklog, {})
  })
}

const countPending = statement((db) =>
  db
    .selectFrom('delivery as d')
    .innerJoin('webhook as w', 'w.id', 'd.webhookId')
    .where((eb) => eb.or([eb('d.dueAt', '<=', raw<Date>`now()`), eb('d.worker', 'is not', null)]))
    .where('w.disabledAt', 'is', null)
    .where((eb) =>
      eb.or([eb('w.verifiedAt', 'is not', null), eb('d.event', '=', VERIFICATION_EVENT)]),
    )
    .select((eb) => column('count', int8, eb.fn.countAll())),
)

/** Number of deliveries due or under way, without those that wait for a later attempt. */
export async function pendingDeliveries(sql: Sql): Promise<number> {
  return (await sql.one(countPending, {})).count
}

const selectBacklog = plainStatement(
  {
    due: int4,
    held: int4,
    moving: int4,
    retry: int4,
    parked: int4,
    underWay: int4,
    oldestDue: float8,
    oldestDueHeld: float8,
    poisonMessages: int4,
    poisonBytes: int8,
    workers: int4,
    subscriptions: jsonb<Backlog['subscriptions']>(),
  },
  () => raw`
with recursive held as materialized (
  select w.id from webhook w where ${HELD_BY} is not null
), counted as (
  select count(*) filter (where worker is not null and due_at > now()) as under_way,
    count(*) filter (where due_at <= now() and f.id is null and h.id is null) as due,
    count(*) filter (where due_at <= now() and f.id is null and h.id is not null) as held,
    count(*) filter (where due_at <= now() and f.id is not null) as moving,
    count(*) filter (where worker is null and due_at > now() and due_at < 'infinity') as retry,
    count(*) filter (where due_at = 'infinity') as parked
  from delivery d left join frozen_organization f on f.id = d.org_id
    left join held h on h.id = d.webhook_id
), ${OLDEST_DUE}, states as (
  select case when disabled_at is not null then 'disabled' when verified_at is null then 'unverified'
      when paused_until > now() then 'paused' when failing_since is not null then 'failing'
      else 'enabled' end as state,
    count(*)::int as n
  from webhook group by 1
)
select c.due::int, c.held::int, c.moving::int, c.retry::int, c.parked::int, c.under_way::int as "underWay",
  coalesce((select max(seconds) from oldest where held_by is null), 0) as "oldestDue",
  coalesce((select max(seconds) from oldest where held_by is not null), 0) as "oldestDueHeld",
  (select count(*)::int from poison_message) as "poisonMessages",
  pg_total_relation_size('poison_message') as "poisonBytes",
  (select count(*)::int from worker where seen_at > now() - interval '5 seconds') as workers,
  coalesce((select jsonb_object_agg(state, n) from states), '{}') as subscriptions
from counted c`,
)
