import { controlSimulator } from '@takeoff/provider-simulator/testing/simulator-control'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { graphqlData } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createList } from './support/list.ts'
import type { CreatedList } from './support/list.ts'
import { openPlainDatabase } from '@takeoff/dev-env/postgres/open-plain-database'
import { operationsIn } from './support/operations-in.ts'
import { DISTRIBUTION_ORDER_STATE_CHANGED, listen } from './support/webhooks.ts'

const [documented = '', listing = ''] = await operationsIn('distribution-orders.md')

const devEnv = sharedDevEnv()
const simulator = controlSimulator(devEnv.details.providerSimulator)
let organization: Organization
let list: CreatedList

beforeAll(async () => {
  organization = await createOrganization(devEnv)
  list = await createList(organization, [{ name: 'Shingles' }, { name: 'Nails' }])
  const { accessToken } = devEnv.details.providerSimulator
  await graphqlData(
    `mutation ($id: Int!, $connection: ProviderConnectionInput!) {
      vendorConnect(id: $id, connection: $connection) { vendor { id } }
    }`,
    {
      id: list.vendorId,
      connection: { providerIdentifier: 'abc-supply', accountNumber: '20417', accessToken },
    },
    { token: organization.token },
  )
})
afterAll(() => organization[Symbol.asyncDispose]())

interface DistributionOrder {
  readonly id: string
  readonly state: string
  readonly confirmationNumber: string | null
}

const CREATE = `mutation ($list: ID!, $vendorId: Int!, $po: String) {
  created: projectManagementDistributionOrderCreate(
    productionListId: $list, vendorId: $vendorId, purchaseOrderNumber: $po
  ) { distributionOrder { id state } }
}`

async function create(po: string): Promise<DistributionOrder> {
  const { created } = await graphqlData<{ created: { distributionOrder: DistributionOrder } }>(
    CREATE,
    { list: String(list.listId), vendorId: list.vendorId, po },
    { token: organization.token },
  )
  return created.distributionOrder
}

/** Waits until the order has the state. */
function until(id: string, state: string): Promise<DistributionOrder> {
  return vi.waitFor(
    async () => {
      const { order } = await graphqlData<{ order: DistributionOrder }>(
        `query ($id: ID!) {
          order: projectManagementDistributionOrder(id: $id) { id state confirmationNumber }
        }`,
        { id },
        { token: organization.token },
      )
      expect(order.state).toBe(state)
      return order
    },
    { timeout: 20_000, interval: 100 },
  )
}

async function talliesOf(id: string) {
  return (await simulator.orders()).filter(({ clientOrderId }) => clientOrderId === id)
}

test('docs/distribution-orders.md: the operations work', async () => {
  const own = documented
    .replace('productionListId: 3', `productionListId: ${list.listId}`)
    .replace('vendorId: 1', `vendorId: ${list.vendorId}`)
  const data = await graphqlData<{
    projectManagementDistributionOrderCreate: { distributionOrder: DistributionOrder }
  }>(own, {}, { token: organization.token })
  const { id, state } = data.projectManagementDistributionOrderCreate.distributionOrder

  // A quick provider may receive the order before the response is sent.
  expect(['draft', 'submitted']).toContain(state)
  const { confirmationNumber } = await until(id, 'submitted')
  expect(await talliesOf(id)).toMatchObject([{ stored: 1, orders: [{ confirmationNumber }] }])

  const listed = await graphqlData<{
    projectManagementDistributionOrders: { nodes: readonly DistributionOrder[] }
  }>(listing.replace('orgId: 1', `orgId: ${organization.orgId}`), {}, { token: organization.token })
  expect(listed.projectManagementDistributionOrders.nodes).toMatchObject([
    { id, state: 'submitted', confirmationNumber },
  ])
})

test('each state reaches a webhook once, with the fields of the specification', async () => {
  const { orgId, token } = organization
  await using listener = await listen({ orgId, token, events: [DISTRIBUTION_ORDER_STATE_CHANGED] })
  const { id } = await create('events')
  await until(id, 'submitted')
  await devEnv.waitUntilIdle()

  const reported = listener.heard.map(({ payload }) => payload)
  expect(reported).toHaveLength(2)
  expect(new Set(reported.map(({ state }) => state))).toEqual(new Set(['draft', 'submitted']))
  expect(reported[0]).toEqual({
    event: DISTRIBUTION_ORDER_STATE_CHANGED,
    distribution_order_id: id,
    state: expect.any(String) as string,
    webhook_id: listener.id,
    project_management_production_list_id: list.listId,
    job_id: list.jobId,
  })
})

test('an order arrives once though the service is killed while it is being sent', async () => {
  const po = 'po-killed'
  await simulator.script({ purchaseOrderNumber: po, outcome: { delayMs: 1_000 } })
  const { id } = await create(po)
  await expect.poll(async () => (await talliesOf(id))[0]?.submitted).toBe(1)
  await devEnv.kill9('order-documents')
  await devEnv.whenReady('order-documents')
  await expect.poll(() => talliesOf(id), { timeout: 5_000 }).toMatchObject([{ stored: 1 }])
  await endLease(id)
  await until(id, 'submitted')

  expect(await talliesOf(id)).toMatchObject([{ submitted: 1, stored: 1 }])
})

/** Ends the lease of a killed process at once instead of 15 s later. */
async function endLease(id: string): Promise<void> {
  await using database = await openPlainDatabase(devEnv.databases['order-documents'])
  const ended = await database.query(
    `update distribution_order set next_attempt_at = now()
     where id = $1 and leased_at is not null and next_attempt_at > now() returning id`,
    [id],
  )
  expect(ended).toEqual([{ id }])
}
