import path from 'node:path'
import { nothing } from '@takeoff/kit/postgres/sql-types'
import { uncheckedStatement } from '@takeoff/kit/postgres/statement'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { fillTables, organizationTables, rowsByTable } from '@takeoff/kit/testing/fill-tables'
import { recordingSql } from '@takeoff/kit/testing/intercepted-sql'
import { planOf } from '@takeoff/kit/testing/query-plan'
import { callProgram } from '@takeoff/kit/testing/run-program'
import { sql as raw } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { rowsOfJob } from '../src/db/erased-rows.ts'
import { migrations } from '../src/db/migrations.ts'
import { openOwner } from './support/open-owner.ts'

const [ERASED, OTHER] = [7, 8]
const PROGRAM = path.join(import.meta.dirname, '../src/erase.ts')

async function createDatabase() {
  const database = await createTestDatabase({ name: 'webhooks', entities, migrations })
  onTestFinished(() => database[Symbol.asyncDispose]())
  // Rows of both organizations are in the default partitions and in this one.
  await using owner = await openOwner(database)
  await owner.query(
    `create table domain_event_first partition of domain_event
     for values from ('00000000-0000-7000-8000-000000000000') to ('00000000-0000-7000-8000-00000000000a')`,
  )
  // All that the program needs: no issuer, no transport and no secret of the service.
  const env = {
    DATABASE_URL: database.url,
    DATABASE_MIGRATION_URL: database.ownerUrl,
  }
  return { database, erase: (...args: string[]) => callProgram(PROGRAM, args, env) }
}

test('an organization is erased from every table but the audit log, and no other one is', async () => {
  const { database, erase } = await createDatabase()
  await fillTables(database, { orgId: ERASED, from: 5, to: 900 })
  await fillTables(database, { orgId: OTHER, from: 1, to: 4 })
  await fillTables(database, { orgId: OTHER, from: 1001, to: 1010 })
  const others = await rowsByTable(database, OTHER)
  expect(Object.keys(others)).toEqual(await organizationTables(database))

  const { code, output } = await erase('organization', '7', '--confirm', '7')
  expect(output).toContain('Nothing of organization 7 is left. Record: erasure 1.')
  expect(code).toBe(0)
  expect(await rowsByTable(database, ERASED)).toEqual({ audit_chain: 1, audit_record: 896 })
  expect(await rowsByTable(database, OTHER)).toEqual(others)
})

test('a job is erased with its events and their deliveries, and nothing else', async () => {
  const { database, erase } = await createDatabase()
  await fillTables(database, { orgId: ERASED, from: 8, to: 12 })
  const before = await rowsByTable(database, ERASED)

  expect(await erase('job', '9', '--confirm', '9')).toMatchObject({ code: 0 })
  expect(await rowsByTable(database, ERASED)).toEqual({
    ...before,
    delivery: 4,
    domain_event: 4,
    finished_delivery: 4,
  })
})

test('the events of a job are read once, and not by each batch of their deliveries', async () => {
  const { database } = await createDatabase()
  await using owner = await openOwner(database)
  const rows = await rowsOfJob(9, owner)
  const ofDeliveries = rows.filter(([table]) => table.endsWith('delivery'))
  expect(ofDeliveries).toHaveLength(2)
  for (const [table, condition] of ofDeliveries) {
    const recorder = recordingSql(owner)
    const select = raw`select from ${raw.id(table)} r where ${condition}`
    await recorder.run(uncheckedStatement(nothing, select), {})
    const [{ text, params } = { text: '', params: [] }] = recorder.sent
    const relations = (await planOf(owner, text, params)).map((node) => node['Relation Name'])
    expect(relations.join()).not.toContain('domain_event')
  }
})

test('an event of the job that arrives meanwhile stays with its deliveries, and is found by the next reading', async () => {
  const { database } = await createDatabase()
  await using owner = await openOwner(database)
  await fillTables(database, { orgId: ERASED, from: 8, to: 9 })
  const rows = await rowsOfJob(9, owner)
  await fillTables(database, { orgId: ERASED, from: 10, to: 10 })
  await owner.query(`update domain_event set data = '{"jobId": 9}' where data->>'jobId' = '10'`)
  await owner.query(`delete from delivery where id = '00000000-0000-7000-8000-00000000000a'`)

  for (const [table, condition] of rows) {
    const erase = raw`delete from ${raw.id(table)} r where ${condition}`
    await owner.run(uncheckedStatement(nothing, erase), {})
  }
  const left = { delivery: 1, domain_event: 2, finished_delivery: 2 }
  expect(await rowsByTable(database, ERASED)).toMatchObject(left)
  const found = await Promise.all(
    (await rowsOfJob(9, owner)).map(async ([table, condition]) => {
      const select = raw`select from ${raw.id(table)} r where ${condition}`
      return [table, (await owner.rows(uncheckedStatement(nothing, select), {})).length]
    }),
  )
  expect(found).toEqual([
    ['delivery', 0],
    ['finished_delivery', 1],
    ['domain_event', 1],
  ])
})

test('a row that a process has locked is left, and erased by the next run', async () => {
  const { database, erase } = await createDatabase()
  await fillTables(database, { orgId: ERASED, from: 1, to: 3 })
  await database.transaction(async (sql) => {
    await sql.query('select from webhook where id = 2 for update')
    const { code, output } = await erase('organization', '7', '--confirm', '7')
    expect(output).toContain('webhook: 1 rows left')
    expect(code).toBe(1)
  })

  expect(await erase('organization', '7', '--confirm', '7')).toMatchObject({ code: 0 })
  expect(await rowsByTable(database, ERASED)).toEqual({ audit_chain: 1, audit_record: 3 })
})
