import { hash, randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import type { MigratedTables } from '../postgres/database-connection.ts'
import { databaseRolesSql, urlForRole } from '../postgres/database-roles.ts'
import { createLogger } from '../service/logger.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a superuser, made by the global setup. */
    postgresUrl: string
  }
}

const POOL_SIZE = 5

/** All databases of the server have the same roles. */
const ROLES = {
  owner: { name: 'test_owner', password: 'the password of the owner' },
  process: { name: 'test_process', password: 'the password of the process' },
}

/** A database as a superuser sees it: with the rows of all organizations. */
export interface TestDatabase extends Database {
  /** The address for the role of a process, which row-level security holds. */
  readonly url: string
  /** The address for the role that owns the tables. */
  readonly ownerUrl: string
  /** The address for a superuser. */
  readonly adminUrl: string
}

type NamedTables = MigratedTables & { readonly name: string }

/** A fresh, migrated database of its own for one test file; dropped on disposal. */
export async function createTestDatabase(options: NamedTables): Promise<TestDatabase> {
  const logger = createLogger('test', 'silent')
  const adminUrl = inject('postgresUrl')
  const admin = await openDatabase({
    url: adminUrl,
    poolSize: 2,
    entities: options.entities,
    migrations: [],
    logger,
  })
  const template = await migratedTemplate(admin, adminUrl, options)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // The default strategy also writes the copy to the log, which takes twice as long.
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  const url = databaseUrl(adminUrl, name)
  const database = await openDatabase({ ...options, url, poolSize: POOL_SIZE, logger })
  return {
    ...database,
    url: urlForRole(url, ROLES.process),
    adminUrl: url,
    ownerUrl: urlForRole(url, ROLES.owner),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin[Symbol.asyncDispose]()
    },
  }
}

/** Migrating takes longer than copying, so each set of migrations runs once. */
async function migratedTemplate(
  admin: Database,
  adminUrl: string,
  { name, entities, migrations }: NamedTables,
): Promise<string> {
  const mark = hash('sha256', migrations.map((m) => m.name + String(m.class)).join())
  const template = `template_${name.replaceAll('-', '_')}_${mark.slice(0, 12)}`
  await admin.transaction(async (lock) => {
    await lock.query('select pg_advisory_xact_lock(hashtext($1))', [template])
    const found = await admin.query('select 1 from pg_database where datname = $1', [template])
    if (found.length > 0) return
    await admin.query(`create database ${template}`)
    const url = databaseUrl(adminUrl, template)
    const migrationUrl = urlForRole(url, ROLES.owner)
    const logger = createLogger('test', 'silent')
    const options = { url, migrationUrl, poolSize: 2, entities, migrations, logger }
    await using database = await openDatabase(options)
    await lock.query('select pg_advisory_xact_lock(hashtext($1))', [ROLES.owner.name])
    await database.query(await databaseRolesSql(ROLES))
    await database.migrate()
  })
  return template
}

function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}
