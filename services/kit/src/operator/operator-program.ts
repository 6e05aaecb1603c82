import { sql as raw } from 'kysely'
import { ConfigError } from '../service/config.ts'
import { createLogger } from '../service/logger.ts'
import { openDatabase } from '../postgres/database.ts'
import { rowsOf } from '../postgres/sql.ts'
import type { Database } from '../postgres/database.ts'
import type { Sql } from '../postgres/sql.ts'
import { configuredDatabase } from '../postgres/database-connection.ts'
import type {
  DatabaseOptions,
  MigratedTables,
  OwnDatabase,
} from '../postgres/database-connection.ts'
import { requireMigrated, requireOwnDatabase } from '../postgres/pending-migrations.ts'
import { text } from '../postgres/sql-types.ts'
import { uncheckedStatement } from '../postgres/statement.ts'

/** An operator's program sends few statements at once. */
const POOL_SIZE = 3

/** Prints a line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Options of a program that connects as the owner of the tables. */
export function ownerOptions(program: string, own: OwnDatabase): DatabaseOptions {
  return {
    ...configuredDatabase(own),
    entities: own.entities,
    migrations: own.migrations,
    asOwner: true,
    // The owner connects to PostgreSQL itself: a pooler refuses the settings of the session.
    isPooled: false,
    logger: createLogger(program, 'warn'),
  }
}

/**
 * Opens a service's database as the owner of its tables, whom row-level security does not limit.
 * @throws ConfigError for another role, or the database of another service
 */
export async function openAsOwner(
  program: string,
  own: OwnDatabase,
  statementTimeoutMs?: number,
): Promise<Database> {
  const database = await openDatabase({
    ...ownerOptions(program, own),
    poolSize: POOL_SIZE,
    statementTimeoutMs,
  })
  try {
    await requireOwner(database, own.migrations)
    return database
  } catch (error) {
    await database[Symbol.asyncDispose]()
    throw error
  }
}

const selectHiddenTable = uncheckedStatement(
  { role: text, table: text },
  raw`
    select current_user::text as role, relname::text as "table" from pg_class
    where relnamespace = current_schema()::regnamespace and relrowsecurity and row_security_active(oid)
    order by relname limit 1`,
)

/**
 * Before a program reads or writes rows of all organizations.
 * @throws ConfigError for the database of another service, or a role that is not the owner of the tables
 * @throws MigrationsPendingError for a database of an earlier version
 */
export async function requireOwner(
  sql: Sql,
  migrations: MigratedTables['migrations'],
): Promise<void> {
  await requireOwnDatabase(rowsOf(sql), migrations)
  await requireAllRows(sql)
  // As after the restore of a moment before an upgrade.
  await requireMigrated(rowsOf(sql), migrations)
}

/**
 * A role that row-level security limits sees no row and gets no error: a program would report success and have done nothing.
 * @throws ConfigError
 */
async function requireAllRows(sql: Sql): Promise<void> {
  const hidden = await sql.row(selectHiddenTable, {})
  if (hidden === undefined) return
  throw new ConfigError([
    `DATABASE_MIGRATION_URL must be the address of the owner of the tables: row-level security hides the rows of ${hidden.table} from the role ${hidden.role}`,
  ])
}
