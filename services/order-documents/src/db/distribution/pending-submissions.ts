import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { int8 } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import { statement } from '../statements.ts'

const countPending = statement((db) =>
  db
    .selectFrom('distributionOrder')
    .where('nextAttemptAt', 'is not', null)
    .where((eb) =>
      eb.or([eb('nextAttemptAt', '<=', raw<Date>`now()`), eb('leasedAt', 'is not', null)]),
    )
    .select(({ fn }) => column('count', int8, fn.countAll())),
)

/** Distribution orders that are due now or being worked on; those that are due later are not counted. */
export async function pendingSubmissions(sql: Sql): Promise<number> {
  return (await sql.row(countPending, {}))?.count ?? 0
}
