import { hash, randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import type { DatabaseOptions } from '../postgres/database-connection.ts'
import { createLogger } from '../service/logger.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a superuser, made by the global setup. */
    postgresUrl: string
  }
}

const POOL_SIZE = 5

/** A fresh, migrated database of its own for one test file; dropped on disposal. */
export async function createTestDatabase(
  options: Pick<DatabaseOptions, 'entities' | 'migrations'> & { readonly name: string },
): Promise<Database & { readonly url: string }> {
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
    url,
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
  {
    name,
    entities,
    migrations,
  }: Pick<DatabaseOptions, 'entities' | 'migrations'> & { readonly name: string },
): Promise<string> {
  const mark = hash('sha256', migrations.map((m) => m.name + String(m.class)).join())
  const template = `template_${name.replaceAll('-', '_')}_${mark.slice(0, 12)}`
  await admin.transaction(async (lock) => {
    await lock.query('select pg_advisory_xact_lock(hashtext($1))', [template])
    const found = await admin.query('select 1 from pg_database where datname = $1', [template])
    if (found.length > 0) return
    await admin.query(`create database ${template}`)
    await using database = await openDatabase({
      url: databaseUrl(adminUrl, template),
      poolSize: 2,
      entities,
      migrations,
      logger: createLogger('test', 'silent'),
    })
    await database.migrate()
  })
  return template
}

function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}
