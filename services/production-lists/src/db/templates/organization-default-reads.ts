import type { Sql } from '@takeoff/kit/postgres/database'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from '../statements.ts'

const selectDefaults = statement((db, $: Params<{ readonly orgId: number }>) =>
  db.selectFrom('organizationDefault').where('orgId', '=', $.orgId).select('wasteFactor'),
)

/**
 * What an organization adds for waste where neither the line nor the template has a waste factor; 0 when it was
 * never set.
 */
export async function findDefaultWasteFactor(sql: Sql, orgId: number): Promise<number> {
  return (await sql.row(selectDefaults, { orgId }))?.wasteFactor ?? 0
}
