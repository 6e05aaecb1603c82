import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { isFrozenSql } from '@takeoff/kit/postgres/frozen-organization'
import { bool, int4, int4Array, json, nullable } from '@takeoff/kit/postgres/sql-types'
import { prepared } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import { plainStatement } from '../../db/statements.ts'
import { VERIFICATION_EVENT } from '../../messages/webhook-events.ts'
import { IS_AWAITED, IS_WAITING } from '../cancel/finish-sql.ts'
import { QUEUE_MAX } from './endpoint-queues.ts'
import {
  joinTargets,
  LEASE_SECONDS,
  leaseParams,
  organizationRoomOf,
  ownLeasesOf,
  shareOf,
  targetsOf,
} from './leased-delivery.ts'
import type { LeasedDelivery, LeaseHolder, LeaseRow, Target } from './leased-delivery.ts'

/** While a subscription fails, a few requests are enough to detect its recovery. */
const IN_FLIGHT_MAX_WHILE_FAILING = 4
/** Maximum deliveries of one claim and subscriptions that it examines, so that it takes a few milliseconds. */
const DELIVERIES_MAX = 12
/** Maximum subscriptions that a claim examines after one that found nothing: most of them only wait. */
const WAITING_MAX = 250
/** A rate-limited subscription gets this share of a second's requests at once, and at least one. */
const BURST_SECONDS = 0.25

export interface Claim {
  readonly deliveries: readonly LeasedDelivery[]
  /** Start of the next claim; 0 when this one reached the last subscription. */
  readonly next: number
  /** Due deliveries were left for lack of room: here, of their organization or in their subscription's queue. */
  readonly full: boolean
  /** How many of the deliveries had an earlier lease that ended without a result. */
  readonly expired: number
  /** Subscriptions with undeliverable waiting deliveries; some may be deleted. */
  readonly undeliverable: readonly number[]
}

export interface ClaimOptions {
  readonly holder: LeaseHolder
  /** Only subscriptions with a greater id. */
  readonly after: number
  /** Maximum deliveries to lease; at least 1. */
  readonly limit: number
  /** Whether the claim before this one has found nothing due. */
  readonly isIdle?: boolean
}

/**
 * Leases due deliveries, an equal share of each subscription, so that one with a long queue does not delay
 * the others. The subscriptions are found by a loose index scan: one index probe each, however many rows wait.
 * Each process has an equal share of the limit per subscription and knows its own leases, so no leases are
 * counted in the database. An organization that has few leases left gives them to those of its subscriptions that hold
 * the fewest. The rate of a limited subscription is exact: its row is locked, and a claim that finds
 * it locked skips it.
 */
export async function claimDeliveries(
  sql: Sql,
  { holder, after, limit, isIdle = false }: ClaimOptions,
): Promise<Claim> {
  const most = Math.min(DELIVERIES_MAX, limit)
  const row = await sql.one(claimDue, {
    after,
    most,
    examined: isIdle ? WAITING_MAX : most,
    worker: holder.worker,
    ...leaseParams(holder),
    queueMax: shareOf(QUEUE_MAX, holder.workers),
    failingMax: shareOf(IN_FLIGHT_MAX_WHILE_FAILING, holder.workers),
  })
  return {
    deliveries: joinTargets(row.deliveries ?? [], row.targets ?? []),
    next: row.next,
    full: row.full || (row.deliveries ?? []).length === most,
    expired: row.expired,
    undeliverable: row.undeliverable,
  }
}

interface ClaimParams extends ReturnType<typeof leaseParams> {
  readonly after: number
  readonly most: number
  /** Maximum subscriptions to examine. */
  readonly examined: number
  readonly worker: number
  /** Maximum leases of a subscription, and of one that fails. */
  readonly queueMax: number
  readonly failingMax: number
}

/** Time in which an empty bucket becomes full; it is empty at `rate_free_at`. */
const BURST = raw`interval '1 second' * greatest(${raw.lit(BURST_SECONDS)}, 1.0 / w.rate_limit)`
const EMPTY_AT = raw`greatest(coalesce(w.rate_free_at, '-infinity'), now() - ${BURST})`

/**
 * SQL: the subscriptions with undeliverable waiting deliveries; those of an organization that is moved stay meanwhile. A
 * deleted one is known by the organization of its deliveries.
 */
const UNDELIVERABLE = raw`
  select v.webhook_id from visited v
  left join lateral (select * from webhook w where w.id = v.webhook_id limit 1) w on true
  where (w.disabled_at is not null or w.verified_at is null)
    -- In this order, because every delivery would be read where none may be cancelled.
    and case when ${isFrozenSql(raw`(select org_id from delivery d where d.webhook_id = v.webhook_id limit 1)`)} then false
      else exists (
        select from delivery d where d.webhook_id = v.webhook_id and ${IS_WAITING} and not ${IS_AWAITED}) end`

