import type { Constructor } from '@mikro-orm/core'
import { Migration } from '@mikro-orm/migrations'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../src/postgres/database.ts'
import type { Database } from '../src/postgres/database.ts'
import { BatchedChange } from '../src/postgres/batched-change.ts'
import { ConcurrentIndex } from '../src/postgres/concurrent-index.ts'
import { kitMigrations } from '../src/postgres/kit-migrations.ts'
import { OutboxMessageSchema } from '../src/events/outbox.ts'
import { createLogger } from '../src/service/logger.ts'
import { createTestDatabase } from '../src/testing/database.ts'
import type { TestDatabase } from '../src/testing/database.ts'

class AddColumn extends Migration {
  override up(): void {
    this.addSql('alter table outbox_message add column note text')
  }
}

class Fail extends Migration {
  override up(): void {
    this.addSql('alter table outbox_message add column other text')
    this.addSql('select 1 / 0')
  }
}

class Change extends BatchedChange {
  protected readonly batch = `update outbox_message set envelope = '{"changed": true}'
    where id in (select id from outbox_message where envelope = '{}' order by id limit 2) returning 1`
}

class Index extends ConcurrentIndex {
  protected readonly index = 'outbox_created_at_index'
  protected readonly definition = 'on outbox_message (created_at)'
}

async function createDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase({
    name: 'migrate',
    entities: [OutboxMessageSchema],
    migrations: kitMigrations,
  })
  onTestFinished(() => database[Symbol.asyncDispose]())
  return database
}

/** A process that starts with these migrations as its newest. */
async function startProcess(url: string, ...classes: Constructor<Migration>[]) {
  const logger = createLogger('test', 'silent')
  const warn = vi.spyOn(logger, 'warn')
  const database = await openDatabase({
    url,
    entities: [OutboxMessageSchema],
    migrations: [
      ...kitMigrations,
      ...classes.map((added) => ({ name: `001-${added.name}`, class: added })),
    ],
    poolSize: 1,
    logger,
    migrationLockTimeoutMs: 50,
  })
  onTestFinished(() => database[Symbol.asyncDispose]())
  return {
    migrate: () => database.migrate(),
    requireMigrated: () => database.requireMigrated(),
    warn,
  }
}

/** A transaction that has written to the outbox, and stays open until it is ended. */
const openTransaction = (database: Database) =>
  hold(database, 'lock table outbox_message in row exclusive mode')

/** A transaction that has locked the last row of the outbox, until it is ended. */
const lockLast = (database: Database) =>
  hold(database, 'select 1 from outbox_message order by id desc limit 1 for update')

