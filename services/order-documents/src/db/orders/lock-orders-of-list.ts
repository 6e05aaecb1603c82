import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { nothing } from '@takeoff/kit/postgres/sql-types'
import type { Params } from '@takeoff/kit/postgres/statement'
import { plainStatement } from '../statements.ts'

/** An arbitrary number that no other kind of advisory lock of this database uses. */
const ORDERS_OF_LIST = 1

const lockList = plainStatement(
  nothing,
  ($: Params<{ readonly productionListId: number }>) =>
    raw`select pg_advisory_xact_lock(${ORDERS_OF_LIST}, ${$.productionListId})`,
)

/**
 * Until the transaction ends, other calls cannot order from the list, or change or cancel its orders. Cancellations of
 * distribution orders do without it: they only free quantities.
 */
export async function lockOrdersOfList(sql: Sql, productionListId: number): Promise<void> {
  await sql.run(lockList, { productionListId })
}
