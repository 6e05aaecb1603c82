import { startSimulator } from '@takeoff/provider-simulator/testing/start-simulator'
import type { TestSimulator } from '@takeoff/provider-simulator/testing/start-simulator'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createVendor } from '../src/testing/create-vendor.ts'
import { ask } from './distribution-fields.ts'
import type { operations } from './distribution-fields.ts'
import { stubItem, stubList } from './production-lists-stub.ts'
import type { StubList } from './production-lists-stub.ts'
import { startTestStack, UNKNOWN_UUID } from './test-stack.ts'
import type { RequestOptions, TestStack } from './test-stack.ts'

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

let stack: TestStack
let simulator: TestSimulator
/** Vendors of organization 1, by the provider they are connected with. */
let abc: number
let qxo: number
let unconnected: number

beforeAll(async () => {
  simulator = await startSimulator()
  const address = (name: string) => ({
    url: `${simulator.url}/${name}`,
    timeoutMs: 1_000,
    settleMs: 2_000,
  })
  stack = await startTestStack(
    {},
    {
      PROVIDERS: JSON.stringify({ 'abc-supply': address('abc-supply'), qxo: address('qxo') }),
      PROVIDERS_ALLOW_HTTP: 'true',
    },
  )
  abc = await connected('abc-supply')
  qxo = await connected('qxo')
  unconnected = await createVendor(stack.database, { orgId: 1, vendorName: 'Summit Metal' })
})

afterAll(async () => {
  await stack[Symbol.asyncDispose]()
  await simulator[Symbol.asyncDispose]()
})

beforeEach(() => simulator.control.reset())

