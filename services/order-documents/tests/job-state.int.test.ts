import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDistributionOrder } from '../src/testing/create-distribution-order.ts'
import { createVendor } from '../src/testing/create-vendor.ts'
import { startTestStack } from './test-stack.ts'
import type { TestStack } from './test-stack.ts'

let stack: TestStack
let vendorId: number
let lastJobId = 70_000

beforeAll(async () => {
  stack = await startTestStack()
  const provider = { identifier: 'abc-supply', name: 'ABC Supply' }
  vendorId = await createVendor(stack.database, { orgId: 1, vendorName: 'ABC', provider })
})
afterAll(() => stack[Symbol.asyncDispose]())

interface Job {
  readonly id: unknown
  readonly orgId?: number
  readonly measurementVersion?: number | null
  readonly productionListCount?: number
}

/** Requests jobs as the gateway does: with the fields of their own service. */
async function request(jobs: readonly Job[], selection: string, token?: string) {
  return stack.graphql({
    query: `query ($representations: [_Any!]!) {
      _entities(representations: $representations) { ... on Job { ${selection} } }
    }`,
    variables: {
      representations: jobs.map((job) => ({
        __typename: 'Job',
        orgId: 1,
        measurementVersion: 1,
        productionListCount: 1,
        ...job,
      })),
    },
    token,
  })
}

async function stateOf(id: number, token?: string): Promise<unknown> {
  const { data, errors } = await request([{ id }], 'state', token)
  expect(errors).toBeUndefined()
  return data._entities[0]?.state
}

async function addOrder(jobId: number, state?: string): Promise<string> {
  const order = { vendorId, providerIdentifier: 'abc-supply', jobId, isSubmitted: true }
  const { id, orderId } = await createDistributionOrder(stack.database, order)
  if (state !== undefined)
    await stack.database.query(
      `update distribution_order set state = '${state}' where id = '${id}'`,
    )
  return orderId
}

const newJobId = () => (lastJobId += 1)

test('without a placed order the state is what the job has', async () => {
  const jobs = [
    { id: newJobId(), measurementVersion: null, productionListCount: 0 },
    { id: newJobId(), measurementVersion: 2, productionListCount: 0 },
    { id: newJobId(), measurementVersion: 2, productionListCount: 3 },
    { id: 'x', measurementVersion: 2, productionListCount: 3 },
  ]
  const { data } = await request(jobs, 'state orders { id }')
  expect(data._entities).toEqual([
    { state: 'new', orders: [] },
    { state: 'measured', orders: [] },
    { state: 'listed', orders: [] },
    { state: 'listed', orders: [] },
  ])
})

test('a placed order makes it ordered, until it is cancelled', async () => {
  const jobId = newJobId()
  const orderId = await addOrder(jobId)
  expect(await stateOf(jobId)).toBe('ordered')
  await stack.database.query(
    `update "order" set state = 'cancelled', cancelled_at = now() where id = '${orderId}'`,
  )
  expect(await stateOf(jobId)).toBe('listed')
})

test('it is delivered when an order is, and none is on its way', async () => {
  const jobId = newJobId()
  await addOrder(jobId, 'delivered')
  expect(await stateOf(jobId)).toBe('delivered')
  const orderId = await addOrder(jobId, 'acknowledged')
  expect(await stateOf(jobId)).toBe('ordered')
  await stack.database.query(
    `update distribution_order set state = 'delivered' where order_id = '${orderId}'`,
  )
  expect(await stateOf(jobId)).toBe('delivered')
})

test('of a job of another organization they are refused', async () => {
  const jobId = newJobId()
  await addOrder(jobId)
  const { data, errors } = await request(
    [{ id: jobId }],
    'state orders { id }',
    await stack.token([2]),
  )
  expect(data._entities).toEqual([{ state: null, orders: null }])
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN', 'FORBIDDEN'])
})

test('they need the scope orders:read in the organization of the job', async () => {
  const jobs = [{ id: newJobId() }, { id: newJobId(), orgId: 2 }]
  const token = await stack.token({ 1: ['lists:read'], 2: ['lists:read', 'orders:read'] })
  const { data, errors } = await request(jobs, 'state orders { id }', token)
  expect(data._entities).toEqual([
    { state: null, orders: null },
    { state: 'listed', orders: [] },
  ])
  const message = 'This needs the scope orders:read in organization 1.'
  expect(errors?.map((error) => error.message)).toEqual([message, message])
})

test('an order of another organization neither counts nor is shown, whatever the job says', async () => {
  const jobId = newJobId()
  await addOrder(jobId)
  const token = await stack.token([2])
  const { data } = await request([{ id: jobId, orgId: 2 }], 'state orders { id }', token)
  expect(data._entities).toEqual([{ state: 'listed', orders: [] }])
})

test('orders of a job are listed, oldest first', async () => {
  const jobId = newJobId()
  const ids = [await addOrder(jobId), await addOrder(jobId)]
  const { data } = await request([{ id: jobId }], 'orders { id vendor { vendorName } }')
  expect(data._entities).toEqual([
    { orders: ids.map((id) => ({ id, vendor: { vendorName: 'ABC' } })) },
  ])
})

test('a job without the fields that the gateway adds is an internal error', async () => {
  const { errors } = await request(
    [{ id: 1, productionListCount: undefined as unknown as number }],
    'state',
  )
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
})
