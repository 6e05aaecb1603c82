import { sql as raw } from 'kysely'

/** Most requests under way to one subscription, over all processes. */
export const IN_FLIGHT_MAX_PER_WEBHOOK = 16

/** SQL: whether the processes together have leased the most deliveries of webhook `w` that may be under way. */
export const IS_BUSY = raw<boolean>`(select count(*)::int from delivery b
  where b.webhook_id = w.id and b.worker is not null) >= ${raw.lit(IN_FLIGHT_MAX_PER_WEBHOOK)}`
