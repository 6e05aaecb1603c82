import { setTimeout as delay } from 'node:timers/promises'
import { backOffMs } from '../concurrency/back-off.ts'
import type { databaseVariables } from '../service/config-groups.ts'
import type { ConfigOf } from '../service/config.ts'
import type { Logger } from '../service/logger.ts'
import { errorMessage } from '../values/caught.ts'
import type { Database } from './database.ts'
import type { NamedMigration } from './database-connection.ts'
import { requireOwnDatabase } from './pending-migrations.ts'
import { rowsOf } from './sql.ts'
import { isUnavailable } from './outcome.ts'

/** PgBouncer has one code for all of its errors, also for those that pass. */
const OF_PGBOUNCER = /unsupported startup parameter/

/**
 * Prepares the database of a service that starts: waits until it responds, and migrates it, or only requires it to be
 * migrated, as `DATABASE_MIGRATE` says.
 * @throws what the database refuses: a password, a missing database, a migration
 */
export async function prepareDatabase(
  database: Database,
  { databaseMigrate }: ConfigOf<Pick<typeof databaseVariables, 'databaseMigrate'>>,
  logger: Logger,
): Promise<void> {
  await waitUntilItResponds(database, logger)
  await (databaseMigrate ? database.migrate() : database.requireMigrated())
}

/**
 * Prepares the connection of the owner of the tables, for a service that has one beside its own.
 * @throws ConfigError for the database of another service
 */
export async function prepareOwnedDatabase(
  owned: Database,
  migrations: readonly NamedMigration[],
  logger: Logger,
): Promise<void> {
  await waitUntilItResponds(owned, logger)
  await requireOwnDatabase(rowsOf(owned), migrations)
}

/** A process that ended instead would be started later and later by its orchestrator, after minutes in the end. */
async function waitUntilItResponds(database: Database, logger: Logger): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await database.ping()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      const reason = errorMessage(error)
      if (OF_PGBOUNCER.test(reason)) {
        const advice = `${reason}. Set DATABASE_POOLED=true where PgBouncer is between this process and PostgreSQL.`
        throw new Error(advice, { cause: error })
      }
      logger.warn({ reason }, 'waiting for the database')
      await delay(backOffMs(failures, Math.random()))
    }
  }
}
