import type { SharedDevEnv } from '../dev-env.ts'
import { openPlainDatabase } from '@takeoff/dev-env/postgres/open-plain-database'

/**
 * Every row of an organization in the databases of all services, as text by table; without its audit log and the copies
 * of its vendors, which are written in the background.
 */
export async function readTenantRows(
  { databases }: Pick<SharedDevEnv, 'databases'>,
  orgId: number,
): Promise<Record<string, string>> {
  const rows: Record<string, string> = {}
  for (const [owner, url] of Object.entries(databases)) {
    for (const [table, text] of await readRows(url, orgId)) rows[`${owner}.${table}`] = text
  }
  return rows
}

async function readRows(url: string, orgId: number): Promise<[string, string][]> {
  await using database = await openPlainDatabase(url)
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where column_name = 'org_id' and table_schema = 'public' and table_name not like 'audit\\_%'
       and table_name <> 'vendor_copy' order by table_name`,
  )
  const rows: [string, string][] = []
  for (const { name } of tables) {
    const [row] = await database.query<{ text: string | null }>(
      `select string_agg(t::text, E'\\n' order by t::text) as text from "${name}" t where org_id = $1`,
      [orgId],
    )
    rows.push([name, row?.text ?? ''])
  }
  return rows
}
