import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Migration } from '@mikro-orm/migrations'
import { BatchedChange } from '@takeoff/kit/postgres/batched-change'
import { ConcurrentIndex } from '@takeoff/kit/postgres/concurrent-index'
import type { NamedMigration } from '@takeoff/kit/postgres/database-connection'
import { ADDED_COLUMN, serviceFolder, tableOf } from './tables.ts'

const table = tableOf(path.basename(serviceFolder()))

class AddColumn extends Migration {
  override up(): void {
    this.addSql(`alter table ${table} add ${ADDED_COLUMN} text null`)
  }

  override down(): void {
    this.addSql(`alter table ${table} drop column ${ADDED_COLUMN}`)
  }
}

class FillColumn extends BatchedChange {
  protected override readonly batch = `update ${table} set ${ADDED_COLUMN} = 'filled'
    where id in (select id from ${table} where ${ADDED_COLUMN} is null order by id limit 100) returning 1`
}

class IndexColumn extends ConcurrentIndex {
  protected override readonly index = `${ADDED_COLUMN}_index`
  protected override readonly definition = `on ${table} (org_id, ${ADDED_COLUMN})`
}

/** The migrations that a service has, of its version and of releases that are loaded before it. */
export const migrations = await migrationsOfService()

// The next release, loaded before the program of a service: it has further migrations that expand.
migrations.push(
  { name: '9001-rolling-column', class: AddColumn },
  { name: '9002-rolling-change', class: FillColumn },
  { name: '9003-rolling-index', class: IndexColumn },
)

async function migrationsOfService(): Promise<NamedMigration[]> {
  const file = path.join(serviceFolder(), 'src/db/migrations.ts')
  const module = (await import(pathToFileURL(file).href)) as { migrations: NamedMigration[] }
  return module.migrations
}
