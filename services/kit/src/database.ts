import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import type { Constructor } from '@mikro-orm/core'
import { Migrator } from '@mikro-orm/migrations'
import type { Migration } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import type { EntityManager, Options } from '@mikro-orm/postgresql'
import type { Envelope } from '@takeoff/contracts/envelope'
import { createCommittedEvents } from './committed-events.ts'
import type { EventListener } from './committed-events.ts'
import type { Logger } from './logger.ts'
import { currentRequest } from './request-scope.ts'

const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
/** Of the time after which the server cancels a statement: after so long without a byte it is gone. */
const SILENCE = 1.2
/** A database that was silent for so long is asked whether it is there; ten seconds later it is gone. */
const KEEP_ALIVE_MS = 10_000
/** One holds the lock, one migrates. */
const MIGRATION_POOL_SIZE = 2
/** Any number, as long as every process of the product uses the same one. */
const MIGRATION_LOCK = 7_246_531

/**
 * For services that keep plans of prepared reads: one may have been made while its tables were small, and must not
 * bet on that. They walk indexes, which cost a small table little.
 */
export const KEPT_PLANS = { enable_seqscan: 'off' }

export interface DatabaseOptions {
  readonly url: string
  /** Most connections this process opens. */
  readonly poolSize: number
  readonly entities: Readonly<NonNullable<Options['entities']>>
  /** In the order in which they run; names must never change. */
  readonly migrations: readonly NamedMigration[]
  readonly logger: Logger
  /** Of PostgreSQL, for each connection of this process. */
  readonly settings?: Readonly<Record<string, string>>
  /** The server cancels a statement after so long, and a connection ends soon after that; 0 is never. */
  readonly statementTimeoutMs?: number
}

export interface NamedMigration {
  readonly name: string
  readonly class: Constructor<Migration>
}

/** A statement; under a name each connection parses it once, and plans it once where one plan fits all parameters. */
export interface SqlStatement {
  readonly name?: string
  readonly text: string
  /** How the texts of values are read, by the type's oid, where not as the driver does it. */
  readonly types?: { getTypeParser(oid: number): (text: string) => unknown }
}

export interface PreparedSql extends SqlStatement {
  readonly name: string
}

/** Plain SQL with `$1` placeholders. */
export interface Sql {
  query<Row>(sql: string | SqlStatement, params?: readonly unknown[]): Promise<Row[]>
}

/** Plain SQL in one transaction. */
export interface Transaction extends Sql {
  /** What it has put into the outbox: see `onEvents`. */
  readonly events: Envelope[]
}

/** A service's own database: the ORM for business writes, plain SQL for hot paths. */
export interface Database extends Sql, AsyncDisposable {
  readonly orm: MikroORM
  /** A fresh unit of work. */
  em(): EntityManager
  /** Runs pending migrations; safe when several processes start at once. */
  migrate(): Promise<void>
  /** Resolves when the database answers, rejects when it does not. */
  ping(): Promise<void>
  /** Plain SQL in one transaction on one connection. */
  transaction<T>(work: (sql: Transaction) => Promise<T>): Promise<T>
  /** Tells the listener, after each commit, of the events of that transaction. There can be one at a time. */
  onEvents(listener: EventListener): Disposable
}

interface Queries {
  query(statement: string | Statement): Promise<{ rows: unknown[]; command: string }>
}

interface Statement extends SqlStatement {
  readonly values: readonly unknown[]
}

interface Client extends Queries {
  readonly connection: { readonly stream: Socket }
  release(error?: Error): void
  on(event: 'end', listener: () => void): void
}

interface Pool extends Queries {
  connect(): Promise<Client>
  on(event: 'connect', listener: (client: Client) => void): void
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { orm, pool } = await connect(options)
  const committed = createCommittedEvents(options.logger)
  return {
    orm,
    em: () => orm.em.fork(),
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

interface Connected {
  readonly orm: MikroORM
  readonly pool: Pool
}

async function connect(options: DatabaseOptions): Promise<Connected> {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options
  let pool: Pool | undefined
  const orm = await MikroORM.init({
    clientUrl: options.url,
    entities: [...options.entities],
    extensions: [Migrator],
    migrations: { migrationsList: [...options.migrations], snapshot: false },
    pool: { max: options.poolSize },
    // em() is always a fork, so identity maps are never shared between requests.
    allowGlobalContext: false,
    forceUtcTimezone: true,
    logger: (message) => options.logger.debug(message),
    driverOptions: {
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      // Else an answer that a vanished machine owes is waited for without end.
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      statement_timeout: statementTimeoutMs,
      options: Object.entries(options.settings ?? {})
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
      idle_in_transaction_session_timeout: statementTimeoutMs,
      onPoolCreated(created: Pool) {
        pool = created
        created.on('connect', countStatementsOf)
        created.on('connect', releaseAtEnd)
        created.on('connect', (client) => endInSilence(client, statementTimeoutMs * SILENCE))
      },
    },
  })
  await orm.em.getConnection().connect()
  if (pool === undefined) throw new Error('the driver opened no connection pool')
  return { orm, pool }
}

async function transaction<T>(pool: Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(sqlOn(client))
    const { command } = await client.query('commit')
    // So the server answers where a statement failed and its error was swallowed.
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
 * For hot paths. The plan that is kept is made for any parameters, so the choice of an index must not
 * hang on their values.
 * @param text one of a few: neither a connection nor this process ever forgets a statement
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

/** A migration changed the columns of a prepared statement's answer; its connection cannot run it again. */
function isStalePlan(error: unknown): error is Error {
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'
}

/** Whether a write failed because its key is taken, in the ORM's words or in PostgreSQL's own. */
export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof UniqueConstraintViolationException) return true
  return error instanceof Error && 'code' in error && error.code === '23505'
}

/** On connections of its own: a migration, and the wait for that of another process, take what they take. */
async function migrate(options: DatabaseOptions): Promise<void> {
  const { orm, pool } = await connect({
    ...options,
    poolSize: MIGRATION_POOL_SIZE,
    statementTimeoutMs: 0,
    // The role's own limit would hold else.
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

function countStatementsOf(client: Client): void {
  const query = client.query.bind(client)
  client.query = (...args) => {
    const request = currentRequest()
    if (request !== undefined) request.sqlStatements += 1
    return query(...args)
  }
}

/**
 * A unit of work whose rollback fails, because its connection is gone, never gives the connection back:
 * a restart of the database would leave a pool in which nobody gets one any more.
 */
function releaseAtEnd(client: Client): void {
  client.on('end', () => {
    try {
      client.release(new Error('the connection ended'))
    } catch {
      // Given back before: the pool takes a connection once only.
    }
    client.release = () => undefined
  })
}

/**
 * Probes of an idle connection stop while sent bytes are not acknowledged; a machine that vanished then would
 * be waited for through a quarter of an hour of repetitions. Ended as a whole: a rollback would be waited for, too.
 * @param silenceMs longer than a statement may take; idle connections are closed long before
 */
function endInSilence({ connection: { stream } }: Client, silenceMs: number): void {
  stream.setTimeout(silenceMs, () => stream.destroy(new Error('the database fell silent')))
}
