import { hash } from 'node:crypto'
import { createLogger } from '@takeoff/kit/service/logger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadDevelopmentData } from '../src/development-data.ts'
import { startService } from '../src/service.ts'
import { createVendor } from '../src/testing/create-vendor.ts'
import { createDocument, sendCreate } from './create-document.ts'
import type { CreateArguments } from './create-document.ts'
import { stubItem, stubList } from './production-lists-stub.ts'
import type { StubList, StubListItem } from './production-lists-stub.ts'
import { startTestStack } from './test-stack.ts'
import type { TestStack } from './test-stack.ts'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const ABC = { id: 1 }
const LAKESIDE = { id: 2 }

let stack: TestStack

beforeAll(async () => {
  stack = await startTestStack()
  await loadDevelopmentData(stack.database)
})

afterAll(() => stack[Symbol.asyncDispose]())

beforeEach(() => stack.lists.answerWith(undefined))

describe('an order document', () => {
  it('is returned complete, with both files and the order', async () => {
    const shingles = stubItem({ vendor: ABC, quantity: 75.5 })
    const nails = stubItem({ SKU: null })
    const list = stack.lists.addList([shingles, nails, stubItem({ type: 'LABOR' })])

    const document = await createDocument(stack, {
      attributes: { productionListId: String(list.id) },
      purchaseOrderNumber: 'PO-1042',
      externalIdentifier: 'erp:77',
    })

    expect(document).toMatchObject({
      productionListId: list.id,
      userId: 7,
      state: 'complete',
      stateDeprecated: 'complete',
      order: {
        purchaseOrderNumber: 'PO-1042',
        externalIdentifier: 'erp:77',
        vendor: {
          id: 1,
          vendorName: 'ABC Building Supply',
          provider: { identifier: 'abc-supply', name: 'ABC Supply' },
        },
        orderListItems: [
          { name: shingles.name, quantity: 75.5, sku: shingles.SKU, listItem: { id: shingles.id } },
          { name: nails.name, quantity: 76, sku: null, listItem: { id: nails.id } },
        ],
      },
    })
    expect(document.id).toMatch(UUID_V7)
    expect(document.order.id).toMatch(UUID_V7)
    for (const time of [document.createdAt, document.updatedAt, document.order.createdAt]) {
      expect(time).toMatch(TIMESTAMP)
    }
  })

  it('has files whose size and checksum are those of the bytes', async () => {
    const list = stack.lists.addList([stubItem({ vendor: ABC })])
    const document = await createDocument(stack, {
      attributes: { productionListId: list.id },
      purchaseOrderNumber: 'PO-1',
    })

    for (const kind of ['pdf', 'csv'] as const) {
      const file = document[kind]
      const bytes = await download(file.url)

      expect(file.filename).toBe(`12 Oak Street - Roof - ABC Building Supply - PO-1.${kind}`)
      expect(file.byteSize).toBe(bytes.byteLength)
      expect(file.checksum).toBe(hash('md5', bytes, 'base64'))
      expect(file.redirectUrl).toMatch(/^https:\/\/takeoff\.example\/files\/[0-9a-f-]{36}$/)
    }
    expect(document.pdf.contentType).toBe('application/pdf')
    expect(document.csv.contentType).toBe('text/csv; charset=utf-8')
    expect((await download(document.pdf.url)).subarray(0, 5).toString()).toBe('%PDF-')
    expect((await download(document.csv.url)).toString()).toContain(list.listItems[0]?.name)
  })

  it('publishes one event, as complete', async () => {
    const list = stack.lists.addList([stubItem({ vendor: ABC })])
    const { id } = await createDocument(stack, { attributes: { productionListId: list.id } })

    await expect.poll(() => eventsOf(id)).toHaveLength(1)
    expect(eventsOf(id)[0]).toMatchObject({
      name: 'order-document.state-changed',
      orgId: 1,
      aggregate: { type: 'order-document', id, sequence: 1 },
      data: {
        orderDocumentId: id,
        state: 'complete',
        productionListId: list.id,
        jobId: list.salesOpportunity.job.id,
      },
    })
  })

  it('requests the list with the caller’s token', async () => {
    const list = stack.lists.addList([stubItem({ vendor: ABC })])
    const token = await stack.token([1, 3])
    await createDocument(stack, { attributes: { productionListId: list.id } }, { token })

    expect(stack.lists.authorizations.at(-1)).toBe(`Bearer ${token}`)
  })

  it.each([
    ['none', {}, null],
    ['null', { purchaseOrderNumber: null, externalIdentifier: null }, null],
    ['blank', { purchaseOrderNumber: '', externalIdentifier: ' ' }, null],
  ])('stores no reference for %s', async (_, references, expected) => {
    const list = stack.lists.addList([stubItem({ vendor: ABC })])
    const { order } = await createDocument(stack, {
      attributes: { productionListId: list.id },
      ...references,
    })

    expect(order.purchaseOrderNumber).toBe(expected)
    expect(order.externalIdentifier).toBe(expected)
  })

  it.each(['supplier', 'office', 'crew', null])(
    'renders for %s without a warning',
    async (mode) => {
      const list = stack.lists.addList([stubItem({ vendor: ABC })])
      const response = await sendCreate(stack, {
        attributes: { productionListId: list.id, inputHtml: mode },
      })

      expect(response.errors).toBeUndefined()
      expect(response.extensions?.warnings).toBeUndefined()
    },
  )

  it('renders the default for an unknown mode and warns', async () => {
    const list = stack.lists.addList([stubItem({ vendor: ABC })])
    const response = await sendCreate(stack, {
      attributes: { productionListId: list.id, inputHtml: 'poster' },
    })

    expect(response.errors).toBeUndefined()
    expect(response.extensions?.warnings).toEqual([
      expect.stringContaining('"poster" is no rendering mode'),
    ])
  })

  it('accepts a given vendor and item ids as strings or numbers', async () => {
    const [first, second] = [stubItem({ vendor: ABC }), stubItem({ vendor: LAKESIDE })]
    const list = stack.lists.addList([first, second])
    const { order } = await createDocument(stack, {
      attributes: { productionListId: list.id, vendorId: 3 },
      listItemIds: [String(second.id), first.id],
    })

    expect(order.vendor.vendorName).toBe('Summit Metal Roofing')
    expect(order.orderListItems.map(itemId)).toEqual([first.id, second.id])
  })

  it('can order labor', async () => {
    const labor = stubItem({ type: 'LABOR', vendor: LAKESIDE })
    const list = stack.lists.addList([stubItem({ vendor: ABC }), labor])
    const { order } = await createDocument(stack, {
      attributes: { productionListId: list.id, inputHtml: 'crew' },
      listItemIds: [labor.id],
    })

    expect(order.orderListItems.map(itemId)).toEqual([labor.id])
  })

  it('can be created for an organization without a letterhead', async () => {
    const vendorId = await createVendor(stack.database, { orgId: 3, vendorName: 'Vendor of 3' })
    const list = stubList([stubItem()], { orgId: 3 })
    stack.lists.add(list)
    const document = await createDocument(
      stack,
      { attributes: { productionListId: list.id, vendorId } },
      { token: await stack.token([3]) },
    )

    expect(document.order.vendor).toEqual({
      id: vendorId,
      vendorName: 'Vendor of 3',
      provider: null,
    })
  })
})

