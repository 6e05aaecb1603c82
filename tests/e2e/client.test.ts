import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../services/client/src/client.ts'
import type { Client } from '../../services/client/src/client.ts'
import { readText } from '../../services/client/src/files.ts'
import {
  JobsDocument,
  JobUpsertDocument,
  OrderCancelDocument,
  OrderDocument,
  OrderDocumentCreateDocument,
  PriceBookImportDocument,
  ProductionListByIdDocument,
  ProductionListsWithItemsDocument,
  ProductionListUpdateDocument,
} from '../../services/client/src/generated/operations.ts'
import { MemoryStore } from '../../services/client/src/sync/store.ts'
import { createSync } from '../../services/client/src/sync/sync.ts'
import { verifyWebhook } from '../../services/client/src/verify-webhook.ts'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { startFaultyProxy } from './support/faulty-proxy.ts'
import { createList } from './support/list.ts'
import type { CreatedList } from './support/list.ts'
import { HANDSHAKE } from './support/receiver.ts'
import {
  DOCUMENT_STATE_CHANGED,
  LIST_UPDATED,
  listen,
  ORDER_STATE_CHANGED,
} from './support/webhooks.ts'

const MUTATIONS = 500
const CONCURRENT = 10

const devEnv = sharedDevEnv()
const opened = new AsyncDisposableStack()
let organization: Organization
let client: Client
let list: CreatedList

beforeAll(async () => {
  organization = opened.use(await createOrganization(devEnv))
  client = createClient({ url: devEnv.graphqlUrl, token: organization.token })
  list = await createList(organization, [{}, { name: 'Drip edge' }])
})
afterAll(() => opened.disposeAsync())

describe('500 mutations through a proxy that injects faults', () => {
  test('are each applied once, and read back page by page', { timeout: 300_000 }, async () => {
    const own = opened.use(await createOrganization(devEnv))
    await using proxy = await startFaultyProxy(devEnv.graphqlUrl, 27)
    const { token, orgId } = own
    const retries = { attempts: 20, delayMs: 5, delayMaxMs: 100 }
    const faulty = createClient({ url: proxy.url, token, retries })
    const names = Array.from({ length: MUTATIONS }, (_, index) => `job ${index}`)
    const returned = new Map<number | undefined, string>()
    const left = names.values()
    await Promise.all(
      Array.from({ length: CONCURRENT }, async () => {
        for (const name of left) {
          const { data } = await faulty.request(JobUpsertDocument, { orgId, name })
          returned.set(data.jobUpsert?.job?.id, name)
        }
      }),
    )
    const jobs = await Array.fromAsync(
      faulty.paginate(JobsDocument, { orgId, first: 50 }, (data) => data.jobs),
    )
    expect(new Map(jobs.map(({ id, name }) => [id, name]))).toEqual(returned)
    expect(new Set(jobs.map(({ name }) => name))).toEqual(new Set(names))
    expect(jobs).toHaveLength(MUTATIONS)
    for (const count of Object.values(proxy.injected)) expect(count).toBeGreaterThan(20)
    process.stdout.write(`faults injected: ${JSON.stringify(proxy.injected)}\n`)
  })
})

test('an export of lists has the records of the API, as far as the export has them', async () => {
  const [record] = await Array.fromAsync(
    client.exportRecords('production-lists', { orgId: organization.orgId }),
  )
  const { data } = await client.request(ProductionListByIdDocument, { id: list.listId })
  const read = data.projectManagementProductionListById
  expect(record?.listItems).toHaveLength(2)
  expect(read).toMatchObject(record ?? {})
  expect(Object.keys(record ?? {}).toSorted()).toEqual(Object.keys(read ?? {}).toSorted())
})

test('an export of jobs and one as CSV are read', async () => {
  const { orgId } = organization
  const jobs = await Array.fromAsync(client.exportRecords('jobs', { orgId }))
  expect(jobs).toMatchObject([{ name: 'Test Street 1', measurements: { roof: {} } }])
  const csv = await readText(await client.exportCsv('production-lists', { orgId }))
  expect(csv.split('\r\n')).toHaveLength(4)
})

test('an export of the audit log has its records in their order', async () => {
  const records = await Array.fromAsync(
    client.exportRecords('audit', { orgId: organization.orgId }),
  )
  expect(records.length).toBeGreaterThan(0)
  expect(records.map(({ sequence }) => sequence)).toEqual(records.map((_, index) => index + 1))
  expect(records[0]).toMatchObject({ orgId: organization.orgId, previousHash: '0'.repeat(64) })
})

test('an export of another organization is refused with its code', async () => {
  const records = client.exportRecords('jobs', { orgId: 1 })
  await expect(records.next()).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
})

