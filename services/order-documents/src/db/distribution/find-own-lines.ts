import type { Sql } from '@takeoff/kit/postgres/database'
import { isUuid } from '@takeoff/kit/values/ids'

/** Those of the ids that are lines of the order. */
export async function findOwnLines(
  sql: Sql,
  orderId: string,
  lineIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ id: string }>(
    'select id from order_list_item where order_id = $1 and id = any($2::uuid[])',
    [orderId, lineIds.filter(isUuid)],
  )
  return new Set(rows.map(({ id }) => id))
}
