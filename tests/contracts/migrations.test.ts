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

/** What is refused, with the statements and the advice. */
const refused: Readonly<Record<string, readonly [sql: readonly string[], advice: RegExp]>> = {
  'an index of an existing table': [['create index a on job (id)'], /ConcurrentIndex/],
  'an index that is built concurrently in a transaction': [
    ['create index concurrently a on job (id)'],
    /in a transaction/,
  ],
  'an index that is dropped in a transaction': [
    ['drop index a'],
    /concurrently, by a migration outside a transaction whose name has -contract-/,
  ],
  'an index that is rebuilt': [['reindex table job'], /ConcurrentIndex/],
  'another type': [['alter table job alter column name type text'], /add a column, copy/],
  'not null without a validated check': [
    ['alter table job alter name set not null'],
    /after a check \(name is not null\) not valid was validated/,
  ],
  'not null as a constraint': [
    ['alter table job add constraint a not null name'],
    /a check .* not valid/,
  ],
  'another name of a column': [['alter table job rename column name to title'], /add, copy/],
  'another name of a table': [['alter table job rename to work'], /add, copy/],
  'a dropped column': [['alter table job add column a int, drop column name'], /-contract-/],
  'a dropped default': [['alter table job alter name drop default'], /-contract-/],
  'a dropped constraint': [['alter table job drop constraint a'], /-contract-/],
  'a dropped table': [['drop table job'], /-contract-/],
  'a dropped view': [['drop view finished_delivery'], /-contract-/],
  'a dropped trigger': [['drop trigger a on job'], /-contract-/],
  'a dropped schema': [['drop schema a cascade'], /drop tables, views and functions by name/],
  'a dropped table with what depends on it': [['drop table job cascade'], /each by its name/],
  'a new column that the previous version does not write': [
    ['alter table job add column a int not null'],
    /nullable or has a default/,
  ],
  'a new column with another value in each row': [
    ['alter table job add column a uuid not null default gen_random_uuid()'],
    /constant or stable default.*BatchedChange/,
  ],
  'a new column with a default that a function of another migration computes': [
    ['alter table job add column a int default unknown_function()'],
    /constant or stable default/,
  ],
  'a new column with a default of a volatile function': [
    [
      'create function f() returns int language sql as $$ select 1 $$',
      'alter table job add column a int default f()',
    ],
    /constant or stable default/,
  ],
  'a new column that is a serial': [
    ['alter table job add column a bigserial'],
    /no serial.*BatchedChange/,
  ],
  'a new column that is an identity': [
    ['alter table job add column a int generated always as identity'],
    /not generated.*BatchedChange/,
  ],
  'a new column that is generated': [
    ['alter table job add column a text generated always as (lower(name)) stored'],
    /not generated.*BatchedChange/,
  ],
  'a new column that is unique': [['alter table job add column a int unique'], /ConcurrentIndex/],
  'a new column with a foreign key': [
    ['alter table job add column a int references b (id)'],
    /constraint not valid, and validate it in a later migration/,
  ],
  'a new column with a check': [
    ['alter table job add column a int check (a > 0)'],
    /constraint not valid, and validate it in a later migration/,
  ],
  'a check of all rows': [
    ['alter table job add constraint a check (id > 0)'],
    /not valid, and validated in a later migration/,
  ],
  'a foreign key of all rows': [
    ['alter table job add constraint a foreign key (b) references c (id)'],
    /not valid, and validated in a later migration/,
  ],
  'a check that is validated by the migration that adds it': [
    [
      'alter table job add constraint a check (id > 0) not valid',
      'alter table job validate constraint a',
    ],
    /in a later migration than it is added/,
  ],
  'a check that is validated while another table is locked': [
    ['alter table product add a int', 'alter table job validate constraint a'],
    /before all other statements/,
  ],
  'a check that is validated by a statement that locks the table': [
    ['alter table job validate constraint a, alter b drop not null'],
    /by a statement of its own/,
  ],
  'an exclusion constraint': [
    ['alter table job add constraint a exclude using gist (period with &&)'],
    /create another table/,
  ],
  'a unique constraint with an index of its own': [
    ['alter table job add constraint a unique (id)'],
    /ConcurrentIndex/,
  ],
  'a table that is written again': [['alter table job set unlogged'], /create another table/],
  'a partition of an existing table': [
    ['create table a partition of job for values in (1)'],
    /create a new table/,
  ],
  'an existing table as a partition': [
    [
      'create table a (id int) partition by list (id)',
      'alter table a attach partition job for values in (1)',
    ],
    /create another table/,
  ],
  'a table that may exist': [
    ['create table if not exists job (id int)'],
    /without "if not exists"/,
  ],
  'a change of all rows': [["update job set name = ''"], /BatchedChange/],
  'a change of all rows by another statement': [
    [
      'create table a (id int)',
      'with b as (update job set name = null returning id) insert into a select id from b',
    ],
    /BatchedChange/,
  ],
  'a change of all rows by a query': [
    ['with b as (delete from job returning id) select count(*) from b'],
    /BatchedChange/,
  ],
  'a change of all rows by a block': [
    ["do $$ begin update job set name = ''; end $$"],
    /write its statements out/,
  ],
  'a copy of all rows': [
    ['create table a (id int)', 'insert into a select id from job'],
    /BatchedChange/,
  ],
  'a deletion of rows': [['delete from job where id < 10'], /BatchedChange/],
  'a deletion of all rows': [['truncate job'], /BatchedChange/],
  'a lock': [['lock table job'], /each statement takes the lock that it needs/],
  'a statement that the rules do not know': [
    ['set lock_timeout = 0'],
    /VariableSetStmt is not among the statements/,
  ],
}

