import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { databaseRolesSql, urlForRole } from '@takeoff/kit/postgres/database-roles'
import type { DatabaseRole } from '@takeoff/kit/postgres/database-roles'
import type { Database } from '@takeoff/kit/postgres/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPlainDatabase } from '../src/postgres/open-plain-database.ts'
import { startPostgres } from '../src/postgres/postgres.ts'
import type { Postgres } from '../src/postgres/postgres.ts'

const lists = rolesOf('lists')
const orders = rolesOf('orders')
let folder: string
let postgres: Postgres

/** Two services; the first one has a table from before it had roles. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'takeoff-roles-test-'))
  postgres = await startPostgres({
    directory: path.join(folder, 'postgres'),
    logFile: path.join(folder, 'postgres.log'),
    throwaway: true,
  })
  await using superuser = await openPlainDatabase(await postgres.createDatabase('lists'))
  await superuser.query('create table old (id serial primary key)')
  await superuser.query('insert into old default values')
  await postgres.createDatabase('lists', lists)
  await postgres.createDatabase('orders', orders)
  await using owner = await openAs(lists.owner, 'lists')
  await owner.query('create table note (id serial primary key, words text)')
})

afterAll(async () => {
  await postgres[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

describe('the role of a process', () => {
  test('reads and writes rows of tables that its owner has created, and of older ones', async () => {
    await using process = await openAs(lists.process, 'lists')
    await process.query(`insert into note (words) values ('a')`)
    await process.query(`update note set words = 'b'`)
    expect(await process.query('select words from note')).toEqual([{ words: 'b' }])
    await process.query('delete from note')
    await process.query('insert into old default values')
    expect(await process.query('select count(*)::int as n from old')).toEqual([{ n: 2 }])
  })

  test.each([
    ['create a table', 'create table mine (id int)'],
    ['create a schema', 'create schema mine'],
    ['drop a table', 'drop table note'],
    ['alter a table', 'alter table old add column more int'],
    ['become its owner', 'set role lists_owner'],
    ['create a database', 'create database mine'],
  ])('cannot %s', async (_, statement) => {
    await using process = await openAs(lists.process, 'lists')
    await expect(process.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  })
})

test.each([
  ['process', lists.process],
  ['owner', lists.owner],
])('the %s of a service cannot connect to the database of another one', async (_, role) => {
  await expect(openAs(role, 'orders')).rejects.toThrow('permission denied for database "orders"')
})

test('the owner changes a table from before it had its role', async () => {
  await using owner = await openAs(lists.owner, 'lists')
  await owner.query('alter table old add column note text')
  expect(await owner.query('select note from old limit 1')).toEqual([{ note: null }])
})

test('repeating the script changes the passwords', async () => {
  const changed = { ...lists, process: { ...lists.process, password: `it's new` } }
  await using superuser = await openPlainDatabase(postgres.urlOf('lists'))
  await superuser.query(await databaseRolesSql(changed))
  await expect(openAs(lists.process, 'lists')).rejects.toThrow('password authentication failed')
  await using process = await openAs(changed.process, 'lists')
  expect(await process.query('select 1 as one')).toEqual([{ one: 1 }])
  await superuser.query(await databaseRolesSql(lists))
})

function rolesOf(name: string) {
  return {
    owner: { name: `${name}_owner`, password: 'the owner' },
    process: { name, password: 'the process' },
  }
}

async function openAs(role: DatabaseRole, database: string): Promise<Database> {
  await using stack = new AsyncDisposableStack()
  const opened = stack.use(await openPlainDatabase(urlForRole(postgres.urlOf(database), role)))
  await opened.ping()
  stack.move()
  return opened
}
