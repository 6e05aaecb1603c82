import { setTimeout as delay } from 'node:timers/promises'
import type { MikroORM } from '@mikro-orm/postgresql'
import { connect } from './database-connection.ts'
import type { DatabaseOptions, Pool } from './database-connection.ts'

/** One connection holds the lock, one migrates. */
const POOL_SIZE = 2
/** An arbitrary number that every process of the product shares. */
const MIGRATION_LOCK = 7_246_531
const LOCK_POLL_MS = 200
const LOCK_TIMEOUT_MS = 5_000
const ATTEMPTS = 10
/** Codes of PostgreSQL: the lock timeout has passed, a deadlock was ended. */
const BLOCKED = new Set<unknown>(['55P03', '40P01'])

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
 * @throws MigrationBlockedError
 */
export async function migrate(options: DatabaseOptions): Promise<void> {
  await withConnections(options, options.migrationLockTimeoutMs, async (orm, pool) => {
    const client = await pool.connect()
    try {
      await lock(() => client.query('select pg_try_advisory_lock($1) as locked', [MIGRATION_LOCK]))
      for (const { name } of await orm.migrator.getPending()) await run(name, orm, options)
    } finally {
      // Closing the connection frees the lock.
      client.release(new Error('migrated'))
    }
  })
}

/**
 * Polls: a process that waits inside a statement holds a snapshot, and `create index concurrently` of the process
 * that migrates would wait for the end of it.
 */
async function lock(tryLock: () => Promise<{ readonly rows: unknown[] }>): Promise<void> {
  for (;;) {
    const { rows } = await tryLock()
    if ((rows[0] as { readonly locked: boolean }).locked) return
    await delay(LOCK_POLL_MS)
  }
}

async function run(name: string, orm: MikroORM, options: DatabaseOptions): Promise<void> {
  const migration = options.migrations.find((known) => known.name === name)
  const isTransactional: unknown = migration?.class.prototype.isTransactional()
  // It builds indexes while others write: it waits for their ends, and none waits for it.
  if (isTransactional === false)
    return withConnections(options, 0, async (unlimited) => {
      await unlimited.migrator.up({ migrations: [name] })
    })
  await runBlocking(name, orm, options)
}

/**
 * A migration that waits for a table lets all later requests for the table wait behind it. So it gives up soon, and
 * gives them as much time before it tries again.
 */
async function runBlocking(name: string, orm: MikroORM, options: DatabaseOptions): Promise<void> {
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
  return error instanceof Error && 'code' in error && BLOCKED.has(error.code)
}

/** Without a timeout of statements: a migration may take long. */
async function withConnections(
  options: DatabaseOptions,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
  work: (orm: MikroORM, pool: Pool) => Promise<void>,
): Promise<void> {
  const { orm, pool } = await connect({
    ...options,
    metrics: undefined,
    asOwner: true,
    poolSize: POOL_SIZE,
    statementTimeoutMs: 0,
    settings: {
      ...options.settings,
      // Otherwise the timeouts of the role would apply.
      statement_timeout: '0',
      lock_timeout: String(lockTimeoutMs),
    },
  })
  try {
    await work(orm, pool)
  } finally {
    await orm.close()
  }
}
