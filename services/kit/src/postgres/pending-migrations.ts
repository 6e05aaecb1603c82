import type { NamedMigration } from './database-connection.ts'

/** Returns the rows of a statement without parameters. */
export type Rows = <Row>(text: string) => Promise<readonly Row[]>

/** The database lacks migrations that this version of the service needs, and the process may not run them. */
export class MigrationsPendingError extends Error {
  override readonly name = 'MigrationsPendingError'
  readonly code = 'MIGRATIONS_PENDING'

  constructor(names: readonly string[]) {
    super(
      `The database lacks ${names.length} migration(s) of this version: ${names.join(', ')}. Run npm run migrate for this service first, or set DATABASE_MIGRATE=true.`,
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
  const [table] = await rows<{ readonly exists: boolean }>(
    "select to_regclass('mikro_orm_migrations') is not null as exists",
  )
  const applied =
    table?.exists === true
      ? await rows<{ readonly name: string }>('select name from mikro_orm_migrations')
      : []
  const names = new Set(applied.map(({ name }) => name))
  return migrations.map(({ name }) => name).filter((name) => !names.has(name))
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
