import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/database'
import { statement } from '../statements.ts'

const markDrafts = statement((db) =>
  db
    .updateTable('distributionOrder as d')
    .from('vendorConnection as c')
    .whereRef('c.vendorId', '=', 'd.vendorId')
    .whereRef('c.providerIdentifier', '=', 'd.providerIdentifier')
    .where('d.state', '=', 'draft')
    .set({
      submitAttemptedAt: raw`now()`,
      attempts: raw`greatest(d.attempts, 1)`,
      // A draft that was not being sent would have been sent under the account of the connection.
      accountNumber: raw`case when d.submit_attempted_at is null then c.account_number else d.account_number end`,
      leasedAt: null,
      nextAttemptAt: raw`now()`,
    })
    .returning('d.id'),
)

/**
 * After a restore: each draft may have been sent after the moment to which the database was restored, so it is
 * looked up before it is sent. A draft of a vendor without a connection cannot have been sent.
 * @returns the number of these drafts
 */
export async function lookUpDrafts(sql: Sql): Promise<number> {
  return (await sql.rows(markDrafts, {})).length
}
