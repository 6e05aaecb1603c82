import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createOnce, IdempotencyKeySchema } from '../src/postgres/idempotency.ts'
import { sweepIdempotencyKeys } from '../src/postgres/sweep-idempotency-keys.ts'
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
  readonly args?: object
  readonly operation?: string
}

interface Circumstances {
  readonly orgIds?: readonly number[]
  /** Runs in the transaction, which has written the key. */
  readonly remembered?: () => Promise<void>
}

/** Creates an outbox row as "the result", so that results can be counted. */
function create(
  { key, userId = 7, args = { name: 'a' }, operation = 'thingCreate' }: Attempt,
  { orgIds = [1], remembered }: Circumstances = {},
): Promise<string> {
  const caller = { userId, orgIds, scopes: new Set<string>(), token: '' }
  const ofCaller = database.ofOrganizations(orgIds)
  return createOnce(
    { database: ofCaller, caller, idempotencyKey: key },
    operation,
    args,
    (remember) =>
      ofCaller.transaction(async (sql) => {
        const envelope = createEvent({
          name: 'production-list.created',
          orgId: 1,
          aggregate: { type: 'production-list', id: '5', sequence: 1 },
          data: { productionListId: 5, salesOpportunityId: 4, jobId: 4 },
        })
        await remember(sql, envelope.id)
        await remembered?.()
        await insertOutbox(sql, envelope)
        return envelope.id
      }),
  )
}

const expire = (key: string) =>
  database.query(
    `update idempotency_key set created_at = now() - interval '24 hours 1 second' where key = $1`,
    [key],
  )

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
  await expire(key)
  expect(await create({ key, args: { name: 'b' } })).not.toBe(first)
  await expect(create({ key })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
})

test('the organizations of a key that is used again are those of its caller now', async () => {
  const key = newUuid()
  await create({ key }, { orgIds: [1] })
  await expire(key)
  await create({ key }, { orgIds: [2, 3] })
  expect(
    await database.query('select organizations from idempotency_key where key = $1', [key]),
  ).toEqual([{ organizations: [2, 3] }])
})

test('of two requests that use an expired key again, one creates', async () => {
  const key = newUuid()
  const first = await create({ key })
  await expire(key)
  const ids = await Promise.all(Array.from({ length: 20 }, () => create({ key })))
  expect(new Set(ids).size).toBe(1)
  expect(ids).not.toContain(first)
})

test('expired keys of others delay no transaction, while one that uses a key is open', async () => {
  const expired = newUuid()
  await create({ key: expired })
  await expire(expired)
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
  let runs = 0
  const first = create(
    { key: newUuid(), userId: 1 },
    {
      async remembered() {
        runs += 1
        open()
        await isOver
      },
    },
  )
  await isOpen

  await create({ key: newUuid(), userId: 2 })

  end()
  await first
  // The server ends a transaction for which others wait for too long, and it runs again.
  expect(runs).toBe(1)
})

describe('the sweep', () => {
  const keys = async () =>
    (await database.query<{ key: string }>('select key from idempotency_key order by key')).map(
      ({ key }) => key,
    )

  beforeEach(() => database.query('delete from idempotency_key'))

  test('deletes expired keys in batches, and no others', async () => {
    for (const key of ['a', 'b', 'c', 'd']) await create({ key })
    for (const key of ['a', 'b', 'c']) await expire(key)

    expect(await sweepIdempotencyKeys(database, 2)).toBe(true)
    expect(await keys()).toHaveLength(2)
    expect(await sweepIdempotencyKeys(database, 2)).toBe(false)
    expect(await keys()).toEqual(['d'])
  })

  test('leaves a key that is being used again', async () => {
    for (const key of ['a', 'b']) {
      await create({ key })
      await expire(key)
    }
    await create(
      { key: 'a' },
      {
        async remembered() {
          expect(await sweepIdempotencyKeys(database)).toBe(false)
        },
      },
    )
    expect(await keys()).toEqual(['a'])
  })
})

test.each(['', 'x'.repeat(256)])('a key of the wrong length is refused', async (key) => {
  await expect(create({ key })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
})