async function hold(database: Database, statement: string) {
  const [began, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const transaction = database.transaction(async (sql) => {
    await sql.query(statement)
    began.resolve()
    await ended.promise
  })
  const end = async () => {
    ended.resolve()
    await transaction
  }
  onTestFinished(end)
  await began.promise
  return { end }
}

const columns = async (database: Database) =>
  (
    await database.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'outbox_message'::regclass and attname in ('note', 'other')`,
    )
  ).map(({ name }) => name)

const indexes = (database: Database) =>
  database.query<{ isValid: boolean }>(
    `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass('outbox_created_at_index')`,
  )

const recorded = async (database: Database) =>
  (await database.query<{ name: string }>('select name from mikro_orm_migrations order by id')).map(
    ({ name }) => name,
  )

test('a migration that a long transaction blocks ends with an error, and lets requests through', async () => {
  const database = await createDatabase()
  await openTransaction(database)
  const { migrate, warn } = await startProcess(database.ownerUrl, AddColumn)
  const migrating = migrate().catch((error: unknown) => error)
  await expect.poll(() => warn).toHaveBeenCalled()

  // It would wait behind the migration until the transaction ends.
  expect(await database.query('select count(*) from outbox_message')).toHaveLength(1)
  expect(await migrating).toMatchObject({
    code: 'MIGRATION_BLOCKED',
    message: expect.stringContaining(
      'Migration 001-AddColumn waited 10 times 50 ms for a lock that another transaction holds.',
    ) as string,
  })
  expect(await columns(database)).toEqual([])
  expect(await recorded(database)).toHaveLength(kitMigrations.length)
})

test('a migration is tried again until the transaction that blocks it has ended', async () => {
  const database = await createDatabase()
  const { end } = await openTransaction(database)
  const { migrate, warn } = await startProcess(database.ownerUrl, AddColumn)
  const migrating = migrate()
  await expect.poll(() => warn).toHaveBeenCalled()
  await end()
  await migrating

  expect(await columns(database)).toEqual(['note'])
})

test('a migration that fails leaves those before it, and nothing of its own', async () => {
  const database = await createDatabase()
  const { migrate } = await startProcess(database.ownerUrl, AddColumn, Fail)

  await expect(migrate()).rejects.toThrow('division by zero')
  expect(await columns(database)).toEqual(['note'])
  expect((await recorded(database)).slice(kitMigrations.length)).toEqual(['001-AddColumn'])
})

test('an index is built once by two processes that start together, and while others write', async () => {
  const database = await createDatabase()
  const { end } = await openTransaction(database)
  const processes = [
    await startProcess(database.ownerUrl, Index),
    await startProcess(database.ownerUrl, Index),
  ]
  const migrating = Promise.all(processes.map(({ migrate }) => migrate()))
  // It waits for the transaction that began before it.
  await expect.poll(() => indexes(database)).toHaveLength(1)
  await database.query(`insert into outbox_message (id, envelope) values (gen_random_uuid(), '{}')`)
  await end()
  await migrating

  expect(await indexes(database)).toEqual([{ isValid: true }])
  expect((await recorded(database)).slice(kitMigrations.length)).toEqual(['001-Index'])
})

test('an index that a killed process has left half-built is built again', async () => {
  const database = await createDatabase()
  const { end } = await openTransaction(database)
  const killed = await startProcess(database.ownerUrl, Index)
  const outcome = killed.migrate().catch((error: unknown) => error)
  await expect.poll(() => indexes(database)).toHaveLength(1)
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'create index concurrently%' and datname = current_database()`,
  )
  expect(await outcome).toBeInstanceOf(Error)
  await end()
  expect(await indexes(database)).toEqual([{ isValid: false }])

  const { migrate } = await startProcess(database.ownerUrl, Index)
  await migrate()
  expect(await indexes(database)).toEqual([{ isValid: true }])
})

test('a process that must not migrate does not start on a database that lacks migrations', async () => {
  const database = await createDatabase()
  const { requireMigrated, migrate } = await startProcess(database.ownerUrl, AddColumn)

  await expect(requireMigrated()).rejects.toMatchObject({
    code: 'MIGRATIONS_PENDING',
    message: expect.stringMatching(
      /lacks 1 migration\(s\) of this version: 001-AddColumn\. Run npm run migrate/,
    ) as string,
  })
  await migrate()
  await requireMigrated()
})

test('a process goes on with a database that has migrations of a newer version', async () => {
  const database = await createDatabase()
  const newer = await startProcess(database.ownerUrl, AddColumn)
  await newer.migrate()
  const { requireMigrated } = await startProcess(database.url)

  await expect(requireMigrated()).resolves.toBeUndefined()
})

test('rows are changed in batches, and a run that was stopped by a locked row continues after the last', async () => {
  const database = await createDatabase()
  await database.query(
    `insert into outbox_message (id, envelope) select gen_random_uuid(), '{}' from generate_series(1, 5)`,
  )
  const changed = async () =>
    (await database.query(`select 1 from outbox_message where envelope <> '{}'`)).length
  const { end } = await lockLast(database)
  const stopped = await startProcess(database.ownerUrl, Change)
  const outcome = stopped.migrate().catch((error: unknown) => error)
  await expect.poll(changed).toBe(4)
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'update outbox_message%' and datname = current_database()`,
  )
  expect(await outcome).toBeInstanceOf(Error)
  await end()

  const { migrate } = await startProcess(database.ownerUrl, Change)
  await migrate()
  expect(await changed()).toBe(5)
})
