import { Socket } from 'node:net'
import type { Constructor } from '@mikro-orm/core'
import { Migrator } from '@mikro-orm/migrations'
import type { Migration } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import type { Options } from '@mikro-orm/postgresql'
import type { databaseVariables } from '../service/config-groups.ts'
import { ConfigError } from '../service/config.ts'
import type { ConfigOf } from '../service/config.ts'
import { hostUrls } from '../service/host-list.ts'
import type { Logger } from '../service/logger.ts'
import {
  postgresAddress,
  postgresTls,
  postgresUrlViolation,
  targetOf,
  tlsViolation,
} from '../service/postgres-url.ts'
import type { Metrics } from '../service/metrics.ts'
import { invariant } from '../values/invariant.ts'
import { BoundDriver } from './bound-driver.ts'
import { DatabaseHosts } from './database-hosts.ts'
import type { HostPool } from './database-hosts.ts'
import { readInParts } from './fair-reads.ts'
import type { DatabaseHost } from './host-role.ts'
import { measurePool } from './pool-metrics.ts'
import type { MeasuredPool } from './pool-metrics.ts'
import { valueParsers } from './sql-types.ts'
import {
  releaseAtEnd,
  warnOfUnlimitedRole,
  limitStatementsToRows,
} from './row-limited-connection.ts'
import type { Client } from './row-limited-connection.ts'

const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
/** Multiple of the statement timeout: a server that sends no byte for so long is considered gone. */
const SILENCE = 1.2
/** A database that was silent for so long is probed; without a reply it counts as gone ten seconds later. */
const KEEP_ALIVE_MS = 10_000

/** The tables of a service and their migrations. */
export interface MigratedTables {
  readonly entities: Readonly<NonNullable<Options['entities']>>
  /** In the order in which they run; names must never change. */
  readonly migrations: readonly NamedMigration[]
}

/** The variables and the tables of a service's own database. */
export type OwnDatabase = ConfigOf<typeof databaseVariables> & MigratedTables

/** How a service connects to its database, and its tables. */
export interface DatabaseOptions extends MigratedTables {
  /** Of one or several hosts, with the parameters `sslmode` and `target_session_attrs`. */
  readonly url: string
  /** The address as the owner of the tables, who alone may change them; `url` when undefined. */
  readonly migrationUrl?: string | undefined
  /** Connect as that owner, whom row-level security does not limit: for operators' programs and migrations. */
  readonly asOwner?: boolean
  /** Whether `url` leads to a pooler that assigns a connection for one transaction; `migrationUrl` never does. */
  readonly isPooled?: boolean
  /** PEM of the authorities that may sign the certificate of the server; those of Node when undefined. */
  readonly certificates?: string | undefined
  /** Maximum connections this process opens. */
  readonly poolSize: number
  readonly logger: Logger
  /** When set, the connection pool is measured. */
  readonly metrics?: Metrics | undefined
  /** PostgreSQL settings for each connection of this process. */
  readonly settings?: Readonly<Record<string, string>>
  /** The server cancels a statement after so long, and a connection ends soon after that; 0 is never. */
  readonly statementTimeoutMs?: number | undefined
  /** How long a statement of a migration waits for a lock. */
  readonly migrationLockTimeoutMs?: number
}

/** The options that the variables of a process set. */
export function configuredDatabase(config: ConfigOf<typeof databaseVariables>) {
  return {
    url: config.databaseUrl,
    migrationUrl: config.databaseMigrationUrl,
    isPooled: config.databasePooled,
    certificates: config.databaseCertificates,
    poolSize: config.databasePoolSize,
    migrationLockTimeoutMs: config.migrationLockTimeoutMs,
  } satisfies Partial<DatabaseOptions>
}

/** A migration, and the name under which it is recorded as run. */
export interface NamedMigration {
  readonly name: string
  readonly class: Constructor<Migration>
}

/** The connection pool of the driver, as far as it is used here. */
export interface Pool extends MeasuredPool, HostPool {
  readonly options: HostPool['options'] & MeasuredPool['options']
  connect(): Promise<Client>
  readonly ending: boolean
  end(): Promise<void>
  on(event: 'connect', listener: (client: Client) => void): void
  once(event: 'connect', listener: (client: Client) => void): void
}

interface Connected {
  readonly orm: MikroORM
  readonly pool: Pool
  /** Closes the ORM and the connections of the pool. */
  readonly close: () => Promise<void>
}

/**
 * Opens the ORM, and the pool below it, whose connections count the statements of each request and end when the
 * server falls silent.
 */
