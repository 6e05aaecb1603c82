import type { EntityManager } from '@mikro-orm/postgresql'
import type { Message } from '@takeoff/contracts/audit-record'
import type { Kysely } from 'kysely'
import { invariant } from '../values/invariant.ts'
import type { Rows } from './pending-migrations.ts'
import type { CompiledStatement, Statement } from './statement.ts'

/** Runs statements. */
export interface Sql {
  /** All rows of the result. */
  rows<P extends object, Row>(statement: Statement<P, Row>, params: P): Promise<Row[]>
  /** The first row of the result; undefined when there is none. */
  row<P extends object, Row>(statement: Statement<P, Row>, params: P): Promise<Row | undefined>
  /** The row of a statement that always returns one. */
  one<P extends object, Row>(statement: Statement<P, Row>, params: P): Promise<Row>
  /** For a statement without a result. */
  run<P extends object>(statement: Statement<P, unknown>, params: P): Promise<void>
  /** Runs a text whose row type is not checked: for tests and tools. A contract test keeps it out of services. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

/** Statements and the unit of work in one transaction. */
export interface Transaction extends Sql {
  /** The events that it has put into the outbox: see `onEvents`. */
  readonly events: Message[]
  /**
   * MikroORM's unit of work: its changes are written before the transaction commits, or by `flush`. It finds only
   * entities of these organizations.
   */
  entitiesOf(orgIds: readonly number[]): EntityManager
}

/** Sends one statement. */
export type Run = (text: string, values: readonly unknown[]) => Promise<unknown[]>

/** For statements about migrations, whose text has no parameters. */
export function rowsOf(sql: Sql): Rows {
  return (text) => sql.query(text)
}

/** @param kysely of a database */
export function sqlOf(kysely: Kysely<never>, run: Run): Sql {
  const rows = async <P extends object, Row>(
    statement: Statement<P, Row>,
    params: P,
  ): Promise<Row[]> => {
    const compiled = statement.compile(kysely)
    const found = await run(compiled.text, compiled.valuesOf(params))
    return checked<Row>(found, compiled)
  }
  return {
    rows,
    row: async (statement, params) => (await rows(statement, params))[0],
    async one(statement, params) {
      const [row] = await rows(statement, params)
      const { text } = statement.compile(kysely)
      invariant(row !== undefined, `no row was returned by ${text.trim().slice(0, 80)}`)
      return row
    },
    run: async (statement, params) => void (await rows(statement, params)),
    query: <Row>(text: string, values: readonly unknown[] = []) =>
      run(text, values) as Promise<Row[]>,
  }
}

/** Types of values are fixed with the statement, and a test checks them; whether one is null shows in the row. */
function checked<Row>(rows: unknown[], { required }: CompiledStatement): Row[] {
  for (const row of rows) {
    for (const name of required) {
      const value = (row as Record<string, unknown>)[name]
      invariant(value !== null && value !== undefined, `a statement returned no "${name}"`)
    }
  }
  return rows as Row[]
}
