import path from 'node:path'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { fillTables, organizationTables, rowsByTable } from '@takeoff/kit/testing/fill-tables'
import { callProgram } from '@takeoff/kit/testing/run-program'
import { expect, onTestFinished, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'

const [ERASED, OTHER] = [7, 8]
const PROGRAM = path.join(import.meta.dirname, '../src/erase.ts')

async function createDatabase() {
  const database = await createTestDatabase({ name: 'production-lists', entities, migrations })
  onTestFinished(() => database[Symbol.asyncDispose]())
  // All that the program needs: no issuer, no transport and no secret of the service.
  const env = {
    DATABASE_URL: database.url,
    DATABASE_MIGRATION_URL: database.ownerUrl,
  }
  const erase = (...args: string[]) => callProgram(PROGRAM, args, env)
  return { database, erase }
}

test('an organization is erased from every table, and no other one is', async () => {
  const { database, erase } = await createDatabase()
  await fillTables(database, { orgId: ERASED, from: 1, to: 30 })
  await fillTables(database, { orgId: OTHER, from: 101, to: 130 })
  const others = await rowsByTable(database, OTHER)
  expect(Object.keys(others)).toEqual(await organizationTables(database))

  const { code, output } = await erase('organization', '7', '--confirm', '7')
  expect(output).toContain('Nothing of organization 7 is left. Record: erasure 1.')
  expect(code).toBe(0)
  expect(await rowsByTable(database, ERASED)).toEqual({})
  expect(await rowsByTable(database, OTHER)).toEqual(others)
  expect(
    await database.query(
      'select subject, subject_id, finished_at is not null as done from erasure',
    ),
  ).toEqual([{ subject: 'organization', subject_id: 7, done: true }])
})

test('a job is erased with its measurements, their files and lists, and nothing else', async () => {
  const { database, erase } = await createDatabase()
  await fillTables(database, { orgId: ERASED, from: 1, to: 3 })
  const before = await rowsByTable(database, ERASED)

  expect(await erase('job', '2', '--confirm', '2')).toMatchObject({ code: 0 })
  const after = await rowsByTable(database, ERASED)
  const changed = Object.keys(before).filter((table) => before[table] !== after[table])
  expect(changed).toEqual([
    'job',
    'job_measurement',
    'list_item',
    'measurement_file',
    'production_list',
    'production_list_revision',
    'sales_opportunity',
  ])
  expect(await database.query('select id from job order by id')).toEqual([{ id: 1 }, { id: 3 }])
})

test('a file that is imported into a job while it is erased goes, too', async () => {
  const { database, erase } = await createDatabase()
  await fillTables(database, { orgId: ERASED, from: 1, to: 3 })
  const [{ file } = { file: '' }] = await database.query<{ readonly file: string }>(
    'select measurement_file_id as file from job_measurement where job_id = 2',
  )
  await database.query('update job_measurement set measurement_file_id = null where job_id = 2')
  // The files of the job have been erased when its list is.
  await database.query(`create function import_file() returns trigger language plpgsql as $$ begin
    update job_measurement set measurement_file_id = '${file}' where job_id = 2; return null; end $$`)
  await database.query(
    'create trigger import_file after delete on production_list execute function import_file()',
  )

  expect(await erase('job', '2', '--confirm', '2')).toMatchObject({ code: 0 })
  expect(await database.query('select 1 from job where id = 2')).toEqual([])
  expect(await database.query('select 1 from measurement_file where id = $1', [file])).toEqual([])
})

test('without a confirmation the rows are counted, and nothing is erased', async () => {
  const { database, erase } = await createDatabase()
  await fillTables(database, { orgId: ERASED, from: 1, to: 3 })
  const before = await rowsByTable(database, ERASED)

  const { code, output } = await erase('organization', '7')
  expect(code).toBe(0)
  expect(output).toContain('production_list: 3 rows would be erased')
  expect(output).toContain('Nothing was erased. Repeat with --confirm 7 to erase organization 7.')
  expect(await rowsByTable(database, ERASED)).toEqual(before)
})

test.each([
  [['organization', '7', '--confirm', '8'], '--confirm 8 is not the id 7. Nothing was erased.'],
  [
    ['organization', '7', '--confirm'],
    "Option '--confirm <value>' argument missing. --help shows what there is.",
  ],
  [['vendor', '7'], 'Name an organization or a job by its id. --help shows what there is.'],
  [
    ['organization', '7 or true'],
    'Name an organization or a job by its id. --help shows what there is.',
  ],
])('%j is refused', async (args, message) => {
  const { erase } = await createDatabase()
  const { code, output } = await erase(...args)
  expect(code).toBe(2)
  expect(output).toContain(message)
})