describe('a distribution order', () => {
  it('is returned as a draft, and then submitted to the supplier', async () => {
    const [shingles, nails] = [stubItem(), stubItem({ quantity: 4.5 })]
    const list = stack.lists.addList([shingles, nails, stubItem({ type: 'LABOR' })])
    const draft = await create({
      productionListId: list.id,
      purchaseOrderNumber: 'PO-1042',
      externalIdentifier: 'erp:77',
      delivery: { date: '2026-03-20', window: 'AM', placementNotes: 'Rear slope' },
    })

    expect(draft).toMatchObject({
      orgId: 1,
      productionListId: list.id,
      jobId: list.salesOpportunity.job.id,
      state: 'draft',
      status: null,
      vendor: { id: abc },
      submittedAt: null,
      cancelRequestedAt: null,
      rejectedLines: [],
      order: {
        state: 'placed',
        purchaseOrderNumber: 'PO-1042',
        externalIdentifier: 'erp:77',
        orderDocuments: [],
        distributionOrder: { id: draft.id },
        orderListItems: [
          { sku: shingles.SKU, quantity: 76, listItem: { id: shingles.id } },
          { sku: nails.SKU, quantity: 4.5, listItem: { id: nails.id } },
        ],
      },
    })
    const submitted = await until(draft.id, 'submitted')
    const [tally] = await simulator.control.orders()

    expect(submitted).toMatchObject({
      status: 'received',
      rawStatus: 'Pending',
      failure: null,
      submittedAt: expect.stringMatching(TIMESTAMP) as string,
    })
    expect(tally).toMatchObject({
      provider: 'abc-supply',
      clientOrderId: draft.id,
      accountNumber: '20417',
      purchaseOrderNumber: 'PO-1042',
      submitted: 1,
      stored: 1,
      orders: [{ confirmationNumber: submitted.confirmationNumber }],
    })
  })

  it('publishes its states, the draft included', async () => {
    const draft = await create()
    await until(draft.id, 'submitted')

    await expect.poll(() => eventsOf(draft.id)).toHaveLength(2)
    expect(eventsOf(draft.id)).toMatchObject([
      { orgId: 1, aggregate: { sequence: 1 }, data: { state: 'draft' } },
      { orgId: 1, aggregate: { sequence: 2 }, data: { state: 'submitted' } },
    ])
  })

  it('shows the lines that the supplier refuses, and why', async () => {
    await simulator.control.script({ outcome: 'reject-a-line' })
    const draft = await create({
      productionListId: stack.lists.addList([stubItem(), stubItem()]).id,
    })
    const { rejectedLines } = await until(draft.id, 'submitted')

    expect(rejectedLines).toEqual([
      { id: draft.order.orderListItems[0]?.id, rejectedReason: 'Not available at this branch' },
    ])
  })

  it.each(['reject-all', 'reject-inside', 'wrong-token'] as const)(
    'that is refused (%s) has failed, and frees its items',
    async (outcome) => {
      await simulator.control.script({ outcome })
      const draft = await create()
      const failed = await until(draft.id, 'failed')

      expect(failed.failure).not.toBeNull()
      expect(failed.order).toMatchObject({ state: 'cancelled', cancelReason: failed.failure })
      await expect.poll(() => eventsOf(draft.id)).toHaveLength(2)
    },
  )

  it.each([
    'accept-and-drop',
    'accept-and-fail',
    'accept-and-babble',
    'drop-before',
    'fail-before',
  ] as const)('arrives once, whatever happens to a response (%s)', async (outcome) => {
    await simulator.control.script({ outcome })
    const draft = await create()
    await until(draft.id, 'submitted')

    expect(await simulator.control.orders()).toMatchObject([{ stored: 1 }])
  })

  it('with a late response arrives once', async () => {
    await simulator.control.script({ outcome: { delayMs: 1_500 } })
    const draft = await create()
    await until(draft.id, 'submitted')

    expect(await simulator.control.orders()).toMatchObject([{ submitted: 1, stored: 1 }])
  })

  it('leaves out items that the list does not need, with a warning', async () => {
    const [needed, spare] = [stubItem(), stubItem({ quantity: 0, pretaxCost: 0, totalCost: 0 })]
    const response = await send({ productionListId: stack.lists.addList([needed, spare]).id })
    const { distributionOrder } = response.data.projectManagementDistributionOrderCreate

    expect(distributionOrder.order.orderListItems).toMatchObject([{ listItem: { id: needed.id } }])
    expect(response.extensions?.warnings).toEqual([expect.stringContaining(String(spare.id))])
  })

  it('has the items of the vendor and those without one, unless others are named', async () => {
    const [ours, untied] = [stubItem({ vendor: { id: abc } }), stubItem()]
    const theirs = stubItem({ vendor: { id: unconnected } })
    const productionListId = stack.lists.addList([ours, theirs, untied]).id
    const { order } = await create({ productionListId })
    const named = await send({ productionListId, listItemIds: [theirs.id] })

    expect(order.orderListItems.map(itemIdOf)).toEqual([ours.id, untied.id])
    expect(named.errors).toBeUndefined()
    expect(named.extensions?.warnings).toEqual([expect.stringContaining(String(theirs.id))])
  })

  it('counts as ordered', async () => {
    const list = stack.lists.addList()
    await create({ productionListId: list.id })
    const again = await send({ productionListId: list.id })

    expect(again.extensions?.warnings).toEqual([expect.stringMatching(/^Over-ordered/)])
  })

  it('warns of instructions that the branch does not see', async () => {
    const response = await send({
      delivery: { placementNotes: 'On the rear slope, behind the pool' },
    })

    expect(response.errors).toBeUndefined()
    expect(response.extensions?.warnings).toEqual([expect.stringContaining('first 25')])
  })

  it('is the same under the same Idempotency-Key', async () => {
    const request = { productionListId: stack.lists.addList().id }
    const options = { idempotencyKey: crypto.randomUUID() }
    const responses = await Promise.all([send(request, options), send(request, options)])
    const ids = responses.map(idOf)
    const other = await send({ ...request, purchaseOrderNumber: 'PO-2' }, options)

    expect(ids[0]).toBe(ids[1])
    expect(idOf(await send(request, options))).toBe(ids[0])
    expect(codeOf(other)).toBe('IDEMPOTENCY_CONFLICT')
  })

  it('can have a job name that its provider accepts', async () => {
    const draft = await create({ vendorId: qxo, jobName: 'Oak 12' })

    expect(await until(draft.id, 'submitted')).toMatchObject({ vendor: { id: qxo } })
  })
})

