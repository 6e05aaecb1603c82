import type { Sql } from '@takeoff/kit/postgres/database'
import { LEASE_MS } from './claim-distribution-orders.ts'
import type { Lease } from './lock-distribution-order.ts'

/** Renews the lease of an order, unless another process holds it. */
export async function renewLease(sql: Sql, { id, fence }: Lease): Promise<void> {
  await sql.query(
    `update distribution_order
     set next_attempt_at = clock_timestamp() + $3 * interval '1 millisecond'
     where id = $1 and fence = $2 and leased_at is not null`,
    [id, fence, LEASE_MS],
  )
}
