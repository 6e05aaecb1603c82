import { Migration } from '@mikro-orm/migrations'
import { afterAll, describe, expect, test } from 'vitest'
import { OutboxMessageSchema } from '../src/events/outbox.ts'
import { openDatabase } from '../src/postgres/database.ts'
import { kitMigrations } from '../src/postgres/kit-migrations.ts'
import { prepare } from '../src/postgres/statement.ts'
import { rowSecurityOf, searchViewOf } from '../src/postgres/row-access.ts'
import { createLogger } from '../src/service/logger.ts'
import { createTestDatabase } from '../src/testing/database.ts'

class Notes extends Migration {
  override up(): void {
    this.addSql('create table note (id serial primary key, org_id int not null)')
    for (const statement of rowSecurityOf('note', ['counting'])) this.addSql(statement)
    this.addSql(searchViewOf('note', []))
    this.addSql('create table book (id serial primary key, org_id int not null)')
    this.addSql('create index book_org_id_index on book (org_id)')
    for (const statement of rowSecurityOf('book')) this.addSql(statement)
  }
}

const KIT = {
  entities: [OutboxMessageSchema],
  migrations: [...kitMigrations, { name: 'notes', class: Notes }],
}
const logger = createLogger('test', 'silent')
const database = await createTestDatabase({ name: 'row-access', ...KIT })
afterAll(() => database[Symbol.asyncDispose]())
await database.query('insert into note (org_id) values (1), (2), (2), (3)')

/** The database as a process sees it, with one connection for all statements. */
const asProcess = await openDatabase({ ...KIT, url: database.url, poolSize: 1, logger })
afterAll(() => asProcess[Symbol.asyncDispose]())

const allNotes = 'select org_id from note order by id'
const prepared = 'select org_id from note where id > $1 order by id'
prepare(prepared)

describe.each([
  ['a statement', (of: typeof asProcess) => of.query<{ org_id: number }>(allNotes)],
  ['a prepared statement', (of: typeof asProcess) => of.query<{ org_id: number }>(prepared, [0])],
  [
    'a transaction',
    (of: typeof asProcess) => of.transaction((sql) => sql.query<{ org_id: number }>(allNotes)),
  ],
])('%s', (_, read) => {
  const orgIdsOf = async (of: typeof asProcess) => (await read(of)).map(({ org_id }) => org_id)

  test('sees the rows of the organizations of its database, whatever its connection was used for before', async () => {
    expect(await orgIdsOf(asProcess.ofOrganizations([2]))).toEqual([2, 2])
    expect(await orgIdsOf(asProcess.ofOrganizations([1, 3]))).toEqual([1, 3])
    expect(await orgIdsOf(asProcess.ofOrganizations([]))).toEqual([])
    expect(await orgIdsOf(asProcess.forWork('counting'))).toEqual([1, 2, 2, 3])
    expect(await orgIdsOf(asProcess)).toEqual([])
  })

  test('sees no row as work that no policy names', async () => {
    expect(await orgIdsOf(asProcess.forWork('other-work'))).toEqual([])
  })
})

test('a policy is no condition of an index, so the statement alone chooses the index', async () => {
  const plan = await asProcess.ofOrganizations([1]).transaction(async (sql) => {
    await sql.query('set local enable_seqscan = off')
    return sql.query<{ 'QUERY PLAN': string }>('explain select id from book where org_id = 1')
  })
  const lines = plan.map((line) => line['QUERY PLAN'].trim())
  expect(lines.find((line) => line.startsWith('Index Cond'))).toBe('Index Cond: (org_id = 1)')
})

test('organizations of concurrent statements on the same connections are kept apart', async () => {
  await using wide = await openDatabase({ ...KIT, url: database.url, poolSize: 3, logger })
  const reads = Array.from({ length: 200 }, async (_, index) => {
    const orgId = (index % 3) + 1
    const of = wide.ofOrganizations([orgId])
    const rows =
      index % 5 === 0
        ? await of.transaction((sql) => sql.query<{ org_id: number }>(allNotes))
        : await of.query<{ org_id: number }>(allNotes)
    return rows.length > 0 && rows.every(({ org_id }) => org_id === orgId)
  })
  expect(new Set(await Promise.all(reads))).toEqual(new Set([true]))
})

