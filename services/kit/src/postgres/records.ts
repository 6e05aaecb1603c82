import { sql } from 'kysely'
import type { Expression, Insertable, RawBuilder, Selectable } from 'kysely'
import { renameKeys } from '../values/rename-keys.ts'
import { columnName } from './column-names.ts'
import type { Sql } from './sql.ts'
import { defineStatement, prepared } from './statement.ts'
import type { Statement } from './statement.ts'

/** Rows of a table as JSON: one parameter for any number of rows. */
export type Records<Table> = string & { readonly table?: Table }

/** @param rows each with the same columns */
export function toRecords<Table>(rows: readonly Partial<Insertable<Table>>[]): Records<Table> {
  const fields = Object.keys(rows[0] ?? {}) as (keyof Insertable<Table> & string)[]
  // A name is computed once, not once a row: a list has thousands of them.
  const columns = fields.map((field) => [field, columnName(field)] as const)
  return JSON.stringify(rows.map((row) => renameKeys<Partial<Insertable<Table>>>(row, columns)))
}

/** The rows of a parameter, as a table to select from: columns that a record lacks are null. */
export function fromRecords<Tables, Name extends keyof Tables & string>(
  table: Name,
  records: Expression<Records<Tables[Name]>>,
): RawBuilder<Selectable<Tables[Name]>> {
  const name = sql.table(table)
  return sql`jsonb_populate_recordset(null::${name}, ${records}::jsonb)`
}

type Insert = Statement<{ readonly records: string }, unknown>

/**
 * Inserts any number of rows with one statement.
 * @param rows each with the same columns
 * @param options.unlessExists rows with the same values in these unique columns as an existing row are left out
 */
export type InsertRows<Tables> = <Name extends keyof Tables & string>(
  sql: Sql,
  table: Name,
  rows: readonly Insertable<Tables[Name]>[],
  options?: { readonly unlessExists: readonly (keyof Tables[Name] & string)[] },
) => Promise<void>

/** Creates the insert of a service: one text for each table, set of columns and conflict. */
export function createInsertRows<Tables>(): InsertRows<Tables> {
  const inserts = new Map<string, Insert>()
  return async (connection, table, rows, options) => {
    const [first] = rows
    if (first === undefined) return
    const columns = Object.keys(first)
    const unlessExists = options?.unlessExists ?? []
    const key = JSON.stringify([table, columns, unlessExists])
    const insert = inserts.get(key) ?? insertOf(table, columns, unlessExists)
    inserts.set(key, insert)
    await connection.run(insert, { records: toRecords(rows) })
  }
}

function insertOf(
  table: string,
  columns: readonly string[],
  unlessExists: readonly string[],
): Insert {
  const names = namesOf(columns)
  const onConflict =
    unlessExists.length === 0 ? sql`` : sql` on conflict (${namesOf(unlessExists)}) do nothing`
  const name = sql.id(columnName(table))
  return prepared(
    defineStatement((kysely, $) =>
      sql`insert into ${name} (${names})
          select ${names} from jsonb_populate_recordset(null::${name}, ${$.records}::jsonb)${onConflict}`.compile(
        kysely,
      ),
    ),
  )
}

function namesOf(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((name) => sql.id(columnName(name))))
}
