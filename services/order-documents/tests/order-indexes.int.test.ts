import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { interceptedSql } from '@takeoff/kit/testing/intercepted-sql'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { openAsProcess } from '@takeoff/kit/testing/row-security'
import { planOf, typesOf } from '@takeoff/kit/testing/query-plan'
import type { PlanNode } from '@takeoff/kit/testing/query-plan'
import { beforeAll, describe, expect, test } from 'vitest'
import { claimDistributionOrders } from '../src/db/distribution/claim-distribution-orders.ts'
import { findDistributionOrderPage } from '../src/db/distribution/distribution-order-pages.ts'
import type { DistributionOrderFilter } from '../src/db/distribution/distribution-order-pages.ts'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { findOrderPage } from '../src/db/orders/order-pages.ts'
import type { OrderFilter } from '../src/db/orders/order-pages.ts'
import type { OrderPosition, PageOf } from '../src/db/orders/page-of-orders.ts'
import { createVendor } from '../src/testing/create-vendor.ts'

const ORDERS = 100_000
/** More would take longer than a statement may. */
const ORDERS_PER_INSERT = 20_000
const LISTS = 20_000
const JOBS = 10_000
const VENDORS = 20
const DISTRIBUTION_ORDERS = 50_000
const DUE = 20
const IN_FLIGHT_MAX = 8
const FIRST_CHANGE = Date.UTC(2026, 0, 1)
const FILL_TIMEOUT_MS = 60_000

const options = { name: 'order-documents', entities, migrations }
const database = await disposeAfterAll(createTestDatabase(options))
/** Plans with the conditions of the policies. */
const asProcess = await disposeAfterAll(openAsProcess(database, options))

/**
 * One order in ten is of organization 2; one in a hundred is cancelled. Changes lie in another order than ids. Orders of
 * half the lists are with a provider: delivered in organization 1, except for some failed ones; those of the other wait, and
 * few are due.
 */
beforeAll(async () => {
  for (let n = 0; n < VENDORS; n += 1)
    await createVendor(database, { orgId: 1 + (n % 2), vendorName: `Vendor ${n}` })
  for (let done = 0; done < ORDERS; done += ORDERS_PER_INSERT)
    await database.query(
      `insert into "order" (id, org_id, production_list_id, job_id, vendor_id, user_id, kind, state,
       placement_id, cancelled_at, created_at, updated_at)
     select gen_random_uuid(), 1 + (n % 10 = 0)::int, 1 + n % ${LISTS}, 1 + n % ${JOBS},
       1 + n % ${VENDORS}, 1, 'MATERIAL', case when n % 100 = 7 then 'cancelled' else 'placed' end,
       gen_random_uuid(), case when n % 100 = 7 then now() end,
       $1::timestamptz + n / 2 * interval '1 second',
       $1::timestamptz + (n::bigint * 7919 % ${ORDERS} / 2) * interval '2 seconds'
     from generate_series($2::int + 1, $2::int + ${ORDERS_PER_INSERT}) n`,
      [new Date(FIRST_CHANGE), done],
    )
  await database.query(
    `insert into distribution_order (id, org_id, order_id, vendor_id, provider_identifier, state,
       state_sequence, next_attempt_at, created_at, updated_at)
     select gen_random_uuid(), org_id, id, vendor_id, (array['abc-supply', 'srs'])[1 + vendor_id % 2],
       case when org_id = 2 then 'submitted' when production_list_id % 10 = 5 then 'failed' else 'delivered' end, 3,
       case when org_id = 2 then now() + interval '1 hour' end, created_at, created_at
     from "order" where production_list_id <= ${(LISTS * DISTRIBUTION_ORDERS) / ORDERS}`,
  )
  await database.query(
    `update distribution_order set next_attempt_at = now() - interval '1 second', state = 'draft'
     where id in (select id from distribution_order where org_id = 2 limit ${DUE})`,
  )
  await database.query('vacuum (analyze) "order", distribution_order')
}, FILL_TIMEOUT_MS)

