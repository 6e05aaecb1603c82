import { randomUUID } from 'node:crypto'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { newUuid } from '@takeoff/kit/values/ids'
import { describe, expect, test } from 'vitest'
import { createOrganization } from '../support/organization.ts'
import { graphqlData, graphqlError } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createList } from './support/list.ts'
import { publishEvent } from './support/publish.ts'
import { HANDSHAKE, startReceiver, verifySignature } from './support/receiver.ts'
import type { Received } from './support/receiver.ts'
import { renameList } from './support/rename-list.ts'
import {
  DISTRIBUTION_ORDER_STATE_CHANGED,
  DOCUMENT_STATE_CHANGED,
  LIST_CREATED,
  LIST_UPDATED,
  listen,
} from './support/webhooks.ts'
import type { Listener } from './support/webhooks.ts'

/** Section 6 of the specification, from the receiver's side. */
const devEnv = sharedDevEnv()

const organization = await disposeAfterAll(createOrganization(devEnv))
const list = await createList(organization, [
  { name: 'Shingles' },
  { name: 'Tear-off', type: 'LABOR' },
])
const jobId = await organization.createJob()
const templateId = await organization.createTemplate([
  { name: 'Shingles', vendorId: list.vendorId },
])

const listenHere = (events?: readonly string[]): Promise<Listener> =>
  listen({
    orgId: organization.orgId,
    token: organization.token,
    ...(events === undefined ? {} : { events }),
  })
const rename = (): Promise<number> => renameList(list.listId, { token: organization.token })
const is =
  (event: string) =>
  ({ payload }: Received): boolean =>
    payload.event === event

/** A strict receiver accepts exactly these keys, each with its JSON type. */
function shapeOf(payload: object): Record<string, string> {
  return Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, typeOf(value)]))
}

function typeOf(value: unknown): string {
  if (Number.isSafeInteger(value)) return 'integer'
  if (typeof value !== 'string') return typeof value
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? 'UUID' : 'string'
}

/** In alphabetical order, because deliveries may overtake each other. */
function namesHeard({ heard }: Listener): string[] {
  return heard.map(({ payload }) => payload.event).sort()
}

const listShape = {
  project_management_production_list_id: 'integer',
  sales_opportunity_id: 'integer',
  job_id: 'integer',
  event: 'string',
  webhook_id: 'integer',
}
const documentShape = {
  project_management_order_document_id: 'UUID',
  state: 'string',
  project_management_production_list_id: 'integer',
  job_id: 'integer',
  event: 'string',
  webhook_id: 'integer',
}
const distributionOrderShape = {
  event: 'string',
  distribution_order_id: 'UUID',
  state: 'string',
  webhook_id: 'integer',
  project_management_production_list_id: 'integer',
  job_id: 'integer',
}

async function newList(key?: string): Promise<{ id: number; salesOpportunity: { id: number } }> {
  const data = await graphqlData<{
    projectManagementProductionListCreate: {
      productionList: { id: number; salesOpportunity: { id: number } }
    }
  }>(
    `mutation ($jobId: Int!, $templateIds: [Int!]!) {
      projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) {
        productionList { id salesOpportunity { id } }
      }
    }`,
    { jobId, templateIds: [templateId] },
    {
      token: organization.token,
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    },
  )
  return data.projectManagementProductionListCreate.productionList
}

async function order(attributes = '', key?: string): Promise<string> {
  const data = await graphqlData<{
    projectManagementOrderDocumentCreate: { orderDocument: { id: string } }
  }>(
    `mutation { projectManagementOrderDocumentCreate(
      orderDocumentAttributes: { productionListId: ${list.listId}, vendorId: ${list.vendorId} } ${attributes}
    ) { orderDocument { id } } }`,
    {},
    {
      token: organization.token,
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    },
  )
  return data.projectManagementOrderDocumentCreate.orderDocument.id
}