test('a price book is imported from a file', async () => {
  const { orgId } = organization
  const csv = 'sku,name,unit,unit_cost,effective_from\r\nS-1,Shingle,BUNDLES,31.5,2026-01-01\r\n'
  const file = new Blob([csv])
  const variables = { orgId, vendorId: list.vendorId, csv: await readText(file) }
  const { data } = await client.request(PriceBookImportDocument, variables)
  expect(data.priceBookImport).toMatchObject({ added: 1, refused: 0 })
})

async function order(): Promise<NonNullable<Awaited<ReturnType<typeof create>>>> {
  const document = await create()
  if (document === null) throw new Error('no document')
  return document
}

async function create() {
  const { data } = await client.request(OrderDocumentCreateDocument, {
    orderDocumentAttributes: { productionListId: list.listId },
    listItemIds: list.itemIds,
  })
  return data.projectManagementOrderDocumentCreate?.orderDocument ?? null
}

test('files of an order are downloaded as streams', async () => {
  const { pdf, csv } = await order()
  const file = await client.download(pdf?.redirectUrl ?? '')
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(bytes.length).toBe(pdf?.byteSize)
  const response = await client.download(csv?.redirectUrl ?? '')
  if (response.body === null) throw new Error('no body')
  expect(await readText(response.body)).toContain('Drip edge')
  const unknown = client.download('/files/01900000-0000-7000-8000-000000000000')
  await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
})

test('an export of orders has the records of the API, as far as the export has them', async () => {
  const { order: placed } = await order()
  const records = await Array.fromAsync(
    client.exportRecords('orders', { orgId: organization.orgId }),
  )
  const record = records.find(({ id }) => id === placed?.id)
  const { data } = await client.request(OrderDocument, { id: placed?.id ?? '' })

  expect(record?.orderListItems).toHaveLength(2)
  expect(data.projectManagementOrder).toMatchObject({ ...record })
  expect(Object.keys(record ?? {}).toSorted()).toEqual(
    Object.keys(data.projectManagementOrder ?? {}).toSorted(),
  )
})

test('a refused mutation has code, argument and request id', async () => {
  const variables = { id: list.listId, name: 'x'.repeat(251) }
  await expect(client.request(ProductionListUpdateDocument, variables)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    argument: 'name',
    requestId: expect.any(String) as string,
  })
})

test('a sync converges from pages and real webhooks, doubled and out of order', async () => {
  const { orgId, token } = organization
  const store = new MemoryStore()
  const sync = createSync(client, { orgId, store })
  await using listener = await listen({ orgId, token })
  const handshake = listener.received[0]
  expect(await verify(handshake)).toMatchObject({ event: HANDSHAKE })
  await sync.run()

  const rename = (name: string) =>
    client.request(ProductionListUpdateDocument, { id: list.listId, name })
  await rename('one')
  await rename('two')
  const placed = await order()
  await listener.waitFor(({ payload }) => payload.event === LIST_UPDATED, { count: 2 })
  await listener.waitForOne(({ payload }) => payload.event === DOCUMENT_STATE_CHANGED)
  const heard = listener.heard.toReversed()
  for (const message of [...heard, ...heard]) await sync.receive(await verify(message))
  await expectCopy(store)

  await client.request(OrderCancelDocument, { id: placed.order?.id ?? '' })
  const cancelled = await listener.waitForOne(
    ({ payload }) => payload.event === ORDER_STATE_CHANGED,
  )
  await sync.receive(await verify(cancelled))
  await expectCopy(store)
  await rename('three')
  await sync.run()
  await expectCopy(store)
  expect(store.records.orders.get(placed.order?.id ?? '')?.data.state).toBe('cancelled')

  function verify(message: (typeof listener.received)[number] | undefined) {
    if (message === undefined) throw new Error('no message')
    return verifyWebhook(message.headers, message.body, listener.secret)
  }
})

/** The copy equals what the API returns now; addresses of files are signed anew each time. */
async function expectCopy(store: MemoryStore): Promise<void> {
  const { orgId } = organization
  const lists = await Array.fromAsync(
    client.paginate(
      ProductionListsWithItemsDocument,
      { orgId },
      (data) => data.projectManagementProductionLists,
    ),
  )
  expect([...store.records.lists.values()].map(({ data }) => data)).toEqual(lists)
  expect(store.records.orders.size).toBeGreaterThan(0)
  for (const [id, { data: copy }] of store.records.orders) {
    const { data } = await client.request(OrderDocument, { id })
    const withoutFiles = ({ orderDocuments, ...rest }: typeof copy) => ({
      ...rest,
      documents: orderDocuments.map(({ id, state }) => [id, state]),
    })
    const read = data.projectManagementOrder
    expect(withoutFiles(copy)).toEqual(read && withoutFiles(read))
  }
  expect(store.records.jobs.size).toBe(1)
  expect(store.records.vendors.size).toBe(1)
}
