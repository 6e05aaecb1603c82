import { sqlOf } from '../postgres/sql.ts'
import type { Database } from '../postgres/database.ts'
import type { Run, Sql } from '../postgres/sql.ts'

/**
 * Statements pass through `intercept`, whose result is theirs; `send` runs one.
 * @param sql a transaction, for its statements
 */
export function interceptedSql(
  database: Database,
  intercept: (text: string, values: readonly unknown[], send: Run) => Promise<unknown[]>,
  sql: Sql = database,
): Sql {
  const send: Run = (text, values) => sql.query(text, values)
  return sqlOf(database.kysely, (text, values) => intercept(text, values, send))
}

/** Statements that were sent. */
export interface SentStatement {
  readonly text: string
  readonly params: readonly unknown[]
}

/** Records statements, and returns no rows. */
export function recordingSql(database: Database): Sql & { readonly sent: SentStatement[] } {
  const sent: SentStatement[] = []
  const sql = interceptedSql(database, (text, params) => {
    sent.push({ text, params })
    return Promise.resolve([])
  })
  return { ...sql, sent }
}
