import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, test } from 'vitest'
import { createOrganization } from '../support/organization.ts'
import { graphqlData, http } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createList } from './support/list.ts'
import { verifySignature } from './support/receiver.ts'
import type { Received } from './support/receiver.ts'
import { DOCUMENT_STATE_CHANGED, listen, ORDER_STATE_CHANGED } from './support/webhooks.ts'

/** docs/orders.md, Keeping a copy, from the side of an integrator. */
const devEnv = sharedDevEnv()

const organization = await disposeAfterAll(createOrganization(devEnv))
const list = await createList(organization, [{ name: 'Shingles' }])

interface Order {
  readonly id: string
  readonly state: string
  readonly updatedAt: string
}

const request = <Data>(query: string, variables: object = {}): Promise<Data> =>
  graphqlData<Data>(query, { ...variables }, { token: organization.token })

async function place(): Promise<string> {
  const { placed } = await request<{ placed: { orderDocument: { order: Order } } }>(
    `mutation ($id: ID!, $vendorId: Int!) {
      placed: projectManagementOrderDocumentCreate(orderDocumentAttributes: { productionListId: $id, vendorId: $vendorId }) {
        orderDocument { order { id } } } }`,
    { id: list.listId, vendorId: list.vendorId },
  )
  return placed.orderDocument.order.id
}

/** The order that an event tells of, as the API shows it when the event arrives. */
async function orderOf({ payload }: Received): Promise<Order> {
  const FIELDS = 'id state updatedAt'
  if (payload.event === ORDER_STATE_CHANGED) {
    const { order } = await request<{ order: Order }>(
      `query ($id: ID!) { order: projectManagementOrder(id: $id) { ${FIELDS} } }`,
      { id: payload.project_management_order_id },
    )
    return order
  }
  const { documents } = await request<{ documents: readonly { order: Order }[] }>(
    `query ($ids: [ID!]) {
      documents: projectManagementOrderDocuments(orderDocumentIds: $ids) { order { ${FIELDS} } } }`,
    { ids: [payload.project_management_order_document_id] },
  )
  const [document] = documents
  if (document === undefined) throw new Error('the document of an event was not found')
  return document.order
}

async function exported(): Promise<Order[]> {
  const url = `${devEnv.urls.gateway}/exports/orders?orgId=${organization.orgId}`
  const text = await (await http(url, { token: organization.token })).text()
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Order)
}

test('a copy made from events equals the export after orders are cancelled, changed and replaced', async () => {
  await using listener = await listen({
    orgId: organization.orgId,
    token: organization.token,
    events: [DOCUMENT_STATE_CHANGED, ORDER_STATE_CHANGED],
  })
  const [kept, cancelled, changed, replaced] = [
    await place(),
    await place(),
    await place(),
    await place(),
  ]
  await request(`mutation ($id: ID!) { projectManagementOrderCancel(id: $id) { order { id } } }`, {
    id: cancelled,
  })
  await request(
    `mutation ($id: ID!, $item: ID!) {
      projectManagementOrderChange(id: $id, additions: [{ listItemId: $item, quantity: 2 }]) { orderDocument { id } } }`,
    { id: changed, item: list.itemIds[0] },
  )
  await request(
    `mutation ($id: ID!) { projectManagementOrderReorder(id: $id) { orderDocument { id } } }`,
    {
      id: replaced,
    },
  )
  await listener.waitFor(({ payload }) => payload.event === ORDER_STATE_CHANGED, { count: 3 })
  await devEnv.waitUntilIdle()

  const copy = new Map<string, Order>()
  for (const event of listener.heard) {
    verifySignature(event, listener.secret)
    const order = await orderOf(event)
    const known = copy.get(order.id)
    if (known === undefined || known.updatedAt <= order.updatedAt) copy.set(order.id, order)
  }
  const orders = await exported()
  expect(
    orders.map(({ id, state, updatedAt }) => ({ id, state, updatedAt })).toSorted(byId),
  ).toEqual([...copy.values()].toSorted(byId))
  const states = new Map(orders.map(({ id, state }) => [id, state]))
  expect([kept, cancelled, changed, replaced].map((id) => states.get(id))).toEqual([
    'placed',
    'cancelled',
    'placed',
    'replaced',
  ])
  expect(orders).toHaveLength(6)
})

function byId(one: Order, other: Order): number {
  return one.id < other.id ? -1 : 1
}
