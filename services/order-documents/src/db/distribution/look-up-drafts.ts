import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { UNKNOWN_ACCOUNT } from '../../domain/distribution/distribution-order.ts'
import { statement } from '../statements.ts'

const ACCOUNT_OF_CONNECTION = raw<string>`coalesce((
  select c.account_number from vendor_connection c
  where c.vendor_id = d.vendor_id and c.org_id = d.org_id and c.provider_identifier = d.provider_identifier
), ${raw.lit(UNKNOWN_ACCOUNT)})`

const markDrafts = statement((db) =>
  db
    .updateTable('distributionOrder as d')
    .where('d.state', '=', 'draft')
    .set({
      submitAttemptedAt: raw`now()`,
      attempts: raw`greatest(d.attempts, 1)`,
      // A draft that was not being sent would have been sent under the account of the connection.
      accountNumber: raw`case when d.submit_attempted_at is null then ${ACCOUNT_OF_CONNECTION} else d.account_number end`,
      leasedAt: null,
      nextAttemptAt: raw`now()`,
    })
    .returning('d.id'),
)

/**
 * After a restore: each draft may have been sent after the moment to which the database was restored, so it is
 * looked up before it is sent. That of a vendor without a connection waits for one: the vendor may have been connected again
 * after that moment.
 * @returns the number of these drafts
 */
export async function lookUpDrafts(sql: Sql): Promise<number> {
  return (await sql.rows(markDrafts, {})).length
}