export async function connect(options: DatabaseOptions): Promise<Connected> {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options
  const { url, hosts } = readHosts(options)
  const isPooled = options.isPooled === true && !isOwner(options)
  const settings = sessionSettings({ ...options, statementTimeoutMs })
  let pool: Pool | undefined
  const orm = await MikroORM.init({
    driver: BoundDriver,
    // Every part is given, because MIKRO_ORM_… variables would otherwise replace it.
    clientUrl: url.href,
    ...postgresAddress(url),
    schema: 'public',
    entities: [...options.entities],
    extensions: [Migrator],
    migrations: { migrationsList: [...options.migrations], snapshot: false, allOrNothing: false },
    // Migrations write policies and search views; entities describe none.
    schemaGenerator: { ignorePolicies: true, skipViews: [/_search$/] },
    pool: { max: options.poolSize },
    // em() is always a fork, so identity maps are never shared between requests.
    allowGlobalContext: false,
    forceUtcTimezone: true,
    logger: (message) => options.logger.debug(message),
    driverOptions: {
      Client: hosts.Client,
      // Otherwise PGSSLMODE and PGSSLNEGOTIATION would decide.
      ssl: postgresTls(url, options.certificates),
      sslnegotiation: 'postgres',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      // Without it a response from a machine that vanished would be awaited forever.
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      // A statement is sent together with the setting that limits its rows.
      pipeline: true,
      // A pooler refuses settings of sessions.
      options: isPooled
        ? ''
        : Object.entries(settings)
            .map(([name, value]) => `-c ${name}=${value}`)
            .join(' '),
      stream: () => socketEndingInSilence(statementTimeoutMs * SILENCE),
      types: valueParsers,
      onPoolCreated(created: Pool) {
        pool = created
        hosts.serve(created)
        addPoolHooks(created, options, isPooled ? settings : undefined)
      },
    },
  })
  // Otherwise it would connect at once, and create a database that does not exist.
  await orm.em.getConnection().connect({ skipOnConnect: true })
  const opened = pool
  if (opened === undefined) throw new Error('the driver opened no connection pool')
  return { orm, pool: opened, close: () => close(orm, opened) }
}

/** PostgreSQL settings of each connection. */
function sessionSettings({
  statementTimeoutMs,
  settings,
}: DatabaseOptions): Readonly<Record<string, string>> {
  return {
    statement_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: String(statementTimeoutMs),
    ...settings,
  }
}

/** @param settings that each transaction sets, because a pooler refuses those of sessions */
function addPoolHooks(
  pool: Pool,
  { metrics, asOwner = false, logger }: DatabaseOptions,
  settings: Readonly<Record<string, string>> | undefined,
): void {
  if (metrics !== undefined) measurePool(pool, metrics)
  // Operators' programs have no requests to serve, and copy rows.
  if (!asOwner) {
    pool.once('connect', (client) => warnOfUnlimitedRole(client, logger))
    pool.on('connect', (client) => readInParts(client.connection.stream))
  }
  pool.on('connect', (client) => limitStatementsToRows(client, settings))
  pool.on('connect', releaseAtEnd)
}

async function close(orm: MikroORM, pool: Pool): Promise<void> {
  await orm.close()
  // An ORM that has sent no statement by itself leaves the pool as it is.
  if (!pool.ending) await pool.end()
}

/** Whether the address of the owner is used. */
function isOwner({ asOwner = false, migrationUrl }: DatabaseOptions): boolean {
  return asOwner && migrationUrl !== undefined
}

/** @throws ConfigError */
function readHosts(options: DatabaseOptions) {
  const { migrationUrl, certificates, logger } = options
  const [name, text] =
    isOwner(options) && migrationUrl !== undefined
      ? ['DATABASE_MIGRATION_URL', migrationUrl]
      : ['DATABASE_URL', options.url]
  const [url, ...others] = hostUrls(text).map((one) => new URL(one))
  invariant(url !== undefined, 'a URL has no host')
  const violation = postgresUrlViolation([url, ...others]) ?? tlsViolation(url, certificates)
  if (violation !== undefined) throw new ConfigError([`${name} ${violation}`])
  const hostOf = (one: URL): DatabaseHost => {
    const { host, port } = postgresAddress(one)
    return { host, port, ssl: postgresTls(one, certificates) }
  }
  const hosts = new DatabaseHosts({
    hosts: [hostOf(url), ...others.map(hostOf)],
    target: targetOf(url),
    logger,
  })
  return { url, hosts }
}

/**
 * Probes of an idle connection stop while sent bytes are not acknowledged; a machine that vanishes then would
 * cost a quarter of an hour of retransmissions. The whole connection ends: a rollback would wait as well.
 * @param silenceMs longer than a statement may take; idle connections are closed long before
 */
function socketEndingInSilence(silenceMs: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(silenceMs, () =>
    socket.destroy(new Error('the database sent nothing in time')),
  )
}