describe('a refusal', () => {
  const abc = stubItem({ vendor: ABC })
  const lakeside = stubItem({ vendor: LAKESIDE })
  const nails = stubItem()

  interface Refusal {
    readonly rule: string
    readonly items?: readonly StubListItem[]
    readonly attributes?: Partial<CreateArguments['attributes']>
    readonly code: string
    readonly extensions: object
  }

  /** The others are in the test of docs/orders.md. */
  const refusals: readonly Refusal[] = [
    {
      rule: 'a list whose id is beyond the range of ids',
      attributes: { productionListId: '2147483648' },
      code: 'BAD_USER_INPUT',
      extensions: { argument: 'orderDocumentAttributes.productionListId' },
    },
    {
      rule: 'an unknown vendor',
      attributes: { vendorId: 999_999 },
      code: 'NOT_FOUND',
      extensions: { argument: 'orderDocumentAttributes.vendorId' },
    },
    {
      rule: 'no vendor',
      items: [nails],
      code: 'VENDOR_REQUIRED',
      extensions: { listItemIds: [nails.id] },
    },
    {
      rule: 'several vendors',
      items: [abc, lakeside, nails],
      code: 'VENDOR_AMBIGUOUS',
      extensions: {
        vendors: [
          { id: 1, listItemIds: [abc.id] },
          { id: 2, listItemIds: [lakeside.id] },
        ],
        listItemIdsWithoutVendor: [nails.id],
      },
    },
  ]

  it.each(refusals)('of $rule leaves nothing behind', async (refusal) => {
    const list = stack.lists.addList(refusal.items ?? [abc])
    const before = await traces()
    const response = await sendCreate(stack, {
      attributes: { productionListId: list.id, ...refusal.attributes },
    })

    expect(response.data).toEqual({ projectManagementOrderDocumentCreate: null })
    expect(response.errors).toHaveLength(1)
    const extensions = { code: refusal.code, requestId: expect.any(String), ...refusal.extensions }
    expect(response.errors?.[0]?.extensions).toMatchObject(extensions)
    expect(await traces()).toEqual(before)
  })

  it('of another organization’s list is the same as of an unknown one', async () => {
    const list = stack.lists.addList([stubItem({ vendor: ABC })])
    const response = await sendCreate(
      stack,
      { attributes: { productionListId: list.id } },
      { token: await stack.token([2]) },
    )

    expect(response.errors?.[0]).toMatchObject({
      message: `There is no production list ${list.id} in your organizations. Give the id of a list.`,
      extensions: { code: 'NOT_FOUND' },
    })
  })

  it('comes for a vendor of another organization of the same caller', async () => {
    const list = stack.lists.addList([stubItem({ vendor: ABC })])
    const response = await sendCreate(
      stack,
      { attributes: { productionListId: list.id, vendorId: 4 } },
      { token: await stack.token([1, 2]) },
    )

    expect(response.errors?.[0]?.extensions['code']).toBe('NOT_FOUND')
  })

  it('comes without the scope orders:write', async () => {
    const list = stack.lists.addList([stubItem({ vendor: ABC })])
    const response = await sendCreate(
      stack,
      { attributes: { productionListId: list.id } },
      { token: await stack.token([1], 'lists:read orders:read') },
    )

    expect(response.errors?.[0]?.extensions['code']).toBe('FORBIDDEN')
    expect(response.errors?.[0]?.message).toContain('orders:write')
  })

  it('comes when production-lists is down', async () => {
    const list = stack.lists.addList([stubItem({ vendor: ABC })])
    stack.lists.answerWith({ status: 500, body: 'a stack trace' })
    const response = await sendCreate(stack, { attributes: { productionListId: list.id } })

    expect(response.errors?.[0]?.extensions['code']).toBe('SUBGRAPH_UNAVAILABLE')
    expect(JSON.stringify(response)).not.toMatch(/stack trace|127\.0\.0\.1/)
  })

  it('by production-lists keeps its code', async () => {
    const list = stack.lists.addList([stubItem({ vendor: ABC })])
    const error = { message: 'Needs lists:read.', extensions: { code: 'FORBIDDEN' } }
    stack.lists.answerWith({ status: 200, body: { errors: [error] } })
    const response = await sendCreate(stack, { attributes: { productionListId: list.id } })

    expect(response.errors?.[0]?.extensions['code']).toBe('FORBIDDEN')
  })
})

