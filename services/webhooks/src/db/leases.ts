import { sql as raw } from 'kysely'

/** Maximum requests under way to one subscription, over all processes. */
export const IN_FLIGHT_MAX_PER_WEBHOOK = 16

/** SQL: whether the leases of webhook `w`, over all processes, have reached the limit. */
export const IS_BUSY = raw<boolean>`(select count(*)::int from delivery b
  where b.webhook_id = w.id and b.worker is not null) >= ${raw.lit(IN_FLIGHT_MAX_PER_WEBHOOK)}`