describe('a refusal', () => {
  const labor = stubItem({ type: 'LABOR' })
  const nameless = stubItem({ SKU: null })

  it.each([
    ['an unknown list', { productionListId: '999999' }, 'NOT_FOUND', 'productionListId'],
    ['a malformed list', { productionListId: '1x' }, 'BAD_USER_INPUT', 'productionListId'],
    ['an unknown vendor', { vendorId: 999_999 }, 'NOT_FOUND', 'vendorId'],
    ['an unknown item', { listItemIds: ['424242'] }, 'BAD_USER_INPUT', 'listItemIds'],
    ['a long job name', { jobName: 'x'.repeat(101) }, 'BAD_USER_INPUT', 'jobName'],
    [
      'a long purchase order number',
      { purchaseOrderNumber: 'x'.repeat(65) },
      'BAD_USER_INPUT',
      'purchaseOrderNumber',
    ],
    ['a malformed date', { delivery: { date: 'soon' } }, 'BAD_USER_INPUT', 'delivery.date'],
  ])('of %s leaves nothing behind', async (_, variables, code, argument) => {
    const response = await refuse(variables, { code, argument })

    expect(messageOf(response)).not.toBe('')
  })

  it('of a vendor that is not connected leaves nothing behind', async () => {
    const refusal = { code: 'PROVIDER_NOT_CONNECTED', argument: 'vendorId' }
    const response = await refuse({ vendorId: unconnected }, refusal)

    expect(messageOf(response)).toContain('vendorConnect')
  })

  it('of labor leaves nothing behind', async () => {
    const list = stack.lists.addList([labor])
    const response = await refuse(
      { productionListId: list.id, listItemIds: [labor.id] },
      { code: 'BAD_USER_INPUT', argument: 'listItemIds' },
    )

    expect(messageOf(response)).toContain('LABOR')
  })

  it('of items without a SKU names them', async () => {
    const response = await refuse(
      { productionListId: stack.lists.addList([stubItem(), nameless]).id },
      { code: 'BAD_USER_INPUT', argument: 'listItemIds', listItemIds: [nameless.id] },
    )

    expect(messageOf(response)).toContain(nameless.name)
  })

  it('of a list of other vendors’ items leaves nothing behind', async () => {
    const productionListId = stack.lists.addList([stubItem({ vendor: { id: unconnected } })]).id
    const refusal = { code: 'BAD_USER_INPUT', argument: 'listItemIds' }
    const response = await refuse({ productionListId }, refusal)

    expect(messageOf(response)).toContain('tied to another vendor')
  })

  it('of a list that needs nothing leaves nothing behind', async () => {
    const productionListId = stack.lists.addList([stubItem({ quantity: 0 })]).id

    const refusal = { code: 'BAD_USER_INPUT', argument: 'listItemIds' }
    const response = await refuse({ productionListId }, refusal)

    expect(messageOf(response)).toContain('quantity 0')
  })

  it('by the limits of the provider names every argument at once', async () => {
    const response = await refuse(
      {
        vendorId: qxo,
        jobName: 'The house on Oak Street',
        purchaseOrderNumber: 'x'.repeat(23),
        delivery: { shipTo: { lines: ['12 Oak Street', 'x'.repeat(31)] } },
      },
      {
        code: 'PROVIDER_LIMIT_EXCEEDED',
        argument: 'purchaseOrderNumber',
        limits: [
          { argument: 'purchaseOrderNumber', limit: 22, given: 23 },
          { argument: 'jobName', limit: 15, given: 23 },
          { argument: 'delivery.shipTo.lines[1]', limit: 30, given: 31 },
        ],
      },
    )

    expect(messageOf(response)).toContain('QXO')
  })

  it('names where values come from that were left out', async () => {
    const { salesOpportunity, ...list } = stubList(Array.from({ length: 100 }, () => stubItem()))
    const job = { id: 123_456_789, name: 'The house on Oak Street' }
    stack.lists.add({ ...list, salesOpportunity: { ...salesOpportunity, job } })
    const response = await refuse(
      { vendorId: qxo, productionListId: list.id },
      { code: 'PROVIDER_LIMIT_EXCEEDED', argument: 'jobName' },
    )

    expect(messageOf(response)).toContain(
      'jobName has 23 characters, at most 15 are taken (it is the name of the job, because jobName was left out)',
    )
  })

  it('without the scope orders:submit is FORBIDDEN', async () => {
    const token = await stack.token([1], 'lists:read orders:read')

    expect(codeOf(await send({}, { token }))).toBe('FORBIDDEN')
    expect(codeOf(await cancel(UNKNOWN_UUID, { token }))).toBe('FORBIDDEN')
  })
})

