import type { Sql } from '@takeoff/kit/postgres/database'

export interface Attempt {
  readonly id: string
  readonly fence: number
  /** The account it is made under. */
  readonly accountNumber: string
}

/**
 * Records that the order is about to be sent, in a separate statement that is committed before the request
 * goes out: after a crash the row causes a look-up before the order is sent again.
 * @returns whether it may be sent; not when another process holds the lease, the order was cancelled,
 *   or an attempt without an outcome is open
 */
export async function beginAttempt(
  sql: Sql,
  { id, fence, accountNumber }: Attempt,
): Promise<boolean> {
  const rows = await sql.query(
    `update distribution_order
     set submit_attempted_at = clock_timestamp(), attempts = attempts + 1, account_number = $3
     where id = $1 and fence = $2 and leased_at is not null and next_attempt_at > clock_timestamp()
       and state = 'draft' and submit_attempted_at is null and cancel_requested_at is null
     returning 1`,
    [id, fence, accountNumber],
  )
  return rows.length > 0
}
