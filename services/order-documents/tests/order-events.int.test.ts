import { startSimulator } from '@takeoff/provider-simulator/testing/start-simulator'
import type { TestSimulator } from '@takeoff/provider-simulator/testing/start-simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVendor } from '../src/testing/create-vendor.ts'
import { createDocument } from './create-document.ts'
import { ask } from './distribution-fields.ts'
import { followUps, orderOf } from './follow-up.ts'
import { startTestStack } from './test-stack.ts'
import type { TestStack } from './test-stack.ts'

let stack: TestStack
let simulator: TestSimulator
let calls: ReturnType<typeof followUps>
let vendorId: number

beforeAll(async () => {
  simulator = await startSimulator()
  const url = `${simulator.url}/abc-supply`
  stack = await startTestStack(
    {},
    { PROVIDERS: JSON.stringify({ 'abc-supply': { url, timeoutMs: 1_000, settleMs: 2_000 } }) },
  )
  calls = followUps(stack)
  vendorId = await createVendor(stack.database, { orgId: 1, vendorName: 'ABC' })
  const { accessToken } = simulator
  const { errors } = await stack.graphql({
    query: `mutation ($id: Int!, $connection: ProviderConnectionInput!) {
      vendorConnect(id: $id, connection: $connection) { vendor { id } } }`,
    variables: {
      id: vendorId,
      connection: { providerIdentifier: 'abc-supply', accountNumber: '20417', accessToken },
    },
  })
  if (errors !== undefined) throw new Error(errors[0]?.message)
})

afterAll(async () => {
  await stack[Symbol.asyncDispose]()
  await simulator[Symbol.asyncDispose]()
})

async function place() {
  const list = stack.lists.addList()
  const document = await createDocument(stack, {
    attributes: { productionListId: list.id, vendorId },
  })
  const [item] = list.listItems
  return { id: document.order.id, documentId: document.id, list, itemId: item?.id }
}

const eventsOf = (id: string) => stack.events.filter(({ aggregate }) => aggregate.id === id)

/** The states of an order's events, as soon as there are this many. */
async function statesOf(id: string, count: number): Promise<unknown[]> {
  await expect.poll(() => eventsOf(id).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count)
  return eventsOf(id).map(({ data }) => 'state' in data && data.state)
}

async function updatedAt(id: string): Promise<number> {
  const { data } = await stack.graphql({
    query: 'query ($id: ID!) { projectManagementOrder(id: $id) { updatedAt } }',
    variables: { id },
  })
  return Date.parse(data.projectManagementOrder.updatedAt)
}

async function render(orderId: string): Promise<string> {
  const { data } = await stack.graphql({
    query: `mutation ($id: ID!) {
      projectManagementOrderDocumentRender(orderId: $id) { orderDocument { id } } }`,
    variables: { id: orderId },
  })
  return data.projectManagementOrderDocumentRender.orderDocument.id
}

describe('an event is published when an order', () => {
  it('is cancelled', async () => {
    const { id, list } = await place()
    orderOf(await calls.cancel({ id }))

    expect(await statesOf(id, 1)).toEqual(['cancelled'])
    expect(eventsOf(id)[0]).toMatchObject({
      name: 'order.state-changed',
      orgId: 1,
      aggregate: { type: 'order', id, sequence: 1 },
      data: {
        orderId: id,
        state: 'cancelled',
        productionListId: list.id,
        jobId: list.salesOpportunity.job.id,
      },
    })
  })

  it('is changed, and when its change order is cancelled; each counts on', async () => {
    const { id, itemId } = await place()
    const additions = [{ listItemId: itemId, quantity: 4 }]
    const change = orderOf(await calls.change({ id, additions }))
    orderOf(await calls.cancel({ id: change.id }))

    expect(await statesOf(id, 2)).toEqual(['placed', 'placed'])
    expect(eventsOf(id).map(({ aggregate }) => aggregate.sequence)).toEqual([1, 2])
    expect(await statesOf(change.id, 1)).toEqual(['cancelled'])
  })

  it('is replaced or cancelled with its change orders', async () => {
    const [replaced, cancelled] = [await place(), await place()]
    for (const { id, itemId } of [replaced, cancelled]) {
      await calls.change({ id, additions: [{ listItemId: itemId, quantity: 4 }] })
    }
    orderOf(await calls.reorder({ id: replaced.id }))
    const { changeOrders } = orderOf(await calls.cancel({ id: cancelled.id }))

    expect(await statesOf(replaced.id, 2)).toEqual(['placed', 'replaced'])
    expect(await statesOf(cancelled.id, 2)).toEqual(['placed', 'cancelled'])
    expect(await statesOf(changeOrders[0]?.id ?? '', 1)).toEqual(['cancelled'])
  })

  it('is refused a cancellation: none', async () => {
    const { id } = await place()
    orderOf(await calls.cancel({ id }))
    await calls.cancel({ id })
    expect(await statesOf(id, 1)).toEqual(['cancelled'])
  })

  it('changes with its distribution order, whose states are fields of the order', async () => {
    const created = await ask(stack, 'projectManagementDistributionOrderCreate', {
      productionListId: stack.lists.addList().id,
      vendorId,
    })
    const { id, order } = created.data.projectManagementDistributionOrderCreate.distributionOrder
    expect(await statesOf(order.id, 1)).toEqual(['placed'])
    const submitted = await ask(stack, 'projectManagementDistributionOrder', { id })
    const { state, updatedAt: at } = submitted.data.projectManagementDistributionOrder
    expect(state).toBe('submitted')
    expect(await updatedAt(order.id)).toBeGreaterThanOrEqual(Date.parse(at))

    await ask(stack, 'projectManagementDistributionOrderCancel', { id })
    await expect
      .poll(async () => (await statesOf(order.id, 3)).at(-1), { timeout: 10_000 })
      .toBe('cancelled')
    const events = eventsOf(order.id)
    expect(events.map(({ aggregate }) => aggregate.sequence)).toEqual(events.map((_, n) => n + 1))
  })
})

describe('updatedAt of an order', () => {
  it('moves with its documents: a new one, and the end of its rendering', async () => {
    const { id, documentId } = await place()
    const first = await updatedAt(id)
    const times = await stack.database.query<{ at: Date }>(
      'select updated_at as at from order_document where id = $1',
      [documentId],
    )
    expect(first).toBe(times[0]?.at.getTime())

    await render(id)
    expect(await updatedAt(id)).toBeGreaterThan(first)
    expect(eventsOf(id)).toEqual([])
  })
  it('moves forward with a change, though the clock of a process is slow', async () => {
    const { id } = await place()
    const ahead = new Date(Date.now() + 3_600_000)
    await stack.database.query('update "order" set updated_at = $2 where id = $1', [id, ahead])
    orderOf(await calls.cancel({ id }))
    expect(await updatedAt(id)).toBe(ahead.getTime() + 1)
  })
})
