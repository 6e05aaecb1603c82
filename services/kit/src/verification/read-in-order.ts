import { sql as raw } from 'kysely'
import type { Sql } from '../postgres/sql.ts'
import { nothing } from '../postgres/sql-types.ts'
import { uncheckedStatement } from '../postgres/statement.ts'
import type { Statement } from '../postgres/statement.ts'

const ROWS = 1_000

/** One transaction, whose statements see one snapshot of the database. */
export interface Snapshot {
  readonly sql: Sql
}

/** The rows of a statement one after the other, however many there are. Not for two statements at once. */
export async function* readInOrder<P extends object, Row>(
  { sql }: Snapshot,
  statement: Statement<P, Row>,
  params: P,
): AsyncGenerator<Row> {
  const { declare, fetch } = cursorFor(statement)
  await sql.run(declare, params)
  for (let count = ROWS; count === ROWS;) {
    const rows = await sql.rows(fetch, {})
    yield* rows
    count = rows.length
  }
  await sql.run(close, {})
}

/** The rows are checked as those of the statement itself. */
function cursorFor<P extends object, Row>(statement: Statement<P, Row>) {
  const declare: Statement<P, unknown> = {
    compile(kysely) {
      const compiled = statement.compile(kysely)
      return { ...compiled, text: `declare in_order no scroll cursor for ${compiled.text}` }
    },
  }
  const fetch: Statement<object, Row> = {
    compile: (kysely) => ({
      ...statement.compile(kysely),
      text: `fetch ${ROWS} from in_order`,
      valuesOf: () => [],
    }),
  }
  return { declare, fetch }
}

const close = uncheckedStatement(nothing, raw`close in_order`)