describe('an Idempotency-Key', () => {
  it('returns the first document to a repetition', async () => {
    const list = stack.lists.addList([stubItem({ vendor: ABC })])
    const variables = { attributes: { productionListId: list.id } }
    const first = await createDocument(stack, variables, { idempotencyKey: 'repeat-1' })
    const second = await createDocument(stack, variables, { idempotencyKey: 'repeat-1' })

    expect(second.id).toBe(first.id)
    expect(second.order).toEqual(first.order)
    expect(await ordersOf(list)).toBe(1)
  })

  it('with other arguments is refused', async () => {
    const list = stack.lists.addList([stubItem({ vendor: ABC })])
    const attributes = { productionListId: list.id }
    await createDocument(stack, { attributes }, { idempotencyKey: 'other-1' })
    const response = await sendCreate(
      stack,
      { attributes, purchaseOrderNumber: 'PO-2' },
      { idempotencyKey: 'other-1' },
    )

    expect(response.errors?.[0]?.extensions['code']).toBe('IDEMPOTENCY_CONFLICT')
    expect(await ordersOf(list)).toBe(1)
  })

  it('belongs to one caller', async () => {
    const list = stack.lists.addList([stubItem({ vendor: ABC })])
    const variables = { attributes: { productionListId: list.id } }
    const claims = { sub: '8', org_ids: [1], scope: 'lists:read orders:write' }
    const first = await createDocument(stack, variables, { idempotencyKey: 'mine' })
    const second = await createDocument(stack, variables, {
      idempotencyKey: 'mine',
      token: await stack.issuer.token({ claims }),
    })

    expect(second.id).not.toBe(first.id)
  })

  it('of fifty concurrent calls creates one order', async () => {
    const list = stack.lists.addList([stubItem({ vendor: ABC })])
    const filesBefore = (await stack.storedFiles()).length
    const documents = await Promise.all(
      Array.from({ length: 50 }, () =>
        createDocument(
          stack,
          { attributes: { productionListId: list.id } },
          { idempotencyKey: 'fifty' },
        ),
      ),
    )

    expect(new Set(documents.map(({ id }) => id)).size).toBe(1)
    expect(await ordersOf(list)).toBe(1)
    expect(await stack.storedFiles()).toHaveLength(filesBefore + 2)
    await expect.poll(() => eventsOf(documents[0]?.id ?? '')).toHaveLength(1)
  })

  it('can be used again after a refusal', async () => {
    const item = stubItem()
    const list = stack.lists.addList([item])
    const variables = { attributes: { productionListId: list.id } }
    const refused = await sendCreate(stack, variables, { idempotencyKey: 'refused' })
    stack.lists.add({ ...list, listItems: [{ ...item, vendor: ABC }] })
    const document = await createDocument(stack, variables, { idempotencyKey: 'refused' })

    expect(refused.errors?.[0]?.extensions['code']).toBe('VENDOR_REQUIRED')
    expect(document.state).toBe('complete')
  })
})

