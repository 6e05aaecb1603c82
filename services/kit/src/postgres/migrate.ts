import { setTimeout as delay } from 'node:timers/promises'
import type { MikroORM } from '@mikro-orm/postgresql'
import { ConfigError } from '../service/config.ts'
import { POOLED_WITHOUT_MIGRATION_URL } from '../service/joint-violations.ts'
import { connect } from './database-connection.ts'
import type { DatabaseOptions, Pool } from './database-connection.ts'
import {
  indexesUnderConstruction,
  pendingMigrations,
  requireOwnDatabase,
} from './pending-migrations.ts'
import type { Rows } from './pending-migrations.ts'
import type { Client } from './row-limited-connection.ts'
import { errorCode } from '../values/caught.ts'

/** One connection holds the lock, one migrates. */
const POOL_SIZE = 2
/** An arbitrary number that every process of the product shares. */
const MIGRATION_LOCK = 7_246_531
const LOCK_POLL_MS = 200
const PROGRESS_EVERY_MS = 5_000
const LOCK_TIMEOUT_MS = 5_000
const ATTEMPTS = 10
/** Codes of PostgreSQL: the lock timeout has passed, a deadlock was ended. */
const BLOCKED = new Set<unknown>(['55P03', '40P01'])

/** The database to migrate. It is opened as the owner of its tables. */
export type MigrateOptions = Omit<DatabaseOptions, 'asOwner' | 'poolSize' | 'metrics'>

/** Another transaction held a lock that a migration needs, for longer than it was awaited. */
export class MigrationBlockedError extends Error {
  override readonly name = 'MigrationBlockedError'
  readonly code = 'MIGRATION_BLOCKED'

  constructor(migration: string, lockTimeoutMs: number, cause: unknown) {
    super(
      `Migration ${migration} waited ${ATTEMPTS} times ${lockTimeoutMs} ms for a lock that another transaction holds. Nothing of it was applied. End the transaction (the one in pg_stat_activity with the earliest xact_start), and start again.`,
      { cause },
    )
  }
}

/**
 * Runs pending migrations, each in its own transaction, or without one if it says so. Statements may take long.
 * @param say receives a line for each step
 * @throws MigrationBlockedError
 * @throws ConfigError for the database of another service
 */
export async function migrate(
  options: MigrateOptions,
  say: (line: string) => void = (line) => options.logger.info(line),
): Promise<void> {
  if (options.isPooled === true && options.migrationUrl === undefined)
    throw new ConfigError([POOLED_WITHOUT_MIGRATION_URL])
  await withConnections(options, async (orm, pool) => {
    const client = await pool.connect()
    const rows = rowsOfClient(client)
    try {
      await lock(rows, say)
      await requireOwnDatabase(rows, options.migrations)
      for (const { name } of await orm.migrator.getPending()) {
        const begunAt = performance.now()
        await reporting(rows, say, run(name, orm, options))
        say(`${name}: applied in ${((performance.now() - begunAt) / 1000).toFixed(1)} s`)
      }
    } finally {
      // Closing the connection frees the lock.
      client.release(new Error('migrated'))
    }
  })
}

/** What a database lacks, and what is being done to it. */
export interface MigrationStatus {
  /** Names of migrations, in the order in which they run. */
  readonly pending: readonly string[]
  /** A line for each index that is being built. */
  readonly building: readonly string[]
}

/** Reads the status of the migrations; changes nothing. */
export async function readMigrationStatus(options: MigrateOptions): Promise<MigrationStatus> {
  return withConnections(options, async (_orm, pool) => {
    const client = await pool.connect()
    const rows = rowsOfClient(client)
    try {
      await requireOwnDatabase(rows, options.migrations)
      return {
        pending: await pendingMigrations(rows, options.migrations),
        building: await indexesUnderConstruction(rows),
      }
    } finally {
      client.release()
    }
  })
}

const rowsOfClient =
  (client: Client): Rows =>
  async <Row>(text: string) =>
    (await client.query(text)).rows as Row[]

/**
 * Polls: a process that waits inside a statement holds a snapshot, and `create index concurrently` of the process
 * that migrates would wait for the end of it.
 */
async function lock(rows: Rows, say: (line: string) => void): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const [row] = await rows<{ readonly locked: boolean }>(
      `select pg_try_advisory_lock(${MIGRATION_LOCK}) as locked`,
    )
    if (row?.locked === true) return
    if (tries === 1) say('another process migrates this database: waiting for its end')
    await delay(LOCK_POLL_MS)
  }
}

/** Says every few seconds how far the index is that a long migration builds. */
async function reporting(
  rows: Rows,
  say: (line: string) => void,
  running: Promise<void>,
): Promise<void> {
  const ended = new AbortController()
  const settled = running.finally(() => ended.abort())
  const reports = (async () => {
    for (;;) {
      await delay(PROGRESS_EVERY_MS, undefined, { signal: ended.signal })
      for (const line of await indexesUnderConstruction(rows)) say(line)
    }
  })()
  // The report ends with the migration, whose error counts.
  await Promise.allSettled([settled, reports])
  await settled
}

async function run(name: string, orm: MikroORM, options: MigrateOptions): Promise<void> {
  const migration = options.migrations.find((known) => known.name === name)
  const isTransactional: unknown = migration?.class.prototype.isTransactional()
  // It builds indexes while others write: it waits for their ends, and none waits for it.
  if (isTransactional === false)
    return withConnections({ ...options, migrationLockTimeoutMs: 0 }, async (unlimited) => {
      await unlimited.migrator.up({ migrations: [name] })
    })
  await runBlocking(name, orm, options)
}

/**
 * A migration that waits for a table lets all later requests for the table wait behind it. So it gives up soon, and
 * gives them as much time before it tries again.
 */
async function runBlocking(name: string, orm: MikroORM, options: MigrateOptions): Promise<void> {
  const { logger, migrationLockTimeoutMs: timeoutMs = LOCK_TIMEOUT_MS } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      await orm.migrator.up({ migrations: [name] })
      return
    } catch (error) {
      if (!isBlocked(error)) throw error
      if (attempt === ATTEMPTS) throw new MigrationBlockedError(name, timeoutMs, error)
      logger.warn({ migration: name, attempt }, 'a migration waits for a lock, and is tried again')
      await delay(timeoutMs)
    }
  }
}

function isBlocked(error: unknown): boolean {
  return BLOCKED.has(errorCode(error))
}

/** Without a timeout of statements: a migration may take long. */
async function withConnections<T>(
  options: MigrateOptions,
  work: (orm: MikroORM, pool: Pool) => Promise<T>,
): Promise<T> {
  const { migrationLockTimeoutMs = LOCK_TIMEOUT_MS } = options
  const { orm, pool, close } = await connect({
    ...options,
    metrics: undefined,
    asOwner: true,
    poolSize: POOL_SIZE,
    statementTimeoutMs: 0,
    settings: {
      ...options.settings,
      // Otherwise the timeouts of the role would apply.
      statement_timeout: '0',
      lock_timeout: String(migrationLockTimeoutMs),
    },
  })
  try {
    return await work(orm, pool)
  } finally {
    await close()
  }
}
