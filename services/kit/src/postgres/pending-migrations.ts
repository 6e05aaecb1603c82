import { ConfigError } from '../service/config.ts'
import type { NamedMigration } from './database-connection.ts'

/** Returns the rows of a statement without parameters. */
export type Rows = <Row>(text: string) => Promise<readonly Row[]>

/** The database lacks migrations that this version of the service needs, and the process may not run them. */
export class MigrationsPendingError extends Error {
  override readonly name = 'MigrationsPendingError'
  readonly code = 'MIGRATIONS_PENDING'

  constructor(names: readonly string[]) {
    super(
      `The database lacks ${names.length} migration(s) of this version: ${names.join(', ')}. Run npm run migrate for this service first.`,
    )
  }
}

/**
 * The names of migrations that a database lacks, in the order in which they run. Those that it has
 * of a newer version do not count.
 */
export async function pendingMigrations(
  rows: Rows,
  migrations: readonly NamedMigration[],
): Promise<string[]> {
  const names = new Set(await appliedMigrations(rows))
  return migrations.map(({ name }) => name).filter((name) => !names.has(name))
}

/** @throws MigrationsPendingError */
export async function requireMigrated(
  rows: Rows,
  migrations: readonly NamedMigration[],
): Promise<void> {
  const pending = await pendingMigrations(rows, migrations)
  if (pending.length > 0) throw new MigrationsPendingError(pending)
}

/**
 * For programs that write as the owner. Migrations of a newer version do not count: a database of the service has its
 * first one.
 * @throws ConfigError when the database has migrations of another service
 */
export async function requireOwnDatabase(
  rows: Rows,
  migrations: readonly NamedMigration[],
): Promise<void> {
  const first = migrations.map(({ name }) => name).find(isOwn)
  const applied = (await appliedMigrations(rows)).filter(isOwn)
  if (first === undefined || applied[0] === undefined || applied.includes(first)) return
  throw new ConfigError([
    `DATABASE_URL and DATABASE_MIGRATION_URL must be addresses of this service's database, and lead to that of another one: it has the migration ${applied[0]} and not ${first}. Nothing was changed`,
  ])
}

/** All services have those of the kit. */
function isOwn(name: string): boolean {
  return !name.startsWith('kit-')
}

/** The names of migrations that have run, the first one first. */
async function appliedMigrations(rows: Rows): Promise<string[]> {
  const [table] = await rows<{ readonly exists: boolean }>(
    "select to_regclass('mikro_orm_migrations') is not null as exists",
  )
  if (table?.exists !== true) return []
  const applied = await rows<{ readonly name: string }>(
    'select name from mikro_orm_migrations order by id',
  )
  return applied.map(({ name }) => name)
}

/** The indexes that are being built, a line each. */
export async function indexesUnderConstruction(rows: Rows): Promise<string[]> {
  const building = await rows<{
    readonly index: string
    readonly phase: string
    readonly share: number | null
  }>(`select index_relid::regclass::text as index, phase,
      floor(100.0 * blocks_done / nullif(blocks_total, 0))::int as share
    from pg_stat_progress_create_index where datname = current_database() and index_relid <> 0`)
  return building.map(({ index, phase, share }) =>
    share === null ? `${index}: ${phase}` : `${index}: ${phase}, ${share} % of the table`,
  )
}
