import type { Sql } from '@takeoff/kit/postgres/database'

/** An arbitrary number that no other kind of advisory lock of this database uses. */
const ORDERS_OF_LIST = 1

/** Until the transaction ends, other transactions cannot order from the list, or change or cancel its orders. */
export async function lockOrdersOfList(sql: Sql, productionListId: number): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1, $2)', [ORDERS_OF_LIST, productionListId])
}
