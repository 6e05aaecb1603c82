import type { NamedMigration } from '@takeoff/kit/database'
import { kitMigrations } from '@takeoff/kit/kit-migrations'
import { CreateTables } from './migrations/001-create-tables.ts'

/** In the order in which they run; a name never changes once it has run anywhere. */
export const migrations: readonly NamedMigration[] = [
  ...kitMigrations,
  { name: '001-create-tables', class: CreateTables },
]
