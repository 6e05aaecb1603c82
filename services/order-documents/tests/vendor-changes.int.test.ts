import { parseVendorChange, parseVendorChanges } from '@takeoff/contracts/vendor-changes'
import type { CopiedVendor, VendorChange } from '@takeoff/contracts/vendor-changes'
import { recordingSql } from '@takeoff/kit/testing/intercepted-sql'
import { planOf } from '@takeoff/kit/testing/query-plan'
import { openAsProcess } from '@takeoff/kit/testing/row-security'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { findVendorChanges } from '../src/db/vendors/vendor-changes.ts'
import { startTestStack } from './test-stack.ts'
import { ask, mutations, vendorOf } from './vendor-fields.ts'
import type { CallerOptions } from './vendor-fields.ts'

const NOW = new Date('2026-03-14T15:09:26.535Z')
const ORGANIZATION = 9
const PAGE = 1_000

// Without a broker messages stay in the outbox.
const stack = await startTestStack({ now: () => NOW }, { EVENTS_URL: 'amqp://127.0.0.1:9' })
afterAll(() => stack[Symbol.asyncDispose]())

const { database } = stack
const send = (
  name: keyof typeof mutations,
  variables: Readonly<Record<string, unknown>>,
  options?: CallerOptions,
) => ask(stack, mutations[name], variables, { orgIds: [ORGANIZATION], ...options })
const create = (vendorName: string, options?: CallerOptions) =>
  send('create', { orgId: ORGANIZATION, vendor: { vendorName } }, options)

async function sent(): Promise<VendorChange[]> {
  const rows = await database.query<{ envelope: unknown }>(
    `select envelope from outbox_message where envelope ->> 'name' = 'vendor.changed' order by created_at`,
  )
  return rows.map(({ envelope }) => parseVendorChange(envelope))
}

beforeEach(async () => {
  await database.query('delete from outbox_message')
  await database.query('delete from vendor')
})

describe('a message', () => {
  test('says how a vendor is after each change that others copy', async () => {
    const { id } = await vendorOf(create('Northern Copper'))
    await send('update', { id, vendor: { vendorName: 'Northern Copper Works' } })
    await send('archive', { id })
    await send('restore', { id })
    const states = (await sent()).map(({ vendor }) => vendor)
    const at = (ms: number) => new Date(NOW.getTime() + ms).toISOString()
    const of = { id, orgId: ORGANIZATION, vendorName: 'Northern Copper Works', archivedAt: null }
    // The clock stands still, and each change is later than the one before.
    expect(states).toEqual([
      { ...of, vendorName: 'Northern Copper', updatedAt: at(0) },
      { ...of, updatedAt: at(1) },
      { ...of, archivedAt: at(0), updatedAt: at(2) },
      { ...of, updatedAt: at(3) },
    ])
  })

  test('is not sent when nothing that others copy has changed', async () => {
    const { id } = await vendorOf(create('Northern Copper'))
    await database.query('delete from outbox_message')
    await send('update', { id, vendor: { phone: '+1 763 555 0190' } })
    await send('update', { id, vendor: { vendorName: 'Northern Copper' } })
    await send('restore', { id })
    expect(await sent()).toEqual([])
  })

  test('is not sent when the change is not committed', async () => {
    await create('Northern Copper', { idempotencyKey: 'once' })
    await create('Northern Copper', { idempotencyKey: 'once' })
    await create('Southern Copper', { idempotencyKey: 'once' })
    const { id } = await vendorOf(create('Western Copper'))
    await send('archive', { id }, { orgIds: [ORGANIZATION + 1] })
    const names = (await sent()).map(({ vendor }) => vendor.vendorName)
    expect(names).toEqual(['Northern Copper', 'Western Copper'])
  })
})

describe('GET /vendor-changes', () => {
  const read = async (query = '') => {
    const response = await stack.fetch(`/vendor-changes${query}`)
    return { status: response.status, body: (await response.json()) as unknown }
  }

  test('has the vendors of all organizations, in pages, in the order of their changes', async () => {
    await database.query(
      `insert into vendor (org_id, vendor_name, created_at, updated_at)
       select 1 + n % 3, 'Vendor ' || n, now(), '2026-01-01'::timestamptz + (n / 3) * interval '1 second'
       from generate_series(1, $1) n`,
      [2 * PAGE + 5],
    )
    const all: CopiedVendor[] = []
    const sizes: number[] = []
    for (let query: string | null = ''; query !== null;) {
      const page = parseVendorChanges((await read(query)).body)
      all.push(...page.vendors)
      sizes.push(page.vendors.length)
      query = page.next === null ? null : `?${page.next}`
    }
    expect(sizes).toEqual([PAGE, PAGE, 5])
    expect(new Set(all.map(({ id }) => id)).size).toBe(2 * PAGE + 5)
    expect(new Set(all.map(({ orgId }) => orgId))).toEqual(new Set([1, 2, 3]))
    const times = all.map(({ updatedAt }) => updatedAt)
    expect(times).toEqual(times.toSorted())

    const since = all.at(-2)?.updatedAt ?? ''
    const { vendors } = parseVendorChanges((await read(`?since=${since}`)).body)
    expect(vendors.length).toBeLessThan(4)
    expect(vendors.at(-1)).toEqual(all.at(-1))
  })

  test('finds a page in the index', async () => {
    await database.query(
      `insert into vendor (org_id, vendor_name, created_at, updated_at)
       select n % 50, 'Vendor ' || n, now(), '2026-01-01'::timestamptz + n * interval '1 second'
       from generate_series(1, 20_000) n`,
    )
    await database.query('vacuum (analyze) vendor')
    const recorder = recordingSql(database)
    await findVendorChanges(recorder, { updatedAt: new Date(0), id: 0 }, PAGE)
    const [statement] = recorder.sent
    const options = { name: 'order-documents', entities, migrations }
    await using asProcess = await openAsProcess(database, options)
    const own = asProcess.forWork('vendor-copying')
    const nodes = await planOf(own, statement?.text ?? '', statement?.params ?? [])
    expect(nodes).toContainEqual(
      expect.objectContaining({
        'Node Type': expect.stringContaining('Index') as string,
        'Index Name': 'vendor_updated_at_id_index',
        'Actual Rows': PAGE,
      }),
    )
  })

  test.each([
    ['?since=yesterday', 'since'],
    ['?since=2026-01-01T00:00:00Z&since=2026-01-02T00:00:00Z', 'since'],
    ['?after=-1', 'after'],
    ['?after=1&after=2', 'after'],
    ['?after=99999999999', 'after'],
  ])('refuses %s', async (query, argument) => {
    expect(await read(query)).toMatchObject({
      status: 400,
      body: { code: 'BAD_USER_INPUT', argument },
    })
  })

  test('is closed to callers without a service token, a user with every scope included', async () => {
    const authorization = `Bearer ${await stack.token([1])}`
    const response = await fetch(`${stack.url}/vendor-changes`, { headers: { authorization } })
    expect(response.status).toBe(403)
  })
})
