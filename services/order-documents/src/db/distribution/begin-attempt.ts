import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/database'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from '../statements.ts'

export interface Attempt {
  readonly id: string
  readonly fence: number
  /** The account it is made under. */
  readonly accountNumber: string
}

const updateUnsent = statement((db, $: Params<Attempt>) =>
  db
    .updateTable('distributionOrder')
    .set({
      submitAttemptedAt: raw`clock_timestamp()`,
      attempts: raw`attempts + 1`,
      accountNumber: $.accountNumber,
    })
    .where('id', '=', $.id)
    .where('fence', '=', $.fence)
    .where('leasedAt', 'is not', null)
    .where('nextAttemptAt', '>', raw<Date>`clock_timestamp()`)
    .where('state', '=', 'draft')
    .where('submitAttemptedAt', 'is', null)
    .where('cancelRequestedAt', 'is', null)
    .returning('id'),
)

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
  return (await sql.row(updateUnsent, { id, fence, accountNumber })) !== undefined
}
