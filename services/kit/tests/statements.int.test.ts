import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { OutboxMessageSchema } from '../src/events/outbox.ts'
import { ErasureSchema } from '../src/postgres/erasure.ts'
import { FrozenOrganizationSchema } from '../src/postgres/frozen-organization.ts'
import { IdempotencyKeySchema } from '../src/postgres/idempotency.ts'
import { kitMigrations } from '../src/postgres/kit-migrations.ts'
import { int4, int4Array, nullable, text, uuid } from '../src/postgres/sql-types.ts'
import { column, registeredStatements, statementsOf } from '../src/postgres/statement.ts'
import type { Table } from '../src/postgres/tables.ts'
import { createTestDatabase } from '../src/testing/database.ts'
import { loadStatements, statementViolations } from '../src/testing/statement-violations.ts'

const database = await createTestDatabase({
  name: 'kit',
  entities: [OutboxMessageSchema, IdempotencyKeySchema, ErasureSchema, FrozenOrganizationSchema],
  migrations: kitMigrations,
})
afterAll(() => database[Symbol.asyncDispose]())
await loadStatements('kit')

interface Tables {
  readonly outboxMessage: Table<typeof OutboxMessageSchema>
}

test('the statements of the kit fit its tables', async () => {
  expect(registeredStatements('kit').length).toBeGreaterThan(5)
  expect(await statementViolations(database, 'kit')).toEqual([])
})

test('a statement that does not fit the tables is reported with its file', async () => {
  const { statement, plainStatement } = statementsOf<Tables>('violations')
  statement((db) => db.selectFrom('outboxMessage').select('id'))
  statement((db) => db.selectFrom('outboxMessage').select(sql.ref<string>('gone').as('gone')))
  plainStatement({ id: text }, () => sql`select id from outbox_message`)
  plainStatement({ id: nullable(uuid) }, () => sql`select id from outbox_message`)
  plainStatement({ ids: int4Array }, () => sql`select organizations as ids from idempotency_key`)
  plainStatement(
    { ids: int4Array },
    () => sql`select organizations as ids from idempotency_key where organizations is not null`,
  )
  plainStatement({ missing: int4 }, () => sql`select id from outbox_message`)
  statement((db) =>
    db.selectFrom('outboxMessage').select((eb) => [column('count', int4, eb.fn.countAll())]),
  )

  const violations = await statementViolations(database, 'violations')

  expect(violations.map((violation) => violation.replace(/:\d+: /, ' '))).toEqual(
    [
      'error: column "gone" does not exist in select "gone" as "gone" from "outbox_message"',
      '"id" is declared as text, and the statement returns "uuid"',
      '"id" is declared nullable, and never null',
      '"ids" is declared as never null, and its column may be null',
      '"missing" is declared as integer, and the statement returns ""',
      '"count" is declared as integer, and the statement returns "bigint"',
    ].map((violation) => `services/kit/tests/statements.int.test.ts ${violation}`),
  )
})

test('a row with null where its type has none is refused', async () => {
  const { plainStatement } = statementsOf<Tables>('null')
  const one = plainStatement({ one: int4 }, () => sql`select null::int as one`)
  await expect(database.rows(one, {})).rejects.toThrow('a statement returned no "one"')
})

test('a statement that must return a row, and does not, is named', async () => {
  const { plainStatement } = statementsOf<Tables>('missing row')
  const none = plainStatement({ one: int4 }, () => sql`select 1 as one where false`)
  await expect(database.one(none, {})).rejects.toThrow('no row was returned by select 1 as one')
})
