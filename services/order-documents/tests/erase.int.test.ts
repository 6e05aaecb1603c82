import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { fillTables, organizationTables, rowsByTable } from '@takeoff/kit/testing/fill-tables'
import { callProgram, startProgram } from '@takeoff/kit/testing/run-program'
import { expect, onTestFinished, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { DiskFileStore } from '../src/files/disk-file-store.ts'

const [ERASED, OTHER] = [7, 8]
const PROGRAM = path.join(import.meta.dirname, '../src/erase.ts')

async function createStore() {
  const database = await createTestDatabase({ name: 'order-documents', entities, migrations })
  const folder = await mkdtemp(path.join(tmpdir(), 'erase-'))
  onTestFinished(async () => {
    await database[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
  // All that the program needs: no issuer, no transport and no secret of the service.
  const env = {
    DATABASE_URL: database.url,
    DATABASE_MIGRATION_URL: database.ownerUrl,
    FILES_PATH: folder,
  }
  const files = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath }) => path.relative(folder, parentPath))
  /** Rows of an organization in every table, and the files that they name. */
  const fill = async (orgId: number, from: number, to: number) => {
    await fillTables(database, { orgId, from, to, isChained: true })
    const store = new DiskFileStore(folder)
    const keys = await database.query<{ key: string }>(
      `select storage_key as key from order_document_file where org_id = $1
       union select storage_key from file_upload where org_id = $1`,
      [orgId],
    )
    await Promise.all(keys.map(({ key }) => store.put(key, Buffer.from(key))))
  }
  const erase = (...args: string[]) => callProgram(PROGRAM, args, env)
  return { database, env, files, fill, erase }
}

test('an organization is erased from every table and from the files, though killed in between', async () => {
  const { database, env, files, fill, erase } = await createStore()
  await fill(ERASED, 1, 90)
  await fill(OTHER, 101, 110)
  const others = await rowsByTable(database, OTHER)
  expect(Object.keys(others)).toEqual(await organizationTables(database))
  const before = await rowsByTable(database, ERASED)

  await startProgram(PROGRAM, ['organization', '7', '--confirm', '7'], env).kill()
  expect(await rowsByTable(database, ERASED)).not.toEqual({})

  const { code, output } = await erase('organization', '7', '--confirm', '7')
  expect(output).toContain('Nothing of organization 7 is left. Record: erasure 1.')
  expect(code).toBe(0)
  expect(await rowsByTable(database, ERASED)).toEqual({})
  expect(await rowsByTable(database, OTHER)).toEqual(others)
  expect(new Set((await files()).map((folder) => folder.split('/')[0]))).toEqual(new Set(['8']))
  expect(await files()).toHaveLength(20)
  // The connections went with their vendors.
  const { vendor_connection: _, ...counted } = before
  const rows = Object.values(counted).reduce((sum, count) => sum + count, 0)
  expect(
    await database.query(
      'select subject_id, rows_erased, finished_at is not null as done from erasure',
    ),
  ).toEqual([{ subject_id: 7, rows_erased: rows, done: true }])
})

test('nothing is erased without the store of the files, which would stay', async () => {
  const env = { DATABASE_URL: 'postgresql://none@localhost:1/none' }
  const { code, output } = await callProgram(PROGRAM, ['job', '2', '--confirm', '2'], env)
  expect([code, output]).toEqual([
    2,
    expect.stringContaining('FILES_PATH or FILES_DRIVER=s3 must be set'),
  ])
})

test('a job is erased with its orders, their documents and files, and nothing else', async () => {
  const { database, files, erase } = await createStore()
  await fillTables(database, { orgId: ERASED, from: 1, to: 3 })
  const before = await rowsByTable(database, ERASED)

  expect(await erase('job', '2', '--confirm', '2')).toMatchObject({ code: 0 })
  const after = await rowsByTable(database, ERASED)
  expect(Object.keys(before).filter((table) => before[table] !== after[table])).toEqual([
    'distribution_order',
    'file_upload',
    'order',
    'order_document',
    'order_document_file',
    'order_list_item',
  ])
  expect(await database.query('select job_id from "order" order by 1')).toEqual([
    { job_id: 1 },
    { job_id: 3 },
  ])
  expect(await files()).toEqual([])
})

test('files that an attempt may still be storing are left until five minutes later', async () => {
  const { database, fill, erase } = await createStore()
  await fill(ERASED, 1, 2)
  await database.query(
    'update file_upload set created_at = now() where order_document_id = (select min(order_document_id::text) from file_upload)::uuid',
  )

  const { code, output } = await erase('organization', '7', '--confirm', '7')
  expect(code).toBe(1)
  expect(output).toContain('file_upload: 1 rows left')
  expect(output).toContain('They are in use. Run this again in five minutes.')
  expect(await rowsByTable(database, ERASED)).toMatchObject({ order_document: 1, order: 1 })
  expect(await database.query('select from erasure where finished_at is null')).toHaveLength(1)
})
