import { sql as raw } from 'kysely'

/** Maximum requests under way to one subscription, over all processes. */
export const IN_FLIGHT_MAX_PER_WEBHOOK = 16

/** SQL: `visited`, the webhooks that have deliveries. A loose index scan: one probe each, however many rows wait. */
export const VISITED = raw`visited (id) as (
  (select webhook_id from delivery order by webhook_id limit 1)
  union all
  select next.webhook_id from visited v cross join lateral (
    select d.webhook_id from delivery d where d.webhook_id > v.id order by d.webhook_id limit 1
  ) next
)`

/** SQL: whether the leases of webhook `w`, over all processes, have reached the limit. */
export const IS_BUSY = raw<boolean>`(select count(*)::int from delivery b
  where b.webhook_id = w.id and b.worker is not null) >= ${raw.lit(IN_FLIGHT_MAX_PER_WEBHOOK)}`
