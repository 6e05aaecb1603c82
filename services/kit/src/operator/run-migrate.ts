import { FAILURE, runProgram } from '../service/command-line.ts'
import { databaseVariables } from '../service/config-groups.ts'
import { readVariables } from '../service/config.ts'
import { createLogger } from '../service/logger.ts'
import { configuredDatabase } from '../postgres/database-connection.ts'
import type { MigratedTables } from '../postgres/database-connection.ts'
import { migrate, readMigrationStatus } from '../postgres/migrate.ts'
import type { MigrateOptions } from '../postgres/migrate.ts'
import { say } from './operator-program.ts'

const HELP = `Brings the database of a service to the newest migration of this version.

Usage: npm run migrate -- services/SERVICE [--status]

  --status  list the migrations that the database lacks, and the indexes that are being built; change nothing
  --help    this text

More in docs/operations.md.
`

const OPTIONS = { status: { type: 'boolean' } } as const

/**
 * The program that migrates a service's database, before processes of a new version start. It needs the variables of
 * the database alone, may be killed and started again, and waits for another that migrates the same database. It prints what it
 * does; its exit code is 1 while migrations are pending.
 */
export async function runMigrate(tables: MigratedTables): Promise<void> {
  await runProgram({ help: HELP, options: OPTIONS }, async ({ values }) => {
    const config = readVariables(databaseVariables)
    const options: MigrateOptions = {
      ...tables,
      ...configuredDatabase(config),
      logger: createLogger('migrate', 'warn'),
    }
    if (values.status !== true) await migrate(options, say)
    await printStatus(options)
  })
}

async function printStatus(options: MigrateOptions): Promise<void> {
  const { pending, building } = await readMigrationStatus(options)
  for (const name of pending) say(`${name}: pending`)
  for (const line of building) say(line)
  if (pending.length > 0) process.exitCode = FAILURE
  else say(`The database has all ${options.migrations.length} migrations of this version.`)
}
