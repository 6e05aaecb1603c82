import { createHash } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import type { Envelope } from '@takeoff/contracts/envelope'
import { createCommittedEvents } from './committed-events.ts'
import type { EventListener } from './committed-events.ts'
import { connect } from './database-connection.ts'
import type { DatabaseOptions, Pool, Queries, SqlStatement } from './database-connection.ts'

/** One holds the lock, one migrates. */
const MIGRATION_POOL_SIZE = 2
/** An arbitrary number that every process of the product shares. */
const MIGRATION_LOCK = 7_246_531

/**
 * For services that cache plans of prepared reads: a plan made while its tables were small must not rely on
 * that. Such plans use indexes, which cost little on a small table.
 */
export const KEPT_PLANS = { enable_seqscan: 'off' }

/** A statement that connections prepare under its name. */
export interface PreparedSql extends SqlStatement {
  readonly name: string
}

/** Plain SQL with `$1` placeholders. */
export interface Sql {
  query<Row>(sql: string | SqlStatement, params?: readonly unknown[]): Promise<Row[]>
}

/** Plain SQL in one transaction. */
export interface Transaction extends Sql {
  /** The events that it has put into the outbox: see `onEvents`. */
  readonly events: Envelope[]
}

/** A service's own database: plain SQL, and the ORM's description of its tables. */
export interface Database extends Sql, AsyncDisposable {
  readonly orm: MikroORM
  /** Runs pending migrations; safe when several processes start at once. */
  migrate(): Promise<void>
  /** Resolves when the database responds, rejects when it does not. */
  ping(): Promise<void>
  /** Plain SQL in one transaction on one connection. */
  transaction<T>(work: (sql: Transaction) => Promise<T>): Promise<T>
  /** Passes the events of each transaction to the listener after its commit. There can be one listener at a time. */
  onEvents(listener: EventListener): Disposable
}

/** Opens the pool and the ORM; `ping` checks whether the database can be reached. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { orm, pool } = await connect(options)
  const committed = createCommittedEvents(options.logger)
  return {
    orm,
    ...sqlOnPool(pool),
    async transaction(work) {
      const events: Envelope[] = []
      const result = await transaction(pool, (sql) => work({ ...sql, events }))
      committed.tell(events)
      return result
    },
    onEvents: (listener) => committed.listen(listener),
    migrate: () => migrate(options),
    ping: async () => void (await pool.query('select 1')),
    [Symbol.asyncDispose]: () => orm.close(),
  }
}

async function transaction<T>(pool: Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(sqlOn(client))
    const { command } = await client.query('commit')
    // The server responds with ROLLBACK when a statement failed and its error was swallowed.
    if (command === 'ROLLBACK') throw new Error('a statement failed, so nothing was committed')
    client.release()
    return result
  } catch (error) {
    // A connection that cannot even roll back must not return to the pool.
    await client.query('rollback').then(
      () => client.release(isStalePlan(error) ? error : undefined),
      (broken: Error) => client.release(broken),
    )
    throw error
  }
}

/**
 * For hot paths. The cached plan is made for any parameters, so the choice of an index must not depend on
 * their values.
 * @param text one of a few: neither a connection nor this process ever evicts a statement
 */
export function prepared(text: string): PreparedSql {
  const known = preparedStatements.get(text)
  if (known !== undefined) return known
  const statement = { name: createHash('sha256').update(text).digest('base64url'), text }
  preparedStatements.set(text, statement)
  return statement
}

const preparedStatements = new Map<string, PreparedSql>()

function sqlOn(queries: Queries): Sql {
  return {
    query: async <Row>(sql: string | SqlStatement, params: readonly unknown[] = []) => {
      const statement = typeof sql === 'string' ? { text: sql } : sql
      return (await queries.query({ ...statement, values: params })).rows as Row[]
    },
  }
}

/** The pool closes a connection whose statement failed; the others may be as stale as that one. */
function sqlOnPool(pool: Pool): Sql {
  const sql = sqlOn(pool)
  return {
    query: <Row>(statement: string | SqlStatement, params?: readonly unknown[]) =>
      sql.query<Row>(statement, params).catch((error: unknown) => {
        if (typeof statement === 'string' || !isStalePlan(error)) throw error
        const { name: _name, ...parsedAgain } = statement
        return sql.query<Row>(parsedAgain, params)
      }),
  }
}

/** A migration changed the columns of a prepared statement's result; its connection cannot run it again. */
function isStalePlan(error: unknown): error is Error {
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'
}

/** Whether a write failed because its key is taken. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

/** On connections without a timeout: a migration, or the wait for that of another process, may take long. */
async function migrate(options: DatabaseOptions): Promise<void> {
  const { orm, pool } = await connect({
    ...options,
    poolSize: MIGRATION_POOL_SIZE,
    statementTimeoutMs: 0,
    // Otherwise the timeout of the role would apply.
    settings: { ...options.settings, statement_timeout: '0' },
  })
  try {
    const client = await pool.connect()
    try {
      await client.query({ text: 'select pg_advisory_lock($1)', values: [MIGRATION_LOCK] })
      await orm.migrator.up()
    } finally {
      // Closing the connection frees the lock.
      client.release(new Error('migrated'))
    }
  } finally {
    await orm.close()
  }
}
