import { hasOrganizationSql } from '../postgres/row-access.ts'
import type { OwnerSession } from './owner-session.ts'
import { invariant } from '../values/invariant.ts'

/** A table with rows of organizations, as the catalog of the database describes it. */
export interface MovedTable {
  readonly name: string
  /** Without generated ones. */
  readonly columns: readonly string[]
  /** Columns of the primary key, in the form in which rows are sorted by them. */
  readonly order: readonly string[]
  /** The column of a primary key that has one column, and its type. */
  readonly id: { readonly column: string; readonly type: string } | null
  /** The sequence of that column. */
  readonly sequence: string | null
  /** Other tables that its rows refer to. */
  readonly references: readonly string[]
}

/** Text is sorted by its bytes, because servers sort it by rules of their own. */
const SELECT_TABLES = `
  select c.relname::text as name,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
    array(select format('%I', a.attname) || case when a.attcollation = 0 then '' else ' collate "C"' end
      from unnest(k.conkey) with ordinality as part (attnum, n)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = part.attnum order by part.n) as "order",
    (select jsonb_build_object('column', a.attname, 'type', format_type(a.atttypid, null)) from pg_attribute a
      where a.attrelid = c.oid and k.conkey = array[a.attnum]) as id,
    (select pg_get_serial_sequence(quote_ident(c.relname), a.attname) from pg_attribute a
      where a.attrelid = c.oid and k.conkey = array[a.attnum]) as sequence,
    array(select distinct o.relname::text from pg_constraint f join pg_class o on o.oid = f.confrelid
      where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as "references"
  from pg_class c join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
    and ${hasOrganizationSql}
  order by c.relname`

/** Every table with a column `org_id`, after those that its rows refer to. */
export async function listMovedTables({ rows }: Pick<OwnerSession, 'rows'>): Promise<MovedTable[]> {
  const left = new Map((await rows<MovedTable>(SELECT_TABLES)).map((table) => [table.name, table]))
  const sorted: MovedTable[] = []
  while (left.size > 0) {
    const next = [...left.values()].filter(
      ({ references }) => !references.some((to) => left.has(to)),
    )
    invariant(next.length > 0, 'tables refer to each other in a circle')
    for (const table of next) left.delete(table.name)
    sorted.push(...next)
  }
  return sorted
}

/** The rows of an organization, in a stable order. */
export function selectRowsSql({ name, columns, order }: MovedTable, orgId: number): string {
  return `select ${columns.map(quoted).join(', ')} from ${quoted(name)} where org_id = ${orgId} order by ${order.join(', ')}`
}

/** The names of the tables that have a row of an organization. */
export async function tablesWithRows(
  { rows }: Pick<OwnerSession, 'rows'>,
  tables: readonly MovedTable[],
  orgId: number,
): Promise<string[]> {
  const names: string[] = []
  for (const { name } of tables) {
    const found = await rows(`select from ${quoted(name)} where org_id = $1 limit 1`, [orgId])
    if (found.length > 0) names.push(name)
  }
  return names
}

/** The table and its columns, for rows in the same form. */
export function targetOf({ name, columns }: MovedTable): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`
}

/** A name of the catalog in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
