import { controlSimulator } from '@takeoff/provider-simulator/testing/simulator-control'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { graphqlData, graphqlError } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createList } from './support/list.ts'
import type { CreatedList } from './support/list.ts'
import { operationsIn } from './support/operations-in.ts'
import { DISTRIBUTION_ORDER_STATE_CHANGED, listen } from './support/webhooks.ts'

const [documented = '', listing = ''] = await operationsIn('distribution-orders.md')
/** The lease of a killed process, its restart, and a margin. */
const RECOVERY_MS = 60_000

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
function until(id: string, state: string, timeout = 20_000): Promise<DistributionOrder> {
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
    { timeout, interval: 100 },
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

// An order of a killed service waits for the end of its lease; the other tests run meanwhile.
describe.concurrent('an order arrives once', () => {
  let killed: string

  beforeAll(async () => {
    const po = 'po-killed'
    await simulator.script({ purchaseOrderNumber: po, outcome: { delayMs: 1_000 } })
    killed = (await create(po)).id
    await vi.waitUntil(async () => (await talliesOf(killed))[0]?.submitted === 1)
    await devEnv.kill9('order-documents')
    await devEnv.whenReady('order-documents')
  })

  test(
    'when the service is killed while it is being sent',
    async () => {
      await expect.poll(() => talliesOf(killed), { timeout: 5_000 }).toMatchObject([{ stored: 1 }])
      await until(killed, 'submitted', RECOVERY_MS)

      expect(await talliesOf(killed)).toMatchObject([{ submitted: 1, stored: 1 }])
    },
    RECOVERY_MS + 10_000,
  )

  test.each(['accept-and-drop', 'drop-before'] as const)('after %s', async (outcome) => {
    const po = `po-${outcome}`
    await simulator.script({ purchaseOrderNumber: po, outcome })
    const { id } = await create(po)
    await until(id, 'submitted')

    expect(await talliesOf(id)).toMatchObject([{ stored: 1 }])
  })
})

test('a violation of a limit of the provider is reported by argument', async () => {
  const variables = { list: String(list.listId), vendorId: list.vendorId, po: 'x'.repeat(21) }
  const error = await graphqlError(CREATE, variables, { token: organization.token })

  expect(error).toMatchObject({
    message: expect.stringContaining('ABC Supply would not take this order') as string,
    extensions: {
      code: 'PROVIDER_LIMIT_EXCEEDED',
      limits: [{ argument: 'purchaseOrderNumber', limit: 20, given: 21 }],
    },
  })
})

test('a vendor that is not connected accepts no distribution orders', async () => {
  const vendorId = await organization.createVendor('Unconnected')
  const variables = { list: String(list.listId), vendorId }
  const error = await graphqlError(CREATE, variables, { token: organization.token })

  expect(error.extensions).toMatchObject({ code: 'PROVIDER_NOT_CONNECTED', argument: 'vendorId' })
})
