import type { Sql } from '@takeoff/kit/postgres/database'
import type { LockedDistributionOrder } from './lock-distribution-order.ts'

/**
 * Records the request to cancel an order. A lease is left as it is, so that no second process starts beside
 * the first: the holder sees the request when it writes its outcome.
 */
export async function requestCancellation(
  sql: Sql,
  { id, now }: LockedDistributionOrder,
): Promise<void> {
  await sql.query(
    `update distribution_order
     set cancel_requested_at = $2, updated_at = $2,
         next_attempt_at = case when leased_at is null then $2 else next_attempt_at end
     where id = $1 and cancel_requested_at is null`,
    [id, now],
  )
}
