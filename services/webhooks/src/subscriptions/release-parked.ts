import type { Sql } from '@takeoff/kit/postgres/database'

/** Rows changed in one statement: nobody waits long for a row that it holds. */
const BATCH_SIZE = 2_000

/**
 * Makes due what waits behind others of its aggregate, after a subscription is not ordered any more. Should
 * it be cut short, or the subscription be ordered again meanwhile, the rest follows its heads as before.
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
