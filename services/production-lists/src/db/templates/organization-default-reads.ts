import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { nothing } from '@takeoff/kit/postgres/sql-types'
import type { Params } from '@takeoff/kit/postgres/statement'
import { plainStatement, statement } from '../statements.ts'

/** An arbitrary number that no other advisory lock of this database uses. */
const DEFAULTS_LOCK = 7_246_004

const takeLock = plainStatement(
  nothing,
  ($: Params<{ readonly orgId: number }>) =>
    raw`select pg_advisory_xact_lock(${raw.lit(DEFAULTS_LOCK)}, ${$.orgId})`,
)

/** Until the transaction ends, other calls cannot change the defaults of the organization, nor set its first ones. */
export function lockOrganizationDefaults(sql: Sql, orgId: number): Promise<void> {
  return sql.run(takeLock, { orgId })
}

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
