import { afterAll, expect, test } from 'vitest'
import { OutboxMessageSchema } from '../src/events/outbox.ts'
import { kitMigrations } from '../src/postgres/kit-migrations.ts'
import { createTestDatabase } from '../src/testing/database.ts'
import { schemaDifference } from '../src/testing/schema-difference.ts'

const database = await createTestDatabase({
  name: 'kit',
  entities: [OutboxMessageSchema],
  migrations: kitMigrations,
})
afterAll(() => database[Symbol.asyncDispose]())

test('a column that no migration renames is reported with the file of its entity', async () => {
  await database.query('alter table outbox_message rename column envelope to former_name')

  const difference = await schemaDifference(database)
  expect(difference).toContainEqual(
    expect.stringMatching(
      /^kit\/src\/events\/outbox\.ts: alter table "outbox_message" .*"envelope"/,
    ),
  )
})
