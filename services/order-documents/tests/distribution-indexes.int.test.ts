import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { interceptedSql } from '@takeoff/kit/testing/intercepted-sql'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { openAsProcess } from '@takeoff/kit/testing/row-security'
import { planOf } from '@takeoff/kit/testing/query-plan'
import type { PlanNode } from '@takeoff/kit/testing/query-plan'
import { beforeAll, expect, test } from 'vitest'
import { claimDistributionOrders } from '../src/db/distribution/claim-distribution-orders.ts'
import { findDistributionOrderPage } from '../src/db/distribution/distribution-order-pages.ts'
import type { DistributionOrderFilter } from '../src/db/distribution/distribution-order-pages.ts'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { createVendor } from '../src/testing/create-vendor.ts'

const ORDERS = 50_000
const LISTS = 10_000
const VENDORS = 20
const DUE = 20
const IN_FLIGHT_MAX = 8
const FIRST_CHANGE = Date.UTC(2026, 0, 1)
const FILL_TIMEOUT_MS = 60_000

const options = { name: 'order-documents', entities, migrations }
const database = await disposeAfterAll(createTestDatabase(options))
/** Plans with the conditions of the policies. */
const asProcess = await disposeAfterAll(openAsProcess(database, options))

/** Nine in ten are of organization 1 and delivered, except for some failed ones; the others wait, and few are due. */
beforeAll(async () => {
  for (let n = 0; n < VENDORS; n += 1)
    await createVendor(database, { orgId: 1 + (n % 2), vendorName: `Vendor ${n}` })
  await database.query(
    `insert into "order" (id, org_id, production_list_id, job_id, vendor_id, user_id, kind,
       placement_id, created_at, updated_at)
     select gen_random_uuid(), 1 + (n % 10 = 0)::int, 1 + n % ${LISTS}, 1, 1 + n % ${VENDORS}, 1,
       'MATERIAL', gen_random_uuid(), $1::timestamptz + n * interval '1 second', now()
     from generate_series(1, ${ORDERS}) n`,
    [new Date(FIRST_CHANGE)],
  )
  await database.query(
    `insert into distribution_order (id, org_id, order_id, vendor_id, provider_identifier, state,
       state_sequence, next_attempt_at, created_at, updated_at)
     select gen_random_uuid(), org_id, id, vendor_id, (array['abc-supply', 'srs'])[1 + vendor_id % 2],
       case when org_id = 2 then 'submitted' when production_list_id % 10 = 5 then 'failed' else 'delivered' end, 3,
       case when org_id = 2 then now() + interval '1 hour' end, created_at, created_at
     from "order"`,
  )
  await database.query(
    `update distribution_order set next_attempt_at = now() - interval '1 second', state = 'draft'
     where id in (select id from distribution_order where org_id = 2 limit ${DUE})`,
  )
  await database.query('vacuum (analyze) "order", distribution_order')
}, FILL_TIMEOUT_MS)

/** Runs each statement of the worker, and returns every node of their plans. */
async function plansOf(work: (sql: Sql) => Promise<unknown>): Promise<PlanNode[]> {
  const nodes: PlanNode[] = []
  const explaining = interceptedSql(database, async (text, params) => {
    nodes.push(...(await planOf(asProcess.forWork('distribution'), text, params)))
    return []
  })
  await work(explaining)
  return nodes
}

const all: DistributionOrderFilter = {
  orgId: 1,
  productionListId: undefined,
  vendorId: undefined,
  state: undefined,
  updatedSinceMs: undefined,
  needsAttention: undefined,
}
const half = FIRST_CHANGE + (ORDERS / 2) * 1000
const somewhere = { id: '0199f0a0-0000-7000-8000-000000000001', atMs: half }

test.each<[string, Partial<DistributionOrderFilter>, string]>([
  ['all', {}, 'distribution_order_created_at_index'],
  ['those of a vendor', { vendorId: 3 }, 'distribution_order_vendor_id_index'],
  ['those in a state', { state: 'failed' }, 'distribution_order_state_index'],
  ['those that changed', { updatedSinceMs: FIRST_CHANGE }, 'distribution_order_updated_at_index'],
  ['those of a list', { productionListId: 7_002 }, 'order_production_list_id_index'],
])('a page of %s is found in an index', async (_name, filter, index) => {
  for (const after of [undefined, somewhere]) {
    const page = { filter: { ...all, ...filter }, after, limit: 51 }
    const nodes = await plansOf((sql) => findDistributionOrderPage(sql, page))

    expect(nodes.map((node) => node['Index Name'])).toContain(index)
    for (const node of nodes) {
      expect(node['Node Type']).not.toBe('Seq Scan')
      expect(node['Actual Rows']).toBeLessThanOrEqual(51)
    }
  }
})

test('those that need attention are found in an index, without those that were delivered', async () => {
  const page = { filter: { ...all, needsAttention: true as const }, after: undefined, limit: 51 }
  const nodes = await plansOf((sql) => findDistributionOrderPage(sql, page))

  expect(nodes.map((node) => node['Index Name'])).toContain('distribution_order_attention_index')
  for (const node of nodes) expect(node['Node Type']).not.toBe('Seq Scan')
})

test('due orders are found by an index, however many wait or have ended', async () => {
  const nodes = await plansOf((sql) =>
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