test.each(Object.entries(refused))('%s is refused', async (_, [sql, advice]) => {
  expect(await check(sql)).toEqual([
    expect.stringMatching(new RegExp(`^009-expand: .*${advice.source}`)) as string,
  ])
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
  'a column with a default that is the same for all rows': [
    'create function f() returns int stable language sql as $$ select 1 $$',
    `alter table job add a timestamptz default now(), add b text[] default '{}'::text[], add c int default f(),
      add d date default current_date, add e int[] default array[1, -2]`,
  ],
  'another default for rows that are added': [
    'alter table job alter a set default gen_random_uuid()',
  ],
  'settings of a table': ['alter table job set (fillfactor = 80)'],
  'a wider check in place of another one': [
    'alter table job drop constraint a, add constraint a check (id > 0) not valid',
  ],
  'a constraint that is not validated': [
    'alter table job add constraint a check (name is not null) not valid',
  ],
  'not null after a validated check': [
    'alter table job validate constraint a',
    'alter table job alter name set not null',
    'alter table job drop constraint a',
  ],
  'several validated constraints': [
    'alter table job validate constraint a',
    'alter table product validate constraint a',
    'alter table job validate constraint b',
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
  for (const other of [
    'alter table job add column a int',
    'create index concurrently b on job (id)',
    'vacuum job',
  ])
    expect(await check([index, other], '009-index', false)).toEqual([
      expect.stringContaining('outside a transaction') as string,
    ])
})

test('a migration with -contract- in its name drops what no version uses', async () => {
  const drops = [
    'alter table job drop column name, drop constraint b',
    'alter table job alter a drop default',
    'drop table old_job',
    'drop view job_search',
    'drop trigger t on job',
    'drop function f()',
  ]
  expect(await check(drops, '009-contract-job-name')).toEqual([])
})

test('an index is dropped concurrently by a migration with -contract- in its name', async () => {
  const drop = ['drop index concurrently a']
  expect(await check(drop, '009-contract-index', false)).toEqual([])
  expect(await check(drop, '009-index', false)).toEqual([
    expect.stringContaining('-contract-') as string,
  ])
  expect(await check(['drop index a'], '009-contract-index')).toEqual([
    expect.stringContaining('dropped concurrently') as string,
  ])
})

test.each([
  ['alter table job drop column name, add column title text'],
  ['create table a (id int)'],
  ['create view a as select 1'],
  ["update job set name = ''"],
  ['truncate job'],
])('a migration that contracts does not expand: %s', async (sql) => {
  expect(await check([sql], '009-contract-job-name')).toEqual([
    expect.stringContaining('only drops') as string,
  ])
})

test.each(['alter table job drop column name cascade', 'drop table job cascade'])(
  'a migration that contracts names what it drops: %s',
  async (sql) => {
    expect(await check([sql], '009-contract-job-name')).toEqual([
      expect.stringContaining('each by its name') as string,
    ])
  },
)

test('a migration that contracts builds no index', async () => {
  const index = ['create index concurrently a on job (id)']
  expect(await check(index, '009-contract-job-name', false)).toEqual([
    expect.stringContaining('only drops') as string,
  ])
})
