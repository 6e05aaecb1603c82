import { createTestDatabase } from '@takeoff/kit/testing/database'
import { schemaDifference } from '@takeoff/kit/testing/schema-difference'
import { afterAll, expect, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'

const database = await createTestDatabase({ name: 'production-lists', entities, migrations })
afterAll(() => database[Symbol.asyncDispose]())

test('the migrations create exactly the tables that the entities describe', async () => {
  expect(await schemaDifference(database)).toEqual([])
})

test('every foreign key has an index that begins with its columns', async () => {
  const missing = await database.query(
    `select c.conname from pg_constraint c
     where c.contype = 'f' and not exists (
       select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`,
  )
  expect(missing).toEqual([])
})