const half = FIRST_CHANGE + (ORDERS / 2) * 1000
const somewhere: OrderPosition = { id: '0199f0a0-0000-7000-8000-000000000001', atMs: half }
const page = (filter: Partial<OrderFilter>, after?: OrderPosition): PageOf<OrderFilter> => ({
  filter: { orgId: 1, ...filter },
  after,
  limit: 51,
})

/** The plans of the statements of `work`, which get no rows. */
async function plansOf(
  process: Pick<Sql, 'query'>,
  work: (sql: Sql) => Promise<unknown>,
): Promise<PlanNode[][]> {
  const plans: PlanNode[][] = []
  const explaining = interceptedSql(database, async (text, params) => {
    plans.push(await planOf(process, text, params))
    return []
  })
  await work(explaining)
  return plans
}

/** The plan of the one statement that reads a page. */
async function nodesOf(wanted: PageOf<OrderFilter>): Promise<PlanNode[]> {
  const plans = await plansOf(asProcess.ofOrganizations([1]), (sql) => findOrderPage(sql, wanted))
  expect(plans).toHaveLength(1)
  return plans.flat()
}

async function distributionNodesOf(work: (sql: Sql) => Promise<unknown>): Promise<PlanNode[]> {
  return (await plansOf(asProcess.forWork('distribution'), work)).flat()
}

describe(`among ${ORDERS} orders`, () => {
  test.each<[string, PageOf<OrderFilter>, string]>([
    ['the first page', page({}), 'order_org_id_created_at_index'],
    ['a distant page', page({}, somewhere), 'order_org_id_created_at_index'],
    ['a page of a job', page({ jobId: 5_002 }), 'order_job_id_index'],
    ['a page of a list', page({ productionListId: 7_002 }), 'order_production_list_id_index'],
    ['a page of a vendor', page({ vendorId: 3 }), 'order_vendor_id_created_at_index'],
    [
      'a later page of a vendor',
      page({ vendorId: 3 }, somewhere),
      'order_vendor_id_created_at_index',
    ],
    ['a page of a state', page({ state: 'cancelled' }), 'order_org_id_state_created_at_index'],
    ['a page of changed orders', page({ updatedSinceMs: half }), 'order_org_id_updated_at_index'],
    [
      'a later page of changed orders',
      page({ updatedSinceMs: FIRST_CHANGE }, somewhere),
      'order_org_id_updated_at_index',
    ],
    [
      'a page of changed orders of a vendor',
      page({ vendorId: 3, updatedSinceMs: half }),
      'order_vendor_id_updated_at_index',
    ],
    [
      'a page of changed orders in a state',
      page({ state: 'cancelled', updatedSinceMs: half }),
      'order_org_id_state_updated_at_index',
    ],
  ])('%s is found in its index, in order', async (_name, wanted, index) => {
    const nodes = await nodesOf(wanted)
    // The limit is on the ids of the page, and the node below it reads them.
    const [, scan, ...others] = nodes.slice(typesOf(nodes).indexOf('Limit'))
    for (const node of others) expect(node['Index Name'] ?? '').not.toMatch(/^order_(?!pkey)/)
    expect(scan?.['Node Type']).toMatch(/^Index (Only )?Scan$/)
    expect(scan?.['Index Name']).toBe(index)
    expect(scan?.['Actual Rows']).toBeGreaterThan(0)
    expect(scan?.['Actual Rows']).toBeLessThanOrEqual(51)
    expect(scan?.['Rows Removed by Filter'] ?? 0).toBe(0)
  })

  test.each<[string, Partial<OrderFilter>]>([
    ['a job', { jobId: 5_002 }],
    ['a list', { productionListId: 7_002 }],
    ['a list and a vendor', { productionListId: 7_002, vendorId: 3 }],
    ['a job in a state', { jobId: 5_002, state: 'placed' }],
  ])('changed orders of %s are found in an index, and few are sorted', async (_name, filter) => {
    const nodes = await nodesOf(page({ ...filter, updatedSinceMs: FIRST_CHANGE }))
    expect(typesOf(nodes)).not.toContain('Seq Scan')
    for (const node of nodes) expect(node['Actual Rows']).toBeLessThan(100)
  })

  test('whole orders of a page are read by their ids', async () => {
    const nodes = await nodesOf(page({}))
    const orders = nodes.filter((node) => node['Index Name']?.startsWith('order_'))
    expect(orders.map((node) => node['Index Name'])).toEqual(
      expect.arrayContaining(['order_org_id_created_at_index', 'order_pkey']),
    )
    for (const node of nodes) expect(node['Actual Rows']).toBeLessThanOrEqual(51)
  })
})

