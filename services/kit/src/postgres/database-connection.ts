import { Socket } from 'node:net'
import type { Constructor } from '@mikro-orm/core'
import { Migrator } from '@mikro-orm/migrations'
import type { Migration } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import type { Options } from '@mikro-orm/postgresql'
import type { Logger } from '../service/logger.ts'
import { currentRequest } from '../http/request-scope.ts'

const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
/** Of the time after which the server cancels a statement: after so long without a byte it is gone. */
const SILENCE = 1.2
/** A database that was silent for so long is asked whether it is there; ten seconds later it is gone. */
const KEEP_ALIVE_MS = 10_000

/** How a service connects to its database, and what its tables are. */
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

/** A migration, and the name under which it is recorded as run. */
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

/** What runs statements: the pool on any connection, a client on its own. As the driver has them. */
export interface Queries {
  query(statement: string | Statement): Promise<{ rows: unknown[]; command: string }>
}

interface Statement extends SqlStatement {
  readonly values: readonly unknown[]
}

interface Client extends Queries {
  release(error?: Error): void
  on(event: 'end', listener: () => void): void
}

/** The connection pool of the driver, as far as it is used here. */
export interface Pool extends Queries {
  connect(): Promise<Client>
  on(event: 'connect', listener: (client: Client) => void): void
}

interface Connected {
  readonly orm: MikroORM
  readonly pool: Pool
}

/**
 * Opens the ORM, and the pool below it, whose connections count the statements of each request and end when the
 * server falls silent.
 */
export async function connect(options: DatabaseOptions): Promise<Connected> {
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
      stream: () => socketEndingInSilence(statementTimeoutMs * SILENCE),
      onPoolCreated(created: Pool) {
        pool = created
        created.on('connect', countStatementsOf)
        created.on('connect', releaseAtEnd)
      },
    },
  })
  await orm.em.getConnection().connect()
  if (pool === undefined) throw new Error('the driver opened no connection pool')
  return { orm, pool }
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
 * A migration whose rollback fails, because its connection is gone, never gives the connection back: the end of
 * its pool would wait for that without end.
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
function socketEndingInSilence(silenceMs: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(silenceMs, () => socket.destroy(new Error('the database fell silent')))
}
