import { createTestDatabase } from '@takeoff/kit/testing/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { firstUuidOf, firstUuidSql } from '../src/db/first-uuid-of.ts'
import { uuidV7Sql } from '../src/db/uuid-v7-sql.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  database = await createTestDatabase({ name: 'webhooks', entities, migrations })
})
afterAll(() => database[Symbol.asyncDispose]())

test('entities and migrations agree, whatever partitions were made meanwhile', async () => {
  await database.query(
    `create table finished_delivery_2026_03 partition of finished_delivery
     for values from ('${firstUuidOf(new Date('2026-03-01'))}') to ('${firstUuidOf(new Date('2026-04-01'))}')`,
  )
  expect((await database.orm.schema.getUpdateSchemaSQL({ wrap: false })).trim()).toBe('')
})

test('the first id of a time is the same in SQL', async () => {
  const at = '2026-03-14T15:09:26.535Z'
  const [row] = await database.query(`select ${firstUuidSql('$1::timestamptz')} as id`, [at])
  expect(row).toEqual({ id: firstUuidOf(new Date(at)) })
})

test('ids made in SQL are UUIDs version 7 of their time', async () => {
  const at = '2026-03-14T15:09:26.535Z'
  const [row] = await database.query<{ id: string }>(
    `select ${uuidV7Sql('$1::timestamptz')} as id`,
    [at],
  )
  const prefix = firstUuidOf(new Date(at)).slice(0, 13)
  expect(row?.id).toMatch(new RegExp(`^${prefix}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`))
})
