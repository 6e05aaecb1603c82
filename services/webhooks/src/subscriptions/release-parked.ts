import type { Sql } from '@takeoff/kit/postgres/database'

/** Rows changed in one statement, which keeps its locks short. */
const BATCH_SIZE = 2_000

/**
 * Makes parked deliveries due after a subscription is no longer ordered. If it is interrupted, or the subscription
 * becomes ordered again meanwhile, the remaining deliveries follow their heads as before.
 */
export async function releaseParked(sql: Sql, webhookId: number): Promise<void> {
  let released = BATCH_SIZE
  while (released === BATCH_SIZE) released = (await sql.query(RELEASE, [webhookId])).length
}

const RELEASE = `
with parked as (
  select webhook_id, id from delivery
  where webhook_id = $1 and due_at = 'infinity'
    and exists (select from webhook w where w.id = webhook_id and not w.ordered)
  limit ${BATCH_SIZE} for update skip locked
)
update delivery d set due_at = now()
from parked p where d.webhook_id = p.webhook_id and d.id = p.id
returning 1`
