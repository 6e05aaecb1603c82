import { Migration } from '@mikro-orm/migrations'
import { afterAll, describe, expect, test } from 'vitest'
import { OutboxMessageSchema } from '../src/events/outbox.ts'
import { prepareDatabase } from '../src/postgres/database-at-start.ts'
import { openDatabase } from '../src/postgres/database.ts'
import type { Database } from '../src/postgres/database.ts'
import { IdempotencyKeySchema } from '../src/postgres/idempotency.ts'
import { kitMigrations } from '../src/postgres/kit-migrations.ts'
import { rowSecurityOf } from '../src/postgres/row-access.ts'
import { prepare } from '../src/postgres/statement.ts'
import { createLogger } from '../src/service/logger.ts'
import { createTestDatabase } from '../src/testing/database.ts'
import { startPgbouncer } from '../src/testing/start-pgbouncer.ts'

class Notes extends Migration {
  override up(): void {
    this.addSql('create table note (id int generated always as identity, org_id int not null)')
    for (const sql of rowSecurityOf('note')) this.addSql(sql)
  }
}

const KIT = {
  entities: [OutboxMessageSchema, IdempotencyKeySchema],
  migrations: [...kitMigrations, { name: 'notes', class: Notes }],
}
const logger = createLogger('test', 'silent')
const direct = await createTestDatabase({ name: 'pooled', ...KIT })
afterAll(() => direct[Symbol.asyncDispose]())
await direct.query('insert into note (org_id) values (1), (2), (2), (3)')
const pgbouncer = await startPgbouncer(direct.url)

describe.skipIf(pgbouncer === undefined)('through PgBouncer in transaction mode', () => {
  const opened = new AsyncDisposableStack()
  afterAll(async () => {
    await opened.disposeAsync()
    await pgbouncer?.[Symbol.asyncDispose]()
  })
  const open = async (settings: Record<string, string> = {}): Promise<Database> => {
    const url = pgbouncer?.url ?? ''
    return opened.use(
      await openDatabase({ ...KIT, url, isPooled: true, poolSize: 6, settings, logger }),
    )
  }
  const read = 'select org_id from note where id > $1 order by id'
  prepare(read)

  test('no statement sees the rows of another organization', async () => {
    const database = await open()
    const reads = Array.from({ length: 100 }, async (_, index) => {
      const orgId = (index % 3) + 1
      const of = database.ofOrganizations([orgId])
      const rows = await (index % 5 === 0
        ? of.transaction((sql) => sql.query<{ org_id: number }>(read, [0]))
        : of.query<{ org_id: number }>(read, [0]))
      return rows.length > 0 && rows.every(({ org_id }) => org_id === orgId)
    })
    expect(new Set(await Promise.all(reads))).toEqual(new Set([true]))
  })

  test('statements have the settings of the process, and a failed one harms no other', async () => {
    const database = await open({ enable_seqscan: 'off', statement_timeout: '300' })
    expect(await database.query('show enable_seqscan')).toEqual([{ enable_seqscan: 'off' }])
    await expect(database.query('select pg_sleep(1)')).rejects.toThrow('statement timeout')
    await expect(database.query('select 1 / 0')).rejects.toThrow('division by zero')
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a write outside of a transaction is committed', async () => {
    const database = (await open()).ofOrganizations([7])
    await database.query('insert into note (org_id) values (7)')
    expect(await direct.query('select org_id from note where org_id = 7')).toEqual([{ org_id: 7 }])
  })

  test('a process that does not know of it is refused', async () => {
    const url = pgbouncer?.url ?? ''
    await using database = await openDatabase({ ...KIT, url, poolSize: 1, logger })
    const preparing = prepareDatabase(database, { databaseMigrate: false }, logger)
    await expect(preparing).rejects.toThrow(/unsupported startup parameter.+DATABASE_POOLED=true/)
  })

  test('migrations need an address of PostgreSQL itself', async () => {
    await expect((await open()).migrate()).rejects.toThrow('DATABASE_MIGRATION_URL must be set')
  })
})
