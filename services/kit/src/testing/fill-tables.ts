import { invariant } from '../values/invariant.ts'
import type { Database } from '../postgres/database.ts'
import { hasOrganizationSql } from '../postgres/row-access.ts'

/** Values of a row that is made of its number `i`; all ids of rows with one number agree. */
const VALUES: Readonly<Record<string, string>> = {
  int4: 'i',
  int8: 'i',
  numeric: '0',
  bool: 'false',
  uuid: `('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`,
  date: `'2026-01-01'`,
  timestamptz: `'2026-01-01T00:00:00Z'`,
  bytea: `''`,
  _text: `'{}'`,
  _int4: `'{}'`,
}

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly length: number | null
  readonly isSelfReference: boolean
  /** The primary key of a table that has one row for each organization. */
  readonly isWholeKey: boolean
}

/** Which rows each table gets. */
export interface Filling {
  readonly orgId: number
  /** First number of the rows. The id of a row is its number, as are its foreign keys. */
  readonly from: number
  readonly to: number
  /** Rows refer to the one before, where a table refers to itself. */
  readonly isChained?: boolean
}

const SELECT_COLUMNS = `
  select c.relname::text as "table", a.attname::text as name, t.typname::text as type,
    case when t.typname = 'varchar' and a.atttypmod > 4 then a.atttypmod - 4 end as length,
    exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = c.oid
      and a.attnum = any(f.conkey)) as "isSelfReference",
    exists (select from pg_constraint k where k.contype = 'p' and k.conrelid = c.oid and k.conkey = array[a.attnum]) as "isWholeKey"
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and (c.relname = 'outbox_message' or ${hasOrganizationSql})
  order by c.relname, a.attnum`

/** Every table of an organization, by the catalog: partitions are in their table. */
export async function organizationTables(database: Database): Promise<string[]> {
  const columns = await database.query<Column>(SELECT_COLUMNS)
  return [...new Set(columns.map(({ table }) => table))]
}

/**
 * Puts rows into every table of an organization, by the catalog. Checks are dropped, because the values are those of
 * no product.
 */
export async function fillTables(database: Database, filling: Filling): Promise<void> {
  const columns = await database.query<Column>(SELECT_COLUMNS)
  const checks = await database.query<{ sql: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as sql from pg_constraint
     where contype = 'c' and conislocal and conrelid <> 0`,
  )
  await database.transaction(async (sql) => {
    for (const check of checks) await sql.query(check.sql)
    // Neither foreign keys nor triggers, so that the order of the tables does not matter.
    await sql.query(`set local session_replication_role = replica`)
    for (const table of new Set(columns.map((column) => column.table))) {
      const own = columns.filter((column) => column.table === table)
      const names = own.map(({ name }) => `"${name}"`)
      const values = own.map((column) => valueOf(column, filling))
      const isOne = own.some(({ name, isWholeKey }) => name === 'org_id' && isWholeKey)
      await sql.query(
        `insert into "${table}" (${names.join()}) select ${values.join()}
         from generate_series(${filling.from}, ${isOne ? filling.from : filling.to}) i
         ${isOne ? `where not exists (select from "${table}" where org_id = ${filling.orgId})` : ''}`,
      )
    }
  })
}

function valueOf(column: Column, { orgId, from, isChained = false }: Filling): string {
  const { name, type, length, table, isSelfReference } = column
  if (name === 'org_id') return String(orgId)
  if (type === 'jsonb') return `jsonb_build_object('orgId', ${orgId}, 'jobId', i)`
  if (type === 'text' || type === 'varchar')
    return `left('${orgId}/${table}/' || i, ${length ?? 99})`
  const value = VALUES[type]
  invariant(value !== undefined, `no value for the type ${type} of ${table}.${name}`)
  if (!isSelfReference) return value
  return isChained ? `case when i > ${from} then ${value.replace('i', '(i - 1)')} end` : 'null'
}

/** Numbers of rows of an organization by table, where there are some. */
export async function rowsByTable(
  database: Database,
  orgId: number,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await organizationTables(database)) {
    const condition =
      table === 'outbox_message' ? `(envelope->>'orgId')::int = ${orgId}` : `org_id = ${orgId}`
    const [row] = await database.query<{ count: number }>(
      `select count(*)::int as count from "${table}" where ${condition}`,
    )
    if (row !== undefined && row.count > 0) counts[table] = row.count
  }
  return counts
}