const allDistributed: DistributionOrderFilter = {
  orgId: 1,
  productionListId: undefined,
  vendorId: undefined,
  state: undefined,
  updatedSinceMs: undefined,
  needsAttention: undefined,
}
const amid = { ...somewhere, atMs: FIRST_CHANGE + (ORDERS / 4) * 1000 }

describe(`among ${DISTRIBUTION_ORDERS} distribution orders`, () => {
  test.each<[string, Partial<DistributionOrderFilter>, string]>([
    ['all', {}, 'distribution_order_created_at_index'],
    ['those of a vendor', { vendorId: 3 }, 'distribution_order_vendor_id_index'],
    ['those in a state', { state: 'failed' }, 'distribution_order_state_index'],
    ['those that changed', { updatedSinceMs: FIRST_CHANGE }, 'distribution_order_updated_at_index'],
    ['those of a list', { productionListId: 7_002 }, 'order_production_list_id_index'],
  ])('a page of %s is found in an index', async (_name, filter, index) => {
    for (const after of [undefined, amid]) {
      const page = { filter: { ...allDistributed, ...filter }, after, limit: 51 }
      const nodes = await distributionNodesOf((sql) => findDistributionOrderPage(sql, page))
      expect(nodes.map((node) => node['Index Name'])).toContain(index)
      for (const node of nodes) {
        expect(node['Node Type']).not.toBe('Seq Scan')
        expect(node['Actual Rows']).toBeLessThanOrEqual(51)
      }
    }
  })

  test('those that need attention are found in an index, without those that were delivered', async () => {
    const page = {
      filter: { ...allDistributed, needsAttention: true as const },
      after: undefined,
      limit: 51,
    }
    const nodes = await distributionNodesOf((sql) => findDistributionOrderPage(sql, page))

    expect(nodes.map((node) => node['Index Name'])).toContain('distribution_order_attention_index')
    for (const node of nodes) expect(node['Node Type']).not.toBe('Seq Scan')
  })

  test('due orders are found by an index, however many wait or have ended', async () => {
    const nodes = await distributionNodesOf((sql) =>
      claimDistributionOrders(sql, {
        inFlightMax: IN_FLIGHT_MAX,
        inFlight: {},
        identifiers: ['abc-supply', 'srs'],
        takesOthers: true,
      }),
    )

    expect(nodes.map((node) => node['Index Name'])).toContain('distribution_order_due_index')
    for (const node of nodes) {
      expect(node['Node Type']).not.toBe('Seq Scan')
      expect(node['Actual Rows']).toBeLessThanOrEqual(DUE)
    }
  })
})

test('the pages of an organization, while orders change, repeat no order and miss none', async () => {
  const filter = { orgId: 2 }
  const ids: string[] = []
  let after: OrderPosition | undefined
  for (;;) {
    const rows = await findOrderPage(database, { filter, after, limit: 700 })
    ids.push(...rows.map(({ id }) => id))
    const last = rows.at(-1)
    if (last === undefined) break
    after = { id: last.id, atMs: last.createdAt.getTime() }
    await database.query('update "order" set updated_at = now() where id = $1', [last.id])
  }
  expect(ids).toHaveLength(ORDERS * 0.1)
  expect(new Set(ids).size).toBe(ids.length)
})
