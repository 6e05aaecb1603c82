import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from '../statements.ts'

export interface SubmissionAttempt {
  /** Of the distribution order. */
  readonly id: string
  /** Increases with each lease: a process with an older one must not write. */
  readonly fence: number
  /** The organization's account at the vendor. */
  readonly accountNumber: string
}

const markAttempted = statement((db, $: Params<SubmissionAttempt>) =>
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
    // While the order is leased, this is the end of the lease.
    .where('nextAttemptAt', '>', raw<Date>`clock_timestamp()`)
    .where('state', '=', 'draft')
    // Null again as soon as the outcome of an attempt is known.
    .where('submitAttemptedAt', 'is', null)
    .where('cancelRequestedAt', 'is', null)
    .returning('id'),
)

/**
 * Records that the order is about to be sent, in a separate statement that is committed before the request
 * goes out: after a crash the order is looked up at the provider before it is sent again.
 * @returns whether it may be sent: false if the lease is lost, the order is no draft or is to be cancelled, or the
 *   outcome of an earlier attempt is unknown
 */
export async function beginAttempt(sql: Sql, attempt: SubmissionAttempt): Promise<boolean> {
  return (await sql.row(markAttempted, attempt)) !== undefined
}
