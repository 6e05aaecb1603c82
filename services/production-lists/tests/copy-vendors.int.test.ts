import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CopiedVendor } from '@takeoff/contracts/vendor-changes'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { callProgram } from '@takeoff/kit/testing/run-program'
import { startPgbouncer } from '@takeoff/kit/testing/start-pgbouncer'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { saveVendorCopies, saveVendorReading } from '../src/db/vendors/save-vendor-copies.ts'
import { findVendorReading } from '../src/db/vendors/vendor-copy-reads.ts'

const SECRET = 's'.repeat(32)

const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())
const database = opened.use(
  await createTestDatabase({ name: 'production-lists', entities, migrations }),
)

/** The vendors of order-documents; undefined while it is away. */
let owned: readonly CopiedVendor[] | undefined
/** The query of the page after the first, which fails; null when there is none. */
let next: string | null
const orderDocuments = opened.use(
  await startLocalServer(({ url }, response) => {
    const isAway = owned === undefined || url?.endsWith('?since=later') === true
    response.statusCode = isAway ? 503 : 200
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ vendors: owned, next }))
  }),
)

const pgbouncer = opened.use(await startPgbouncer(database.url))

const copyVendors = (...args: string[]) => runProgram('copy-vendors', args)

function runProgram(
  program: string,
  args: readonly string[],
  variables: Record<string, string> = {},
) {
  return callProgram(path.join(import.meta.dirname, `../src/${program}.ts`), args, {
    DATABASE_URL: database.url,
    AUTH_ISSUER: 'http://127.0.0.1:9/',
    SERVICE_SECRET: SECRET,
    EVENTS_URL: 'amqp://127.0.0.1:9',
    ORDER_DOCUMENTS_URL: `${orderDocuments.url}/graphql`,
    ORDER_DOCUMENTS_SECRET: SECRET,
    ...variables,
  })
}

const vendor = (id: number, vendorName: string, day: number): CopiedVendor => ({
  id,
  orgId: 1,
  vendorName,
  archivedAt: null,
  updatedAt: `2026-03-0${day}T00:00:00.000Z`,
})
const names = () =>
  database.query('select id, vendor_name as name from vendor_copy order by id, vendor_name')

beforeEach(async () => {
  await database.query('truncate vendor_copy, vendor_reading, frozen_organization, erasure')
  // What was renamed and created after the moment to which order-documents was restored.
  await saveVendorCopies(database, [vendor(1, 'renamed', 5), vendor(2, 'lost', 5)])
  await saveVendorReading(database, new Date())
  owned = [vendor(1, 'as restored', 1), vendor(3, 'not copied', 1)]
  next = null
})

test('vendors that are newer here, or here only, stay', async () => {
  expect(await copyVendors()).toEqual({ code: 0, output: '2 vendors copied.\n' })
  expect(await names()).toEqual([
    { id: 1, name: 'renamed' },
    { id: 2, name: 'lost' },
    { id: 3, name: 'not copied' },
  ])
})

test('--anew makes the copy what order-documents has, also where that is older', async () => {
  expect(await copyVendors('--anew')).toEqual({ code: 0, output: '2 vendors copied.\n' })
  expect(await names()).toEqual([
    { id: 1, name: 'as restored' },
    { id: 3, name: 'not copied' },
  ])
})

test('--anew keeps the copy while order-documents is away', async () => {
  const before = await names()
  owned = undefined
  const { code, output } = await copyVendors('--anew')
  expect(output).toContain('order-documents')
  expect(code).toBe(1)
  expect(await names()).toEqual(before)
  expect(await findVendorReading(database)).toBeDefined()
})

test('--anew that failed after the first page is completed by the next run, or by the service', async () => {
  next = 'since=later'
  const { code, output } = await copyVendors('--anew')
  expect(output).toContain('order-documents')
  expect(code).toBe(1)
  expect(await findVendorReading(database)).toBeUndefined()

  next = null
  expect(await copyVendors()).toMatchObject({ code: 0 })
  expect(await names()).toEqual([
    { id: 1, name: 'as restored' },
    { id: 3, name: 'not copied' },
  ])
})

test('vendors of an organization that was erased and imported again are copied, also unchanged ones', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'copy-vendors-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const moved = path.join(folder, 'organization')
  for (const command of [
    `organization export 1 --to ${moved}`,
    'erase organization 1 --confirm 1',
    `organization import --from ${moved}`,
  ]) {
    const [program = '', ...args] = command.split(' ')
    expect(
      await runProgram(program, args, { DATABASE_MIGRATION_URL: database.ownerUrl }),
    ).toMatchObject({ code: 0 })
  }
  expect(await names()).toEqual([
    { id: 1, name: 'renamed' },
    { id: 2, name: 'lost' },
  ])
  expect(await copyVendors('--anew')).toMatchObject({ code: 0 })
  expect(await names()).toEqual([
    { id: 1, name: 'as restored' },
    { id: 3, name: 'not copied' },
  ])
})

test('a database of an earlier version is refused before the copy is deleted', async () => {
  const before = await names()
  const last = migrations.at(-1)?.name ?? ''
  await database.query(`delete from mikro_orm_migrations where name = '${last}'`)
  onTestFinished(async () => {
    await database.query(`insert into mikro_orm_migrations (name) values ('${last}')`)
  })

  const { code, output } = await copyVendors('--anew')

  expect(output).toContain(`The database lacks 1 migration(s) of this version: ${last}`)
  expect(code).toBe(1)
  expect(await names()).toEqual(before)
})

test.skipIf(pgbouncer === undefined)(
  'it works through PgBouncer, as the service does',
  async () => {
    const variables = {
      DATABASE_URL: pgbouncer?.url ?? '',
      DATABASE_POOLED: 'true',
      // Migrations need PostgreSQL itself.
      DATABASE_MIGRATE: 'false',
    }
    const copied = await runProgram('copy-vendors', ['--anew'], variables)
    expect(copied).toEqual({ code: 0, output: '2 vendors copied.\n' })
  },
)