test('a transaction that was rolled back leaves no access behind', async () => {
  const failed = asProcess.ofOrganizations([2]).transaction((sql) => sql.query('select 1 / 0'))
  await expect(failed).rejects.toThrow('division by zero')
  expect(await asProcess.query(allNotes)).toEqual([])
})

test('a transaction may take its snapshot after it has begun', async () => {
  const rows = await asProcess.ofOrganizations([1]).transaction(async (sql) => {
    await sql.query('set transaction isolation level repeatable read, read only')
    return sql.query(allNotes)
  })
  expect(rows).toEqual([{ org_id: 1 }])
})

test('a row of another organization is neither inserted nor moved there', async () => {
  const own = asProcess.ofOrganizations([1])
  const refused = 'new row violates row-level security policy for table "note"'
  await expect(own.query('insert into note (org_id) values (2)')).rejects.toThrow(refused)
  await expect(own.query('update note set org_id = 2')).rejects.toThrow(refused)
  expect(await own.query('delete from note where org_id = 2 returning id')).toEqual([])
})

test('the owner of the tables is not limited: for operators and backups', async () => {
  await using owner = await openDatabase({ ...KIT, url: database.ownerUrl, poolSize: 1, logger })
  expect(await owner.query(allNotes)).toHaveLength(4)
})

test('a search view shows a process the rows of its organizations, and background work none', async () => {
  const found = 'select org_id from note_search order by id'
  expect(await asProcess.ofOrganizations([1, 3]).query(found)).toEqual([
    { org_id: 1 },
    { org_id: 3 },
  ])
  expect(await asProcess.forWork('counting').query(found)).toEqual([])
  expect(await asProcess.query(found)).toEqual([])
})

test('a later migration changes the rows of all organizations', async () => {
  class Renumber extends Migration {
    override up(): void {
      this.addSql('update note set org_id = org_id where true')
      this.addSql(`create table counted as select count(*)::int as notes from note`)
    }
  }
  const migrations = [...KIT.migrations, { name: 'renumber', class: Renumber }]
  await using owner = await openDatabase({
    ...KIT,
    migrations,
    url: database.url,
    migrationUrl: database.ownerUrl,
    poolSize: 1,
    logger,
  })
  await owner.migrate()
  expect(await owner.query('select notes from counted')).toEqual([{ notes: 4 }])
})

test.each([
  ['create a table', 'create table mine (id int)', 'permission denied for schema public'],
  ['drop a table', 'drop table note', 'must be owner of table note'],
  ['alter a table', 'alter table note add column more int', 'must be owner of table note'],
  ['end the row security', 'alter table note disable row level security', 'must be owner'],
  ['change a policy', 'drop policy callers on note', 'must be owner'],
  ['ignore policies', `set row_security = off; ${allNotes}`, 'would be affected by row-level'],
  ['empty a table', 'truncate note', 'permission denied for table note'],
  ['become the owner', 'set role test_owner', 'permission denied to set role'],
  ['create a role', 'create role more', 'permission denied to create role'],
])('a process cannot %s', async (_, statement, message) => {
  await using other = await openDatabase({ ...KIT, url: database.url, poolSize: 1, logger })
  await expect(other.query(statement)).rejects.toThrow(message)
})

test('a process whose role is a superuser or owns the tables says once that it is not limited', async () => {
  const lines: string[] = []
  const warning = {
    ...createLogger('test', 'silent'),
    warn: (_: object, line: string) => lines.push(line),
  }
  for (const url of [database.url, database.ownerUrl, database.adminUrl]) {
    const options = { ...KIT, url, poolSize: 2, logger: warning as never }
    await using opened = await openDatabase(options)
    await Promise.all([opened.query('select 1'), opened.query('select 2')])
  }
  const line =
    'the role of DATABASE_URL is not limited by row-level security: see docs/operations.md'
  expect(lines).toEqual([line, line])
})

test.each([[[1.5]], [[Number.NaN]], [['1}; drop table note' as unknown as number]]])(
  'ids of organizations that are not integers are refused: %j',
  (orgIds) => {
    expect(() => asProcess.ofOrganizations(orgIds)).toThrow('is not an integer')
  },
)