it('a running service deletes expired idempotency keys', async () => {
  await stack.database.query(
    `insert into idempotency_key (user_id, key, operation, fingerprint, result_id, created_at)
     values (7, 'expired', 'vendorCreate', '', '1', now() - interval '25 hours'),
       (7, 'kept', 'vendorCreate', '', '1', now())`,
  )
  // It sweeps at its start, and its end waits for that.
  const another = await startService(stack.config, createLogger('order-documents', 'silent'))
  await another[Symbol.asyncDispose]()

  expect(
    await stack.database.query(`select key from idempotency_key where key in ('expired', 'kept')`),
  ).toEqual([{ key: 'kept' }])
})

it('a transaction that fails leaves neither rows nor files', async () => {
  const list = stack.lists.addList([stubItem({ vendor: ABC })])
  const before = await traces()
  // The uploads are written last: all that came before them must be undone.
  await stack.database.query('alter table file_upload rename to file_upload_away')
  const response = await sendCreate(stack, { attributes: { productionListId: list.id } })
  await stack.database.query('alter table file_upload_away rename to file_upload')

  expect(response.errors?.[0]?.extensions['code']).toBe('INTERNAL_SERVER_ERROR')
  expect(JSON.stringify(response)).not.toContain('file_upload')
  expect(await traces()).toEqual(before)
})

async function download(url: string): Promise<Buffer> {
  const { pathname, search } = new URL(url)
  const response = await stack.fetch(pathname + search)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

function itemId(item: { readonly listItem: { readonly id: number } }): number {
  return item.listItem.id
}

function eventsOf(id: string) {
  return stack.events.filter((event) => event.aggregate.id === id)
}

async function ordersOf(list: StubList): Promise<number> {
  const rows = await stack.database.query('select 1 from "order" where production_list_id = $1', [
    list.id,
  ])
  return rows.length
}

/** Everything that a creation could leave behind. */
async function traces() {
  const tables = ['"order"', 'order_list_item', 'order_document', 'order_document_file']
  const counts = await Promise.all(
    tables.map((table) => stack.database.query(`select count(*)::int as n from ${table}`)),
  )
  return { counts, files: (await stack.storedFiles()).toSorted() }
}