describe('the handshake', () => {
  test('a new url receives a code, and no event until the code is sent back; earlier events are not sent later', async () => {
    const options = { token: organization.token }
    await using receiver = await startReceiver()
    const { webhookCreate } = await graphqlData<{
      webhookCreate: { secret: string; webhook: { id: number; verifiedAt: string | null } }
    }>(
      `mutation ($orgId: Int!, $url: String!) {
        webhookCreate(orgId: $orgId, url: $url) { secret webhook { id verifiedAt } }
      }`,
      { orgId: organization.orgId, url: receiver.url },
      options,
    )
    const { secret, webhook } = webhookCreate
    const handshake = await receiver.waitForOne(is(HANDSHAKE))
    const { code } = verifySignature(handshake, secret) as { code: string }

    expect(handshake.payload).toEqual({ event: HANDSHAKE, code, webhook_id: webhook.id })
    expect(webhook.verifiedAt).toBeNull()

    await rename()
    await devEnv.waitUntilIdle()
    expect(receiver.received).toHaveLength(1)

    const verify = 'mutation ($code: String!) { webhookVerify(code: $code) { id verifiedAt } }'
    const wrong = await graphqlError(verify, { code: `${code}x` }, options)
    expect(wrong.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'code' })
    expect(await graphqlData(verify, { code }, options)).toEqual({
      webhookVerify: { id: webhook.id, verifiedAt: expect.stringMatching(/Z$/) as string },
    })
    await devEnv.waitUntilIdle()
    expect(receiver.received).toHaveLength(1)

    await rename()
    await receiver.waitFor(is(LIST_UPDATED))
    await devEnv.waitUntilIdle()
    expect(receiver.received).toHaveLength(2)
    await graphqlData('mutation ($id: Int!) { webhookDelete(id: $id) }', webhook, options)
  })
})

describe('the events', () => {
  test(`${LIST_CREATED} identifies the list by ids that the queries accept`, async () => {
    await using listener = await listenHere()
    const created = await newList()

    const webhook = await listener.waitForOne(is(LIST_CREATED))
    verifySignature(webhook, listener.secret)
    expect(shapeOf(webhook.payload)).toEqual(listShape)
    expect(webhook.payload).toEqual({
      project_management_production_list_id: created.id,
      sales_opportunity_id: created.salesOpportunity.id,
      job_id: jobId,
      event: LIST_CREATED,
      webhook_id: listener.id,
    })
    const { project_management_production_list_id: id, job_id } = webhook.payload
    expect(
      await graphqlData(
        `query ($id: Int!, $jobId: Int!, $orgId: Int!) {
          byId: projectManagementProductionListById(id: $id) { id }
          byJob: projectManagementProductionList(jobId: $jobId, orgId: $orgId) { id }
        }`,
        { id, jobId: job_id, orgId: organization.orgId },
        { token: organization.token },
      ),
    ).toEqual({ byId: { id: created.id }, byJob: { id: created.id } })
  })

  test(`${LIST_UPDATED} has the same fields`, async () => {
    await using listener = await listenHere()
    await rename()

    const webhook = await listener.waitForOne(is(LIST_UPDATED))
    verifySignature(webhook, listener.secret)
    expect(shapeOf(webhook.payload)).toEqual(listShape)
    expect(webhook.payload).toMatchObject({
      project_management_production_list_id: list.listId,
      job_id: list.jobId,
      webhook_id: listener.id,
    })
  })

  test(`${DOCUMENT_STATE_CHANGED} is sent once for each material and each labor order`, async () => {
    await using listener = await listenHere()
    const documents = [await order(), await order(`, listItemIds: [${list.itemIds[1]}]`)]

    const webhooks = await listener.waitFor(is(DOCUMENT_STATE_CHANGED), { count: 2 })
    await devEnv.waitUntilIdle()
    expect(listener.heard).toHaveLength(2)
    const ids = webhooks.map(({ payload }) => payload.project_management_order_document_id)
    expect(new Set(ids)).toEqual(new Set(documents))
    for (const webhook of webhooks) {
      verifySignature(webhook, listener.secret)
      expect(shapeOf(webhook.payload)).toEqual(documentShape)
      expect(webhook.payload).toMatchObject({
        state: 'complete',
        project_management_production_list_id: list.listId,
        job_id: list.jobId,
      })
    }
    expect(
      await graphqlData(
        `query ($ids: [ID!]) { projectManagementOrderDocuments(orderDocumentIds: $ids) { state } }`,
        { ids },
        { token: organization.token },
      ),
    ).toEqual({ projectManagementOrderDocuments: [{ state: 'complete' }, { state: 'complete' }] })
  })

  test(`${DOCUMENT_STATE_CHANGED} is sent only for the state complete`, async () => {
    await using listener = await listenHere()
    const id = newUuid()
    for (const [index, state] of ['pending', 'failed', 'complete'].entries()) {
      await publishEvent(devEnv, {
        name: 'order-document.state-changed',
        orgId: organization.orgId,
        aggregate: { type: 'order-document', id, sequence: index + 1 },
        data: {
          orderDocumentId: id,
          state,
          productionListId: list.listId,
          jobId: list.jobId,
        },
      })
    }
    await devEnv.waitUntilIdle()

    expect(listener.heard.map(({ payload }) => payload.state)).toEqual(['complete'])
  })

  test(`${DISTRIBUTION_ORDER_STATE_CHANGED} is sent for every state`, async () => {
    await using listener = await listenHere()
    const id = newUuid()
    const states = ['draft', 'submitted', 'acknowledged']
    for (const [index, state] of states.entries()) {
      await publishEvent(devEnv, {
        name: 'distribution-order.state-changed',
        orgId: organization.orgId,
        aggregate: { type: 'distribution-order', id, sequence: index + 1 },
        data: {
          distributionOrderId: id,
          state,
          productionListId: list.listId,
          jobId: list.jobId,
        },
      })
    }

    const webhooks = await listener.waitFor(is(DISTRIBUTION_ORDER_STATE_CHANGED), { count: 3 })
    expect(new Set(webhooks.map(({ payload }) => payload.state))).toEqual(new Set(states))
    for (const webhook of webhooks) {
      verifySignature(webhook, listener.secret)
      expect(shapeOf(webhook.payload)).toEqual(distributionOrderShape)
      expect(webhook.payload).toMatchObject({
        distribution_order_id: id,
        project_management_production_list_id: list.listId,
        job_id: list.jobId,
        webhook_id: listener.id,
      })
    }
  })

  test('a subscription receives the events that it chose, each with its own webhook_id', async () => {
    await using all = await listenHere()
    await using onlyCreated = await listenHere([LIST_CREATED])
    await rename()
    await newList()
    await devEnv.waitUntilIdle()

    expect(namesHeard(all)).toEqual([LIST_CREATED, LIST_UPDATED])
    expect(namesHeard(onlyCreated)).toEqual([LIST_CREATED])
    for (const listener of [all, onlyCreated]) {
      for (const { payload } of listener.heard) expect(payload.webhook_id).toBe(listener.id)
    }
  })

  test('another organization receives nothing', async () => {
    await using other = await createOrganization(devEnv)
    await using listener = await listenHere()
    await using elsewhere = await listen({ orgId: other.orgId, token: other.token })
    await rename()
    await order()
    await devEnv.waitUntilIdle()

    expect(listener.heard).toHaveLength(2)
    expect(elsewhere.heard).toEqual([])
  })
})

