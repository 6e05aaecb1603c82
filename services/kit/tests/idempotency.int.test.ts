import { afterAll, expect, test } from 'vitest'
import { IdempotencyKeySchema, runIdempotent } from '../src/postgres/idempotency.ts'
import { kitMigrations } from '../src/postgres/kit-migrations.ts'
import { newUuid } from '../src/values/ids.ts'
import { createEvent, insertOutbox, OutboxMessageSchema } from '../src/events/outbox.ts'
import { createTestDatabase } from '../src/testing/database.ts'

const database = await createTestDatabase({
  name: 'kit',
  entities: [OutboxMessageSchema, IdempotencyKeySchema],
  migrations: kitMigrations,
})
afterAll(() => database[Symbol.asyncDispose]())

interface Attempt {
  readonly key?: string | undefined
  readonly userId?: number
  readonly args?: unknown
  readonly operation?: string
}

/** Creates an outbox row as "the result", so that results can be counted. */
function create({
  key,
  userId = 7,
  args = { name: 'a' },
  operation = 'thingCreate',
}: Attempt): Promise<string> {
  const caller = { userId, orgIds: [1], scopes: new Set<string>(), token: '' }
  return runIdempotent(
    { database, caller, idempotencyKey: key, operation, arguments: args },
    {
      create: (remember) =>
        database.transaction(async (sql) => {
          const envelope = createEvent({
            name: 'production-list.created',
            orgId: 1,
            aggregate: { type: 'production-list', id: '5', sequence: 1 },
            data: { productionListId: 5, salesOpportunityId: 4, jobId: 4 },
          })
          await remember(sql, envelope.id)
          await insertOutbox(sql, envelope)
          return envelope.id
        }),
      replay: (resultId) => Promise.resolve(resultId),
    },
  )
}

const created = async (ids: readonly string[]) =>
  (
    await database.query('select id from outbox_message where id = any($1::uuid[])', [
      [...new Set(ids)],
    ])
  ).length

test('the same key from 20 parallel callers creates one result', async () => {
  const key = newUuid()
  const ids = await Promise.all(Array.from({ length: 20 }, () => create({ key })))
  expect(new Set(ids).size).toBe(1)
  expect(await created(ids)).toBe(1)
})

test('without a key every call creates', async () => {
  const ids = [await create({}), await create({})]
  expect(await created(ids)).toBe(2)
})

test('the order of keys in the arguments does not matter, their values do', async () => {
  const key = newUuid()
  const id = await create({ key, args: { a: 1, b: [1, { c: 2, d: null }] } })
  expect(await create({ key, args: { b: [1, { d: null, c: 2 }], a: 1 } })).toBe(id)
  await expect(create({ key, args: { a: 1, b: [1, { c: 2 }] } })).rejects.toMatchObject({
    code: 'IDEMPOTENCY_CONFLICT',
  })
})

test('a key of another operation is refused with the name of that operation', async () => {
  const key = newUuid()
  await create({ key })
  await expect(create({ key, operation: 'otherCreate' })).rejects.toMatchObject({
    message:
      'This Idempotency-Key was used for thingCreate within the last 24 hours. Use a new key for otherCreate.',
    extensions: { operation: 'thingCreate' },
  })
})

test('a key belongs to its caller', async () => {
  const key = newUuid()
  expect(await create({ key, userId: 1 })).not.toBe(await create({ key, userId: 2 }))
})

test('after 24 hours a key can be used again', async () => {
  const key = newUuid()
  const first = await create({ key })
  await database.query(
    `update idempotency_key set created_at = now() - interval '24 hours 1 second' where key = $1`,
    [key],
  )
  expect(await create({ key, args: 'other' })).not.toBe(first)
})

test.each(['', 'x'.repeat(256)])('a key of the wrong length is refused', async (key) => {
  await expect(create({ key })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
})
