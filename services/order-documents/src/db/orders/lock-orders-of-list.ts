import type { Sql } from '@takeoff/kit/postgres/database'

/** Any number that no other kind of advisory lock of this database uses. */
const ORDERS_OF_LIST = 1

/** Until the transaction ends nobody else orders from the list, or changes or cancels an order of it. */
export async function lockOrdersOfList(sql: Sql, productionListId: number): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1, $2)', [ORDERS_OF_LIST, productionListId])
}
