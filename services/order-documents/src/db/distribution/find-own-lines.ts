import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { isUuid } from '@takeoff/kit/values/ids'
import { statement } from '../statements.ts'

const selectLines = statement(
  (db, $: Params<{ readonly orderId: string; readonly ids: readonly string[] }>) =>
    db
      .selectFrom('orderListItem')
      .where('orderId', '=', $.orderId)
      .where((eb) => eb('id', '=', eb.fn.any($.ids)))
      .select('id'),
)

/** The given ids that are lines of the order. */
export async function findOwnLines(
  sql: Sql,
  orderId: string,
  lineIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.rows(selectLines, { orderId, ids: lineIds.filter(isUuid) })
  return new Set(rows.map(({ id }) => id))
}
