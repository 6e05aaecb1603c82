import {
  EXIT_CODES,
  FAILURE,
  HELP_HINT,
  parseCommandLine,
  UsageError,
  WRONG_USAGE,
} from '../service/command-line.ts'
import { databaseVariables } from '../service/config-groups.ts'
import { ConfigError, readVariables } from '../service/config.ts'
import { createLogger } from '../service/logger.ts'
import type { DatabaseOptions } from './database-connection.ts'
import { migrate, MigrationBlockedError, readMigrationStatus } from './migrate.ts'

/** One connection reads; the pool takes no fewer. */
const POOL_SIZE = 3

const HELP = `Brings the database of a service to the newest migration of this version.

Usage: npm run migrate -- services/SERVICE [--status]

  --status  list the migrations that the database lacks, and the indexes that are being built; change nothing
  --help    this text

More in docs/operations.md.

${EXIT_CODES}
`

/** The tables of a service and their migrations. */
export type MigratedTables = Pick<DatabaseOptions, 'entities' | 'migrations'>

/**
 * The program that migrates a service's database, before processes of a new version start. It needs the variables of
 * the database alone, may be killed and started again, and waits for another that migrates the same database. It prints what it
 * does; its exit code is 1 while migrations are pending.
 */
export async function runMigrate(tables: MigratedTables): Promise<void> {
  try {
    const { values, positionals } = parseCommandLine(process.argv.slice(2), {
      status: { type: 'boolean' },
    })
    if (values.help === true) return void process.stdout.write(HELP)
    if (positionals.length > 0) throw new UsageError(`migrate takes no argument. ${HELP_HINT}`)
    const config = readVariables(databaseVariables)
    const options: DatabaseOptions = {
      ...tables,
      url: config.databaseUrl,
      migrationUrl: config.databaseMigrationUrl,
      certificates: config.databaseCertificates,
      isPooled: config.databasePooled,
      migrationLockTimeoutMs: config.migrationLockTimeoutMs,
      asOwner: true,
      poolSize: POOL_SIZE,
      logger: createLogger('migrate', 'warn'),
    }
    if (values.status !== true) await migrate(options, say)
    await printStatus(options)
  } catch (error) {
    process.exitCode = exitCodeOf(error)
    say((error as Error).message, process.stderr)
  }
}

function say(line: string, stream: NodeJS.WriteStream = process.stdout): void {
  stream.write(`${line}\n`)
}

async function printStatus(options: DatabaseOptions): Promise<void> {
  const { pending, building } = await readMigrationStatus(options)
  for (const name of pending) say(`${name}: pending`)
  for (const line of building) say(line)
  if (pending.length > 0) process.exitCode = FAILURE
  else say(`The database has all ${options.migrations.length} migrations of this version.`)
}

/** @throws errors that are not expected */
function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError || error instanceof UsageError) return WRONG_USAGE
  if (error instanceof MigrationBlockedError) return FAILURE
  throw error
}
