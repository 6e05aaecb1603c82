import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from '../statements.ts'

const selectDefaults = statement((db, $: Params<{ readonly orgId: number }>) =>
  db.selectFrom('organizationDefault').where('orgId', '=', $.orgId).select('wasteFactor'),
)

/**
 * The waste factor of an organization's lists where neither the line nor the template has one; 0 when it was
 * never set.
 */
export async function findDefaultWasteFactor(sql: Sql, orgId: number): Promise<number> {
  return (await sql.row(selectDefaults, { orgId }))?.wasteFactor ?? 0
}