describe('cancelling', () => {
  it('an order that the supplier has requires a request to the supplier', async () => {
    const { id } = await create()
    await until(id, 'submitted')
    const response = await cancel(id)
    const { distributionOrder } = response.data.projectManagementDistributionOrderCancel

    expect(distributionOrder.cancelRequestedAt).toMatch(TIMESTAMP)
    expect((await until(id, 'cancelled')).order.state).toBe('cancelled')
    const [tally] = await simulator.control.orders()
    expect(tally?.orders[0]?.status).toBe('Cancelled')
    await expect.poll(() => eventsOf(id)).toHaveLength(3)
    await expectNoChangeByCancelling(id)
  })

  it('an order that is on the truck leaves it unchanged, with a reason', async () => {
    const { id } = await create()
    await until(id, 'submitted')
    await simulator.control.move(id, 'En Route')
    await cancel(id)

    await expect
      .poll(() => read(id))
      .toMatchObject({
        cancelRequestedAt: null,
        failure: expect.stringContaining('ABC Supply did not cancel the order') as string,
      })
    // The refusal causes a status request.
    expect(await until(id, 'acknowledged')).toMatchObject({ status: 'in_progress' })
  })

  it('is refused here where the provider accepts no cancellations', async () => {
    const { id } = await create({ vendorId: qxo, jobName: 'Oak 12' })
    await until(id, 'submitted')
    const response = await cancel(id)

    expect(codeOf(response)).toBe('CONFLICT')
    expect(response.errors?.[0]?.extensions).toMatchObject({ state: 'submitted' })
    expect(messageOf(response)).toContain('QXO takes no cancellations')
  })

  it('a draft that waits to be sent again succeeds at once, in the name of the user', async () => {
    await simulator.control.script({ outcome: 'too-many-requests', times: null })
    const { id } = await create()
    await expect.poll(async () => (await read(id)).failure).toContain('Slow down')
    const response = await cancel(id)

    expect(response.data.projectManagementDistributionOrderCancel.distributionOrder).toMatchObject({
      state: 'cancelled',
      order: { state: 'cancelled', cancelledBy: 7 },
    })
    await expectNoChangeByCancelling(id)
  })

  it.each([UNKNOWN_UUID, 'x', ''])('"%s" finds nothing', async (id) => {
    expect(codeOf(await cancel(id))).toBe('NOT_FOUND')
  })

  it('another organization’s order finds nothing', async () => {
    const { id } = await create()

    expect(codeOf(await cancel(id, { token: await stack.token([2]) }))).toBe('NOT_FOUND')
  })
})