/** Commits without a flush: a lease lost in a crash of the database is only acquired again. */
const claimDue = prepared(
  plainStatement(
    {
      deliveries: nullable(json<readonly LeaseRow[]>()),
      targets: nullable(json<readonly Target[]>()),
      full: bool,
      expired: int4,
      undeliverable: int4Array,
      next: int4,
    },
    ($: Params<ClaimParams>) => raw`
with recursive visited (webhook_id, position) as (
  (select webhook_id, 1 from delivery where webhook_id > ${$.after} order by webhook_id limit 1)
  union all
  select next.webhook_id, v.position + 1
  from visited v cross join lateral (
    select d.webhook_id from delivery d where d.webhook_id > v.webhook_id order by d.webhook_id limit 1
  ) next
  where v.position < ${$.examined}::int
), undeliverable as (${UNDELIVERABLE}), due as (
  select w.id, w.org_id, w.rate_limit, w.verified_at, ${organizationRoomOf($)} as org_room,
    case when w.failing_since is null then ${$.queueMax}::int else ${$.failingMax}::int end
      - ${ownLeasesOf($.ownLeases)} as room
  from visited v
  -- A limit keeps each lookup an index probe: a join may become a scan of the whole table.
  cross join lateral (select * from webhook w where w.id = v.webhook_id limit 1) w
  cross join lateral (
    select from delivery d where d.webhook_id = w.id and d.due_at <= now() order by d.due_at limit 1
  ) waiting
  where w.disabled_at is null and (w.paused_until is null or w.paused_until <= now())
    and not ${isFrozenSql(raw`w.org_id`)}
), ready as (
  select id, rate_limit, verified_at, least(room, allowed) as room, org_room,
    row_number() over (order by id) as position, (count(*) over ())::int as subscriptions,
    row_number() over (partition by org_id order by room desc, id) as position_in_org,
    (count(*) over (partition by org_id))::int as subscriptions_of_org
  from due cross join lateral (
    select case when due.rate_limit is null then ${raw.lit(QUEUE_MAX)} else coalesce((
      select floor(extract(epoch from now() - ${EMPTY_AT}) * w.rate_limit + 0.000001)
      from webhook w where w.id = due.id for no key update skip locked), 0) end as allowed
  ) rate
  where room > 0 and allowed > 0 and org_room > 0
), picked as (
  select r.id as webhook_id, r.rate_limit, d.row_id, d.was_leased
  from ready r cross join lateral (
    select d.ctid as row_id, d.worker is not null as was_leased from delivery d
    where d.webhook_id = r.id and d.due_at <= now()
      and (r.verified_at is not null or d.event = ${raw.lit(VERIFICATION_EVENT)})
    order by d.due_at
    limit least(r.room, greatest(1, ${$.most}::int / r.subscriptions), greatest(1, r.org_room / r.subscriptions_of_org))
    for update skip locked
  ) d
  where r.position <= ${$.most}::int and r.position_in_org <= r.org_room
), claimed as (
  update delivery d
  set worker = ${$.worker}, due_at = now() + interval ${raw.lit(`${LEASE_SECONDS} seconds`)}, fence = d.fence + 1
  from picked p where d.ctid = p.row_id
  returning d.webhook_id, d.id, d.fence, d.attempts, d.event, d.domain_event_id, p.was_leased,
    jsonb_array_length(d.log) > d.attempts as is_replay
), spent as (
  update webhook w
  set rate_free_at = ${EMPTY_AT} + p.n * interval '1 second' / w.rate_limit
  from (select webhook_id, count(*) as n from picked where rate_limit is not null group by webhook_id) p
  where w.id = p.webhook_id and w.id = any(array(select webhook_id from picked where rate_limit is not null))
)
select
  (select json_agg(json_build_object('id', c.id, 'fence', c.fence, 'attempts', c.attempts,
     'event', c.event, 'webhookId', c.webhook_id, 'data', e.data, 'trace', e.trace,
     'occurredAt', floor(extract(epoch from e.occurred_at) * 1000), 'isReplay', c.is_replay))
   from claimed c
   left join lateral (select * from domain_event e where e.id = c.domain_event_id limit 1) e on true) as deliveries,
  ${targetsOf(raw`select webhook_id from claimed`)} as targets,
  coalesce((select bool_or(room <= 0 or org_room <= 0) from due), false) as full,
  (select count(*) from claimed where was_leased)::int as expired,
  array(select webhook_id from undeliverable) as undeliverable,
  coalesce(
    (select max(id) from ready where position <= ${$.most}::int and subscriptions > ${$.most}::int),
    (select max(webhook_id) from visited having count(*) = ${$.examined}::int),
    0) as next,
  set_config('synchronous_commit', 'off', true)`,
  ),
)
