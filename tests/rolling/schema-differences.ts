import type { OwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import { databaseOwners } from '@takeoff/dev-env/service-plans'
import { ADDED_COLUMN, tableOf, UNUSED_COLUMN } from './releases/tables.ts'

/** How the schema differs from that of the last release, in words; empty if it does not. */
export async function schemaDifferencesOf(databases: OwnDatabases): Promise<string[]> {
  const differences: string[] = []
  for (const name of databaseOwners) {
    const columns = await databases[name].query<{ column_name: string }>(
      `select column_name from information_schema.columns
       where table_name = $1 and column_name like 'rolling%'`,
      [tableOf(name).replaceAll('"', '')],
    )
    const [index] = await databases[name].query<{ is_valid: boolean }>(
      'select indisvalid as is_valid from pg_index where indexrelid = to_regclass($1)',
      [`${ADDED_COLUMN}_index`],
    )
    const [filled] = await databases[name].query<{ n: number }>(
      `select count(*)::int as n from ${tableOf(name)} where ${ADDED_COLUMN} is not null`,
    )
    const found = columns.map(({ column_name }) => column_name).join()
    if (found !== ADDED_COLUMN)
      differences.push(`${name} has ${found}; ${ADDED_COLUMN} without ${UNUSED_COLUMN} is right`)
    if (index?.is_valid !== true) differences.push(`${name} lacks its index`)
    if (filled === undefined || filled.n === 0) differences.push(`${name} has changed no row`)
  }
  return differences
}
