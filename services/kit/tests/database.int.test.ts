import { afterAll, expect, test } from 'vitest'
import { IdempotencyKeySchema } from '../src/idempotency.ts'
import { kitMigrations } from '../src/kit-migrations.ts'
import { OutboxMessageSchema } from '../src/outbox.ts'
import { createTestDatabase } from '../src/testing/database.ts'

/** Of a test database. */
const POOL_SIZE = 5

const database = await createTestDatabase({
  name: 'kit',
  entities: [OutboxMessageSchema, IdempotencyKeySchema],
  migrations: kitMigrations,
})
afterAll(() => database[Symbol.asyncDispose]())

test('a connection that the server ends between two statements fails its transaction, not the process', async () => {
  const transaction = database.transaction(async (sql) => {
    const [row] = await sql.query<{ pid: number }>('select pg_backend_pid() as pid')
    await database.query('select pg_terminate_backend($1, 5000)', [row?.pid])
    await sql.query('select 1')
  })

  await expect(transaction).rejects.toThrow(/terminat|not queryable/)
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
})

test('units of work whose connections the server ends give them back', async () => {
  const begin = () =>
    database.em().transactional(async (em) => {
      const [row] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid')
      await database.query('select pg_terminate_backend($1, 5000)', [row?.pid])
      await em.execute('select 1')
    })

  for (let connection = 1; connection <= POOL_SIZE; connection += 1) {
    await expect(begin()).rejects.toThrow(/terminat|not queryable/)
  }
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
})
