import { recordingSql } from '@takeoff/kit/testing/intercepted-sql'
import { planOf } from '@takeoff/kit/testing/query-plan'
import { openAsProcess } from '@takeoff/kit/testing/row-security'
import { searchPrefixes } from '@takeoff/kit/postgres/word-search'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { findOrderPage } from '../src/db/orders/order-pages.ts'
import { createVendor } from '../src/testing/create-vendor.ts'
import { startTestStack } from './test-stack.ts'
import type { TestStack } from './test-stack.ts'

const ORDERS = 50_000
const VENDORS = 1_000
const ORDERS_PER_INSERT = 10_000
/** Its orders are many. */
const LARGE = 7

let stack: TestStack

interface NewOrder {
  readonly orgId?: number
  readonly vendorName: string
  readonly purchaseOrderNumber?: string | null
  readonly externalIdentifier?: string | null
  readonly state?: string
}

async function addOrder(order: NewOrder): Promise<string> {
  const { orgId = 1, vendorName, purchaseOrderNumber = null, externalIdentifier = null } = order
  const vendorId = await createVendor(stack.database, { orgId, vendorName })
  const rows = await stack.database.query<{ readonly id: string }>(
    `insert into "order" (id, org_id, production_list_id, job_id, vendor_id, user_id, kind, state, placement_id,
       purchase_order_number, external_identifier, created_at, updated_at, cancelled_at)
     values (gen_random_uuid(), $1, 1, 1, $2, 1, 'MATERIAL', $3, gen_random_uuid(), $4, $5, clock_timestamp(),
       clock_timestamp(), now())
     returning id`,
    [orgId, vendorId, order.state ?? 'placed', purchaseOrderNumber, externalIdentifier],
  )
  return rows[0]?.id ?? ''
}

const ids: Record<string, string> = {}

beforeAll(async () => {
  stack = await startTestStack()
  const orders: Record<string, NewOrder> = {
    maple: { vendorName: 'North-Star Roofing', purchaseOrderNumber: 'PO-1001/MAPLE' },
    oak: {
      vendorName: 'Southgate Siding',
      purchaseOrderNumber: 'PO-1002',
      externalIdentifier: 'oak-17',
    },
    metal: { vendorName: 'Westerly Metal', externalIdentifier: 'north 9', state: 'cancelled' },
    foreign: { orgId: 2, vendorName: 'North-Star Roofing', purchaseOrderNumber: 'PO-1001/MAPLE' },
  }
  for (const [name, order] of Object.entries(orders)) ids[name] = await addOrder(order)
  await stack.database.query(
    `update vendor set contact_name = 'Nora Eaves', account_number = 'RE-20417' where vendor_name = 'Westerly Metal'`,
  )
}, 60_000)
afterAll(() => stack[Symbol.asyncDispose]())

async function request(variables: object, token?: string) {
  return stack.graphql({
    query: `query ($orgId: Int!, $search: String, $state: String, $updatedSince: DateTime, $first: Int, $after: String) {
      projectManagementOrders(
        orgId: $orgId, search: $search, state: $state, updatedSince: $updatedSince, first: $first, after: $after
      ) { nodes { id } pageInfo { hasNextPage endCursor } }
    }`,
    variables: { orgId: 1, ...variables },
    token,
  })
}

async function found(variables: object): Promise<readonly (string | undefined)[]> {
  const { data, errors } = await request(variables)
  expect(errors).toBeUndefined()
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  return data.projectManagementOrders.nodes.map(({ id }) => names.get(id))
}