describe('no event is sent for a change that did not happen', () => {
  test('repetitions under an Idempotency-Key send no event', async () => {
    await using listener = await listenHere()
    const [orderKey, listKey] = [randomUUID(), randomUUID()]
    const documents = [await order('', orderKey), await order('', orderKey)]
    const lists = [await newList(listKey), await newList(listKey)]
    await devEnv.waitUntilIdle()

    expect(documents[1]).toBe(documents[0])
    expect(lists[1]).toEqual(lists[0])
    expect(namesHeard(listener)).toEqual([DOCUMENT_STATE_CHANGED, LIST_CREATED])
  })

  test('refused updates and updates without a change send no event', async () => {
    await using listener = await listenHere()
    const options = { token: organization.token }
    const name = randomUUID()
    const version = await renameList(list.listId, { ...options, name })
    const stale = await graphqlError(
      `mutation ($id: Int!, $version: Int!) {
        projectManagementProductionListUpdate(id: $id, name: "late", version: $version) { productionList { id } }
      }`,
      { id: list.listId, version: version - 1 },
      options,
    )
    // The name is valid and the item is not, so neither is changed.
    const half = await graphqlError(
      `mutation ($id: Int!, $item: Int!) {
        projectManagementProductionListUpdate(
          id: $id, name: "half", listItems: [{ id: $item, quantity: 7 }, { id: 2147483647, quantity: 1 }]
        ) { productionList { id } }
      }`,
      { id: list.listId, item: list.itemIds[0] },
      options,
    )
    const same = await renameList(list.listId, { ...options, name })
    await devEnv.waitUntilIdle()

    expect(stale.extensions).toMatchObject({ code: 'CONFLICT', currentVersion: version })
    expect(half.extensions.code).toBe('BAD_USER_INPUT')
    expect(same).toBe(version)
    expect(listener.heard).toHaveLength(1)
  })

  test('a refused order sends no event', async () => {
    await using listener = await listenHere()
    const refusal = await graphqlError(
      `mutation { projectManagementOrderDocumentCreate(
        orderDocumentAttributes: { productionListId: ${list.listId}, vendorId: ${list.vendorId} },
        listItemIds: [${list.itemIds.join(', ')}]
      ) { orderDocument { id } } }`,
      {},
      { token: organization.token },
    )
    await devEnv.waitUntilIdle()

    expect(refusal.extensions.code).toBe('BAD_USER_INPUT')
    expect(listener.heard).toEqual([])
  })
})
