import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from '../postgres/database.ts'
import type { Sql } from '../postgres/sql.ts'
import { recordErased } from '../postgres/erasure.ts'
import { hasOrganizationSql } from '../postgres/row-access.ts'
import { bool, int8, jsonb, nothing, text } from '../postgres/sql-types.ts'
import { uncheckedStatement } from '../postgres/statement.ts'
import { errorCode } from '../values/caught.ts'

const BATCH_ROWS = 500
/** Rows with files, which are deleted while the rows are locked, or with parts that go with them. */
const BATCH_LARGE_ROWS = 20
/** Before the first row of a table. */
const START = '(0,0)'
const FOREIGN_KEY_VIOLATION = '23503'

/** A table, or a partition of one, as the catalog of the database describes it. */
export interface ErasedTable {
  readonly name: string
  /** The table that it is a partition of, else itself. */
  readonly root: string
  /** It has the keys of files in `storage_key`. */
  readonly hasFiles: boolean
  /** Rows of other tables go with its rows. */
  readonly hasParts: boolean
  /** Its rows go with those of another table. */
  readonly isPart: boolean
  /** Foreign keys to it, by which rows that refer to one keep it. */
  readonly references: readonly Reference[]
}

interface Reference {
  readonly table: string
  /** Pairs of its column and the one that it refers to. */
  readonly columns: readonly (readonly [from: string, to: string])[]
}

/** The rows of a table, named `r` in the condition, that are to be erased. */
export interface ErasedRows {
  readonly table: ErasedTable
  readonly condition: RawBuilder<unknown>
  /** Those that cannot be erased yet. */
  readonly except?: RawBuilder<unknown> | undefined
}

/** The database, the record and the functions of an erasure. */
export interface Erasing {
  readonly database: Database
  /** Id of its record. */
  readonly id: number
  readonly deleteFile: (key: string) => Promise<void>
  readonly say: (line: string) => void
}

/** Every table with a column `org_id`, and the outbox, whose events name an organization. */
export function listTables(sql: Sql): Promise<ErasedTable[]> {
  const foreignKeys = raw`pg_constraint f where f.contype = 'f'`
  const tables = uncheckedStatement(
    {
      name: text,
      root: text,
      hasFiles: bool,
      hasParts: bool,
      isPart: bool,
      references: jsonb<readonly Reference[]>(),
    },
    raw`
    select c.relname::text as name,
      (select relname::text from pg_class where oid = coalesce(pg_partition_root(c.oid), c.oid)) as root,
      exists (select from pg_attribute where attrelid = c.oid and attname = 'storage_key') as "hasFiles",
      exists (select from ${foreignKeys} and f.confrelid = c.oid and f.confdeltype = 'c') as "hasParts",
      exists (select from ${foreignKeys} and f.conrelid = c.oid and f.confdeltype = 'c') as "isPart",
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'table', (select relname from pg_class where oid = f.conrelid),
          'columns', (select jsonb_agg(jsonb_build_array(own.attname, other.attname))
            from unnest(f.conkey, f.confkey) as k (own, other)
            join pg_attribute own on own.attrelid = f.conrelid and own.attnum = k.own
            join pg_attribute other on other.attrelid = f.confrelid and other.attnum = k.other)))
        from ${foreignKeys} and f.confrelid = c.oid and f.confdeltype <> 'c'), '[]') as "references"
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and (c.relname = 'outbox_message'
      or ${raw.raw(hasOrganizationSql)})
    order by c.relname`,
  )
  return sql.rows(tables, {})
}

/** How many rows there are, those of `except` included. */
export async function countRows(sql: Sql, { table, condition }: ErasedRows): Promise<number> {
  const countAll = raw`select count(*) as count from ${raw.id(table.name)} r where ${condition}`
  return (await sql.one(uncheckedStatement({ count: int8 }, countAll), {})).count
}

/**
 * Erases in batches, each in its own transaction. A row that others refer to goes in a later round, when those are gone;
 * one that others have locked stays.
 */
export async function eraseRows(all: readonly ErasedRows[], erasing: Erasing): Promise<void> {
  for (let erased = -1; erased !== 0;) {
    erased = 0
    for (const rows of all) erased += await eraseOf(rows, erasing)
  }
}

/**
 * The table is walked through by the places of its rows, so that none is read twice where no index helps, and again
 * from the start until nothing is found there.
 */
async function eraseOf(rows: ErasedRows, erasing: Erasing): Promise<number> {
  let erased = 0
  for (let after = START; ;) {
    const batch = await eraseBatch(rows, after, erasing).catch(ignoreNewReference)
    if (batch.last === undefined && after === START) return erased
    erased += batch.erased
    if (batch.erased > 0) erasing.say(`${rows.table.name}: ${erased} rows erased`)
    after = batch.last ?? START
  }
}

/** A request has just written a row that refers to one of the batch: a later round erases both. */
function ignoreNewReference(error: unknown): { readonly erased: 0; readonly last: undefined } {
  if (errorCode(error) === FOREIGN_KEY_VIOLATION) return { erased: 0, last: undefined }
  throw error
}

/** The files first: a process that is killed in between leaves rows that name them, and no unknown file. */
function eraseBatch(
  rows: ErasedRows,
  after: string,
  { database, id, deleteFile }: Erasing,
): Promise<{ readonly erased: number; readonly last: string | undefined }> {
  const { table, condition, except } = rows
  return database.transaction(async (sql) => {
    const found = await sql.rows(selectBatch(rows, after), {})
    const last = found.at(-1)?.place
    if (last === undefined) return { erased: 0, last }
    if (table.hasFiles) await Promise.all(found.map(({ key }) => deleteFile(key)))
    const places = found.map(({ place }) => place)
    // The select may have waited for a row, and have seen other tables as they were before.
    const deletePlaces = raw`
      delete from ${raw.id(table.name)} r where r.ctid = any(${places}::tid[]) and ${condition}
        ${except === undefined ? raw`` : raw`and not (${except})`}
      returning 1`
    const deleted = await sql.rows(uncheckedStatement(nothing, deletePlaces), {})
    await recordErased(sql, id, deleted.length)
    return { erased: deleted.length, last }
  })
}

function selectBatch({ table, condition, except }: ErasedRows, after: string) {
  const key = table.hasFiles ? raw`r.storage_key` : raw`''`
  const limit = table.hasFiles || table.hasParts ? BATCH_LARGE_ROWS : BATCH_ROWS
  const kept = [...table.references.map(isReferenced), ...(except === undefined ? [] : [except])]
  return uncheckedStatement(
    { place: text, key: text },
    raw`
    select r.ctid::text as place, ${key} as key from ${raw.id(table.name)} r
    where r.ctid > ${after}::tid and ${condition}
      ${raw.join(
        kept.map((one) => raw`and not (${one})`),
        raw` `,
      )}
    limit ${raw.lit(limit)} for update skip locked`,
  )
}

function isReferenced({ table, columns }: Reference): RawBuilder<unknown> {
  const equal = columns.map(([from, to]) => raw`c.${raw.id(from)} = r.${raw.id(to)}`)
  return raw`exists (select from ${raw.id(table)} c where ${raw.join(equal, raw` and `)})`
}