describe('reading', () => {
  let list: StubList
  let ids: string[]

  beforeAll(async () => {
    await simulator.control.reset()
    list = stack.lists.addList()
    ids = []
    for (const vendorId of [abc, qxo, abc]) {
      const { id } = await create({ productionListId: list.id, vendorId, jobName: 'Oak 12' })
      ids.push(id)
    }
    for (const id of ids) await until(id, 'submitted')
  })

  const page = async (variables: object, options?: RequestOptions) => {
    const response = await ask(
      stack,
      'projectManagementDistributionOrders',
      { orgId: 1, productionListId: String(list.id), ...variables },
      options,
    )
    expect(response.errors).toBeUndefined()
    return response.data.projectManagementDistributionOrders
  }
  const idsOf = ({ nodes }: { readonly nodes: readonly { readonly id: string }[] }) =>
    nodes.map(({ id }) => id)

  it('finds an order by its id', async () => {
    expect(await read(ids[0] ?? '')).toMatchObject({ id: ids[0], state: 'submitted' })
    expect(await read((ids[0] ?? '').toUpperCase())).toMatchObject({ id: ids[0] })
  })

  it.each([UNKNOWN_UUID, 'x', ''])('finds nothing under "%s"', async (id) => {
    expect(await read(id)).toBeNull()
  })

  it('finds nothing of another organization', async () => {
    const token = await stack.token([2])

    expect(await read(ids[0] ?? '', { token })).toBeNull()
    expect(idsOf(await page({ orgId: 2 }, { token }))).toEqual([])
  })

  it('lists the newest first, by vendor and state', async () => {
    expect(idsOf(await page({}))).toEqual(ids.toReversed())
    expect(idsOf(await page({ vendorId: qxo }))).toEqual([ids[1]])
    expect(idsOf(await page({ state: 'submitted' }))).toEqual(ids.toReversed())
    expect(idsOf(await page({ state: 'failed' }))).toEqual([])
    expect(idsOf(await page({ productionListId: '1x' }))).toEqual([])
  })

  it('lists page by page', async () => {
    const first = await page({ first: 2 })
    const second = await page({ first: 2, after: first.pageInfo.endCursor })

    expect([idsOf(first), idsOf(second)]).toEqual([[ids[2], ids[1]], [ids[0]]])
    expect([first, second].map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual([true, false])
  })

  it('lists those that changed, in the order of their changes', async () => {
    const { id: productionListId } = stack.lists.addList()
    const older = await create({ productionListId })
    const newer = await create({ productionListId })
    const { updatedAt } = await until(older.id, 'submitted')
    await until(newer.id, 'submitted')
    await cancel(older.id)
    await until(older.id, 'cancelled')

    const request = { productionListId, updatedSince: updatedAt }
    expect(idsOf(await page(request))).toEqual([newer.id, older.id])
    const first = await page({ ...request, first: 1 })
    const rest = await page({ ...request, after: first.pageInfo.endCursor })
    expect(idsOf(rest)).toEqual([older.id])
  })

  it('lists those that need attention', async () => {
    const { id: productionListId } = stack.lists.addList()
    const { id } = await create({ productionListId })
    await until(id, 'submitted')
    const request = { productionListId, needsAttention: true }
    expect(idsOf(await page(request))).toEqual([])
    await stack.database.query(
      `update distribution_order set failure = 'it is on the truck' where id = $1`,
      [id],
    )
    expect(idsOf(await page(request))).toEqual([id])
    expect(idsOf(await page({ productionListId, needsAttention: false }))).toEqual([id])
  })

  it.each([
    [{ state: 'lost' }, 'state'],
    [{ first: 0 }, 'first'],
    [{ after: 'x' }, 'after'],
  ])('refuses %j', async (variables, argument) => {
    const response = await ask(stack, 'projectManagementDistributionOrders', {
      orgId: 1,
      ...variables,
    })

    expect(response.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument })
  })

  it('refuses an organization that is not the caller’s, and a missing scope', async () => {
    const token = await stack.token([1], 'lists:read orders:write')
    const foreign = await ask(stack, 'projectManagementDistributionOrders', { orgId: 2 })

    expect(codeOf(foreign)).toBe('FORBIDDEN')
    for (const response of [
      await ask(stack, 'projectManagementDistributionOrders', { orgId: 1 }, { token }),
      await ask(stack, 'projectManagementDistributionOrder', { id: ids[0] }, { token }),
    ])
      expect(codeOf(response)).toBe('FORBIDDEN')
  })

  it('resolves a representation by its key alone, within the caller’s organizations', async () => {
    const query = /* GraphQL */ `
      query ($representations: [_Any!]!) {
        _entities(representations: $representations) {
          ... on DistributionOrder {
            id
            orgId
          }
        }
      }
    `
    const representations = [ids[0], UNKNOWN_UUID, 'x'].map((id) => ({
      __typename: 'DistributionOrder',
      id,
      orgId: 2,
    }))
    const entities = async (orgIds: readonly number[]) => {
      const token = await stack.token(orgIds)
      const response = await stack.graphql({ query, variables: { representations }, token })
      expect(response.errors).toBeUndefined()
      return response.data._entities
    }

    expect(await entities([1])).toEqual([{ id: ids[0], orgId: 1 }, null, null])
    expect(await entities([2])).toEqual([null, null, null])
  })
})

