import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { IdempotencyKeySchema } from '../src/idempotency.ts'
import { kitMigrations } from '../src/kit-migrations.ts'
import { OutboxMessageSchema } from '../src/outbox.ts'
import { prepared } from '../src/database.ts'
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

test('a database that vanishes without a word is noticed', async () => {
  const setKeepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const queries = Array.from({ length: POOL_SIZE }, () => database.query('select 1'))
  await Promise.all(queries)
  expect(setKeepAlive).toHaveBeenCalledWith(true, 10_000)
  setKeepAlive.mockRestore()
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

describe('a prepared statement', () => {
  const held = prepared('select * from held where id = $1')
  beforeAll(async () => {
    await database.query('create table held (id int)')
    await database.query('insert into held values (1)')
  })

  test('is parsed once on a connection', async () => {
    await database.transaction(async (sql) => {
      for (let round = 1; round <= 3; round += 1)
        expect(await sql.query(held, [1])).toEqual([{ id: 1 }])
      const runs = await sql.query<{ runs: number }>(
        `select (generic_plans + custom_plans)::int as runs from pg_prepared_statements
         where statement = $1`,
        [held.text],
      )
      expect(runs).toEqual([{ runs: 3 }])
    })
  })

  test('answers on every connection after a migration changed its columns', async () => {
    const onEveryConnection = () =>
      Promise.all(Array.from({ length: POOL_SIZE }, () => database.query(held, [1])))
    await onEveryConnection()
    await database.query(`alter table held add column added int default 2`)

    const answers = await onEveryConnection()

    expect(answers).toEqual(Array.from({ length: POOL_SIZE }, () => [{ id: 1, added: 2 }]))
  })

  test('fails the transactions of a migrated connection once', async () => {
    const read = () => database.transaction((sql) => sql.query(held, [1]))
    await read()
    await database.query(`alter table held drop column added`)

    await expect(read()).rejects.toThrow('cached plan must not change result type')

    expect(await read()).toEqual([{ id: 1 }])
  })
})