describe('orders', () => {
  it.each([
    ['maple', ['maple']],
    ['po 1001', ['maple']],
    ['PO-100', ['oak', 'maple']],
    ['17', ['oak']],
    ['north', ['metal', 'maple']],
    ['STAR po', ['maple']],
    ['siding oak 1002', ['oak']],
    ['aple', []],
    ["' | 'x", []],
    ['eaves', []],
    ['20417', []],
    ['-', ['metal', 'oak', 'maple']],
    ['', ['metal', 'oak', 'maple']],
  ])('are found by the words %j, newest first', async (search, names) => {
    expect(await found({ search })).toEqual(names)
  })

  it('are found by words beside other filters, in the order of changes too', async () => {
    expect(await found({ search: 'north', state: 'placed' })).toEqual(['maple'])
    expect(await found({ search: 'north', updatedSince: '2020-01-01T00:00:00.000Z' })).toEqual([
      'maple',
      'metal',
    ])
  })

  it('come in pages; a cursor is of its search', async () => {
    const first = await request({ search: 'po', first: 1 })
    const { nodes, pageInfo } = first.data.projectManagementOrders
    expect(nodes).toEqual([{ id: ids['oak'] }])
    expect(pageInfo.hasNextPage).toBe(true)
    const after = pageInfo.endCursor
    const second = await request({ search: 'po', first: 1, after })
    expect(second.data.projectManagementOrders).toMatchObject({
      nodes: [{ id: ids['maple'] }],
      pageInfo: { hasNextPage: false },
    })
    for (const search of [undefined, 'p']) {
      const { errors } = await request({ search, after })
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'after' })
    }
  })

  it('of another organization are not found', async () => {
    const { data } = await request({ orgId: 2, search: 'maple' }, await stack.token([2]))
    expect(data.projectManagementOrders.nodes).toEqual([{ id: ids['foreign'] }])
    const { errors } = await request({ orgId: 2, search: 'maple' })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' })
  })

  it.each([
    ['x'.repeat(201), 'search must have at most 200 characters; it has 201.'],
    ['a\0', 'search must be printable characters.'],
  ])('are refused for the search %j', async (search, message) => {
    const { errors } = await request({ search })
    expect(errors).toMatchObject([
      { message, extensions: { code: 'BAD_USER_INPUT', argument: 'search' } },
    ])
  })
})

describe(`among ${ORDERS} orders`, () => {
  beforeAll(async () => {
    const { database } = stack
    await database.query(
      `insert into vendor (org_id, vendor_name, created_at, updated_at)
       select ${LARGE}, 'Vendor V' || n || ' Supply', now(), now() from generate_series(0, ${VENDORS - 1}) n`,
    )
    for (let done = 0; done < ORDERS; done += ORDERS_PER_INSERT)
      await database.query(
        `insert into "order" (id, org_id, production_list_id, job_id, vendor_id, user_id, kind, placement_id,
         purchase_order_number, external_identifier, created_at, updated_at)
       select gen_random_uuid(), ${LARGE}, 1, 1, v.id, 1, 'MATERIAL', gen_random_uuid(),
         'PO-' || n, 'CRM-' || n % 1000, now() - n * interval '1 second', now()
       from generate_series($1::int + 1, $1::int + ${ORDERS_PER_INSERT}) n
       join vendor v on v.org_id = ${LARGE} and v.vendor_name = 'Vendor V' || n % ${VENDORS} || ' Supply'`,
        [done],
      )
    await database.query('vacuum (analyze) "order"')
    await database.query('vacuum (analyze) vendor')
  }, 60_000)

  it.each([
    ['a number', 'PO-43210', 1],
    ['a vendor', 'v777 supply', 50],
    ['a number and a vendor', '17 v17', 560],
  ])('%s is found in the indexes of words', async (_name, search, countMax) => {
    const page = {
      filter: {
        orgId: LARGE,
        prefixes: searchPrefixes(search),
      },
      after: undefined,
      limit: 51,
    }
    const recorder = recordingSql(stack.database)
    await findOrderPage(recorder, page)
    const [sent] = recorder.sent
    const options = { name: 'order-documents', entities, migrations }
    await using asProcess = await openAsProcess(stack.database, options)
    const own = asProcess.ofOrganizations([LARGE])
    const nodes = await planOf(own, sent?.text ?? '', sent?.params ?? [])
    expect(nodes.map((node) => node['Index Name'])).toContain('order_search_index')
    const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan')
    expect(scans.map((node) => node['Relation Name'])).not.toContain('order')
    const rows = await findOrderPage(own, { ...page, limit: 1_000 })
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThanOrEqual(countMax)
  })
})