type Name = keyof typeof operations

function send(variables: Readonly<Record<string, unknown>>, options?: RequestOptions) {
  const name: Name = 'projectManagementDistributionOrderCreate'
  const productionListId = variables['productionListId'] ?? stack.lists.addList().id
  return ask(stack, name, { vendorId: abc, ...variables, productionListId }, options)
}

async function create(variables: Readonly<Record<string, unknown>> = {}) {
  const response = await send(variables)
  expect(response.errors).toBeUndefined()
  return response.data.projectManagementDistributionOrderCreate.distributionOrder
}

function cancel(id: string, options?: RequestOptions) {
  return ask(stack, 'projectManagementDistributionOrderCancel', { id }, options)
}

async function read(id: string, options?: RequestOptions) {
  const response = await ask(stack, 'projectManagementDistributionOrder', { id }, options)
  expect(response.errors).toBeUndefined()
  return response.data.projectManagementDistributionOrder
}

async function expectNoChangeByCancelling(id: string): Promise<void> {
  const before = await read(id)
  const response = await cancel(id)
  expect(response.errors).toBeUndefined()
  expect(response.data.projectManagementDistributionOrderCancel.distributionOrder).toEqual(before)
}

/** Also called before all tests, where `expect.poll` cannot be used. */
function until(id: string, state: string) {
  return vi.waitFor(async () => {
    const order = await read(id)
    expect(order.state).toBe(state)
    return order
  }, 15_000)
}

function eventsOf(id: string) {
  return stack.events.filter(({ aggregate }) => aggregate.id === id)
}

/** A vendor with an account at the simulator. */
async function connected(providerIdentifier: string): Promise<number> {
  const id = await createVendor(stack.database, {
    orgId: 1,
    vendorName: `Vendor of ${providerIdentifier}`,
  })
  const { accessToken } = simulator
  const response = await stack.graphql({
    query: /* GraphQL */ `
      mutation ($id: Int!, $connection: ProviderConnectionInput!) {
        vendorConnect(id: $id, connection: $connection) {
          vendor {
            id
          }
        }
      }
    `,
    variables: { id, connection: { providerIdentifier, accountNumber: '20417', accessToken } },
  })
  expect(response.errors).toBeUndefined()
  return id
}

function itemIdOf({ listItem }: { readonly listItem: { readonly id: number } }): number {
  return listItem.id
}

function idOf({ data }: Awaited<ReturnType<typeof send>>): string {
  return data.projectManagementDistributionOrderCreate.distributionOrder.id
}

function codeOf({ errors }: Awaited<ReturnType<typeof send>>): unknown {
  return errors?.[0]?.extensions['code']
}

function messageOf({ errors }: Awaited<ReturnType<typeof send>>): string {
  return errors?.[0]?.message ?? ''
}

/** Nothing is sent either, because only written orders are sent. */
async function refuse(variables: Readonly<Record<string, unknown>>, extensions: object) {
  const before = await countRows()
  const response = await send(variables)
  expect(response.data).toEqual({ projectManagementDistributionOrderCreate: null })
  expect(response.errors).toMatchObject([{ extensions }])
  expect(await countRows()).toEqual(before)
  return response
}

function countRows() {
  return stack.database.query(
    `select (select count(*) from "order") as orders, (select count(*) from distribution_order) as drafts`,
  )
}
