import { kitMigrations } from '@takeoff/kit/postgres/kit-migrations'
import { migrations as ofOrderDocuments } from '@takeoff/order-documents/db/migrations'
import { migrations as ofProductionLists } from '@takeoff/production-lists/db/migrations'
import { migrations as ofWebhooks } from '@takeoff/webhooks/db/migrations'
import { describe, expect, test } from 'vitest'
import { migrationViolations } from './migrations/rules.ts'

/** The newest migration of each service to which the rules do not apply. */
const services = {
  kit: [kitMigrations, 'kit-002-create-idempotency-key'],
  'production-lists': [ofProductionLists, '008-lines-may-go'],
  'order-documents': [ofOrderDocuments, '0007-credits'],
  webhooks: [ofWebhooks, '0004-gentle-vacuum'],
} as const

interface Runnable {
  up(): void | Promise<void>
  isTransactional(): boolean
  getQueries(): unknown[]
}

/** A migration sees an empty database. */
async function written(name: string, runnable: Runnable) {
  await runnable.up()
  return {
    name,
    isTransactional: runnable.isTransactional(),
    sql: runnable.getQueries().map(String),
  }
}

const emptyDriver = { execute: () => Promise.resolve([]) } as never

describe.each(Object.entries(services))('%s', (_, [migrations, last]) => {
  const from = migrations.findIndex(({ name }) => name === last) + 1

  test('has the migration from which on the rules apply', () => expect(from).toBeGreaterThan(0))

  test('lets the previous version go on while it migrates', async () => {
    for (const { name, class: Added } of migrations.slice(from)) {
      const added = new Added(emptyDriver, {} as never)
      expect(await migrationViolations(await written(name, added))).toEqual([])
    }
  })
})

const check = (sql: readonly string[], name = '009-expand', isTransactional = true) =>
  migrationViolations({ name, sql, isTransactional })

const refused = {
  'an index of an existing table': ['create index a on job (id)'],
  'an index that is built concurrently in a transaction': [
    'create index concurrently a on job (id)',
  ],
  'another type': ['alter table job alter column name type text'],
  'not null without a validated check': ['alter table job alter name set not null'],
  'another name of a column': ['alter table job rename column name to title'],
  'another name of a table': ['alter table job rename to work'],
  'a dropped column': ['alter table job add column a int, drop column name'],
  'a dropped table': ['drop table job'],
  'a new column that the previous version does not write': [
    'alter table job add column a int not null',
  ],
  'a check of all rows': ['alter table job add constraint a check (id > 0)'],
  'a foreign key of all rows': [
    'alter table job add constraint a foreign key (b) references c (id)',
  ],
  'a change of all rows': ["update job set name = ''"],
  'a deletion of rows': ['delete from job where id < 10'],
  'a unique constraint with an index of its own': ['alter table job add constraint a unique (id)'],
}

test.each(Object.entries(refused))('%s is refused', async (_, sql) => {
  expect(await check(sql)).toEqual([expect.stringMatching(/^009-expand: /)])
})

const accepted = {
  'anything in a table of its own': [
    'create table a (id int primary key, name text)',
    'create index a_name_index on a (name)',
    'alter table a add constraint a_name_check check (id > 0)',
    "update a set name = ''",
  ],
  'a nullable column, and one with a default': [
    'alter table job add column a int null, add column b int not null default 0',
  ],
  'a constraint that is not validated': [
    'alter table job add constraint a check (name is not null) not valid',
  ],
  'not null after a validated check': [
    'alter table job validate constraint a',
    'alter table job alter name set not null',
  ],
  'a function and a trigger': [
    'create function f() returns trigger as $$ begin return new; end; $$ language plpgsql',
    'create trigger t before update on job for each row execute function f()',
  ],
}

test.each(Object.entries(accepted))('%s is accepted', async (_, sql) => {
  expect(await check(sql)).toEqual([])
})

test('an index is built concurrently outside a transaction, and nothing else is changed there', async () => {
  const index = 'create index concurrently a on job (id)'
  expect(await check([index], '009-index', false)).toEqual([])
  expect(await check([index, 'alter table job add column a int'], '009-index', false)).toEqual([
    expect.stringContaining('outside a transaction') as string,
  ])
})

test('a column and a table are dropped by a migration with -contract- in its name', async () => {
  const drops = ['alter table job drop column name', 'drop table old_job']
  expect(await check(drops, '009-contract-job-name')).toEqual([])
})
