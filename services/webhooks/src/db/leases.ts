import { isFrozenSql } from '@takeoff/kit/postgres/frozen-organization'
import { sql as raw } from 'kysely'
import { VERIFICATION_EVENT } from '../messages/webhook-events.ts'

/** Maximum requests under way to one subscription, over all processes. */
export const IN_FLIGHT_MAX_PER_WEBHOOK = 16

/** SQL: whether webhook `w` has as many leases, over all processes, as it may have requests under way. */
const IS_BUSY = raw`(select count(*)::int from delivery b
  where b.webhook_id = w.id and b.worker is not null) >= ${raw.lit(IN_FLIGHT_MAX_PER_WEBHOOK)}`

/**
 * SQL: what else than this service delays the deliveries of webhook `w`; null when nothing does. Those of a webhook with a
 * rate limit count as delayed by it: another process would not send them earlier.
 */
export const HELD_BY = raw`case when w.paused_until > now() then 'paused' when w.failing_since is not null then 'failing'
      when w.rate_limit is not null then 'limited' when ${IS_BUSY} then 'busy' end`

/**
 * SQL, after `with recursive`: `oldest`, the age of the oldest due delivery of each webhook that may be sent to, and what else
 * than this service delays it. `visited`, the webhooks that have deliveries, is a loose index scan: one probe each,
 * however many rows wait.
 */
export const OLDEST_DUE = raw`visited (id) as (
  (select webhook_id from delivery order by webhook_id limit 1)
  union all
  select next.webhook_id from visited v cross join lateral (
    select d.webhook_id from delivery d where d.webhook_id > v.id order by d.webhook_id limit 1
  ) next
), oldest as (
  select w.id, w.org_id, w.url, extract(epoch from now() - d.due_at)::float8 as seconds,
    ${HELD_BY} as held_by
  from visited v
  join webhook w on w.id = v.id and w.disabled_at is null and not ${isFrozenSql(raw`w.org_id`)}
  cross join lateral (
    select d.due_at from delivery d
    where d.webhook_id = w.id and d.due_at <= now()
      and (w.verified_at is not null or d.event = ${raw.lit(VERIFICATION_EVENT)})
    order by d.due_at limit 1
  ) d
)`
