import { newUuid } from '@takeoff/kit/values/ids'
import { createLogger } from '@takeoff/kit/service/logger'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadDevelopmentData } from '../src/development-data.ts'
import { ORDERS_OF_CALL_MAX } from '@takeoff/contracts/order-limits'
import type { OrderRejection } from '../src/domain/orders/order.ts'
import { Renderer } from '../src/rendering-pool/renderer.ts'
import { RenderingQueueFullError } from '../src/rendering-pool/rendering-errors.ts'
import { createVendor } from '../src/testing/create-vendor.ts'
import { createDocument } from './create-document.ts'
import { documents, findUndocumentedSentences, readDocumentedErrors } from './documented-errors.ts'
import { stubItem, stubList } from './production-lists-stub.ts'
import type { StubList } from './production-lists-stub.ts'
import { startTestStack, UNKNOWN_UUID } from './test-stack.ts'
import type { TestStack } from './test-stack.ts'

const [ABC, LAKESIDE, SUMMIT, OF_OTHERS] = [1, 2, 3, 4]
/** The first one after those of the development data. */
const ARCHIVED = 6
const LONG = 'x'.repeat(1001)

const documented = await readDocumentedErrors()

let stack: TestStack
const shingles = stubItem({ vendor: { id: ABC } })
const siding = stubItem({ vendor: { id: LAKESIDE } })
const nails = stubItem()
const tearOff = stubItem({ type: 'LABOR' })
const permit = stubItem({ type: 'OTHER' })
const unneeded = stubItem({ quantity: 0 })
const unlabeled = stubItem({ SKU: null })
const ofGone = stubList([stubItem({ vendor: { id: ARCHIVED } })])
const withoutNeed = stubList([unneeded])
const withoutSku = stubList([unlabeled])
const ofLongJob = withJobName('x'.repeat(16))
const list = stubList([shingles, siding, nails, tearOff, permit, unneeded, unlabeled])
const labor = stubList([tearOff])
const ordered = stubList([shingles])
const ofManyVendors = stubList(
  Array.from({ length: ORDERS_OF_CALL_MAX + 1 }, (_, index) =>
    stubItem({ vendor: { id: 1000 + index } }),
  ),
)

beforeAll(async () => {
  const unreachable = { url: 'http://127.0.0.1:9/orders' }
  stack = await startTestStack(
    {},
    {
      PROVIDERS: JSON.stringify({ 'abc-supply': unreachable, qxo: unreachable }),
      PROVIDERS_ALLOW_HTTP: 'true',
    },
  )
  await loadDevelopmentData(stack.database)
  await accept(connect(ABC, 'abc-supply'))
  await accept(connect(LAKESIDE, 'qxo'))
  const archived = await createVendor(stack.database, { orgId: 1, vendorName: 'Gone' })
  if (archived !== ARCHIVED) throw new Error(`the archived vendor is ${archived}`)
  await stack.database.query('update vendor set archived_at = now() where id = $1', [archived])
  for (const added of [
    list,
    labor,
    ordered,
    ofGone,
    withoutNeed,
    withoutSku,
    ofLongJob,
    ofManyVendors,
  ])
    stack.lists.add(added)
  await createDocument(stack, { attributes: { productionListId: ordered.id } })
})
afterAll(() => stack[Symbol.asyncDispose]())

function withJobName(name: string): StubList {
  const { salesOpportunity, ...rest } = stubList([siding])
  const job = { ...salesOpportunity.job, name }
  return { ...rest, salesOpportunity: { ...salesOpportunity, job } }
}

interface Call {
  readonly field: string
  /** `mutation` when omitted. */
  readonly operation?: string
  readonly scope?: string
  readonly idempotencyKey?: string
  readonly orgId?: number
}

/** Arguments of a call in GraphQL syntax; the same object may be sent again. */
type Arguments = string

const ORDER = 'order { id orderListItems { id } }'
const DOCUMENT = `orderDocument { ${ORDER} }`
/** The selection for a result without a document. */
const selections: Readonly<Record<string, string>> = {
  projectManagementOrderDocumentsCreateByVendor: 'orderDocuments { id }',
  projectManagementOrderCancel: ORDER,
  projectManagementDistributionOrderCreate: 'distributionOrder { id }',
  projectManagementDistributionOrderCancel: 'distributionOrder { id }',
  vendorConnect: 'vendor { id }',
  projectManagementOrderDocuments: 'id',
  projectManagementOrders: 'nodes { id }',
  projectManagementDistributionOrders: 'nodes { id }',
}

const call = (field: string) => (args: Arguments) => ({ field: `${field}(${args})` })
const createWith = (attributes: string, args = '') =>
  call('projectManagementOrderDocumentCreate')(`orderDocumentAttributes: { ${attributes} } ${args}`)
/** An order of one item from one vendor, valid except for the given arguments. */
const create = (args: string) =>
  createWith(`productionListId: ${list.id}`, `listItemIds: [${shingles.id}] ${args}`)
const createOf = (items: string, attributes = '') =>
  createWith(`productionListId: ${list.id} ${attributes}`, items)
const split = call('projectManagementOrderDocumentsCreateByVendor')
const render = call('projectManagementOrderDocumentRender')
const cancel = call('projectManagementOrderCancel')
const reorder = call('projectManagementOrderReorder')
const change = call('projectManagementOrderChange')
const submit = call('projectManagementDistributionOrderCreate')
/** From a connected vendor, unless something else is given. */
const submitOf = (args: string, vendorId = ABC) =>
  submit(`productionListId: ${list.id}, vendorId: ${vendorId}, ${args}`)
const cancelDistribution = call('projectManagementDistributionOrderCancel')
const connect = (vendorId: number, provider: string) =>
  call('vendorConnect')(
    `id: ${vendorId}, connection: { providerIdentifier: "${provider}", accountNumber: "20417", accessToken: "token" }`,
  )
const find = (field: string) => (args: string) => ({
  field: args === '' ? field : `${field}(${args})`,
  operation: 'query',
})
/** A cursor of another page. */
const OTHER_PAGE = Buffer.from(`${'x'.repeat(12)}${UNKNOWN_UUID}.1`).toString('base64url')
const deliver = (delivery: string) => create(`delivery: { ${delivery} }`)

const onEveryPath = (listItemIds: string): readonly Call[] => [
  createOf(`listItemIds: ${listItemIds}`),
  split(`productionListId: ${list.id}, listItemIds: ${listItemIds}`),
  submitOf(`listItemIds: ${listItemIds}`),
]

/** Every rejection by the rules of a list, by its kind: a new one needs a row here, and one in the docs. */
const rejections: Readonly<Record<OrderRejection['kind'], readonly Call[]>> = {
  'no-items-named': onEveryPath('[]'),
  'no-material-items': [createWith(`productionListId: ${labor.id}`)],
  'malformed-list-item-ids': onEveryPath('["1x"]'),
  'unknown-list-items': [createOf('listItemIds: [424242]')],
  'repeated-list-items': onEveryPath(`[${shingles.id}, ${shingles.id}]`),
  'not-orderable': [createOf(`listItemIds: [${permit.id}]`)],
  'mixed-types': [createOf(`listItemIds: [${shingles.id}, ${tearOff.id}]`)],
  'vendor-required': [
    createOf(`listItemIds: [${nails.id}]`),
    split(`productionListId: ${list.id}, listItemIds: [${nails.id}]`),
  ],
  'vendor-ambiguous': [createOf(`listItemIds: [${shingles.id}, ${siding.id}]`)],
}

const refusals: readonly Call[] = [
  createWith('productionListId: "1x"'),
  split('productionListId: "-1"'),
  createWith('productionListId: 999999'),
  split('productionListId: 999999'),
  split(`productionListId: ${ordered.id}`),
  split(`productionListId: ${ofManyVendors.id}`),
  createOf(`listItemIds: [${nails.id}]`, 'vendorId: 999999'),
  createOf(`listItemIds: [${nails.id}]`, `vendorId: ${OF_OTHERS}`),
  createOf(`listItemIds: [${nails.id}]`, `vendorId: ${ARCHIVED}`),
  split(`productionListId: ${list.id}, listItemIds: [${nails.id}], vendorId: ${ARCHIVED}`),
  // No item needs it.
  split(`productionListId: ${list.id}, listItemIds: [${shingles.id}], vendorId: 999999`),
  createWith(`productionListId: ${ofGone.id}`),
  split(`productionListId: ${ofGone.id}`),
  create(`purchaseOrderNumber: "${LONG}"`),
  create('purchaseOrderNumber: "PO\\n1"'),
  create(`externalIdentifier: "${LONG}"`),
  create('externalIdentifier: "\\u0000"'),
  deliver('date: "soon"'),
  deliver('window: "NIGHT"'),
  deliver('method: "DRONE"'),
  deliver('shipTo: { lines: ["1", "2", "3", "4", "5", "6", "7"] }'),
  deliver(`shipTo: { lines: ["1", "${LONG}"] }`),
  deliver(`shipTo: { city: "${LONG}" }`),
  deliver('contact: { name: "Sam\\nOrtiz" }'),
  deliver(`placementNotes: "${LONG}"`),
  deliver('accessNotes: "\\u0007"'),
  createOf('', 'language: "fr"'),
  split(`productionListId: ${list.id}, document: { language: "fr" }`),
  createOf('', 'paper: "a3"'),
  createOf('', 'csvPreset: "excel"'),
  createOf('', 'csvPreset: "accounting"'),
  render(`orderId: "${UNKNOWN_UUID}"`),
  submitOf(`listItemIds: [${shingles.id}]`, SUMMIT),
  submitOf(`listItemIds: [${shingles.id}], purchaseOrderNumber: "${'1'.repeat(21)}"`),
  submitOf(`listItemIds: [${shingles.id}], purchaseOrderNumber: "${'1'.repeat(23)}"`, LAKESIDE),
  submit(`productionListId: ${ofLongJob.id}, vendorId: ${LAKESIDE}`),
  submitOf(`listItemIds: [${tearOff.id}]`),
  submit(`productionListId: ${ordered.id}, vendorId: ${LAKESIDE}`),
  submitOf(`listItemIds: [${unneeded.id}]`),
  submitOf(`listItemIds: [${unlabeled.id}]`),
  submit(`productionListId: ${withoutNeed.id}, vendorId: ${ABC}`),
  submit(`productionListId: ${withoutSku.id}, vendorId: ${ABC}`),
  submitOf(`jobName: "${LONG}"`),
  cancelDistribution(`id: "${UNKNOWN_UUID}"`),
  find('projectManagementOrderDocuments')(''),
  find('projectManagementOrderDocuments')(`orderDocumentIds: [${'"1" '.repeat(501)}]`),
  find('projectManagementOrders')('orgId: 1, state: "lost"'),
  find('projectManagementDistributionOrders')('orgId: 1, state: "lost"'),
  find('projectManagementOrders')('orgId: 1, first: 0'),
  find('projectManagementOrders')('orgId: 1, after: "x"'),
  find('projectManagementOrders')(`orgId: 1, after: "${OTHER_PAGE}"`),
  cancel(`id: "${UNKNOWN_UUID}"`),
  { ...cancel(`id: "${UNKNOWN_UUID}"`), scope: 'orders:read lists:read' },
  { ...cancel(`id: "${UNKNOWN_UUID}"`), idempotencyKey: 'k'.repeat(256) },
]

/** Refusals that need an order, made with the id and the first line's id of a new one. */
const ofOrder: Readonly<Record<string, (id: string, lineId: string) => Call | Promise<Call>>> = {
  'a cancellation with a long reason': (id) => cancel(`id: "${id}", reason: "${LONG}"`),
  'a cancellation with a reason of two lines': (id) => cancel(`id: "${id}", reason: "a\\nb"`),
  'cancelling it twice': (id) => after(cancel(`id: "${id}"`), cancel(`id: "${id}"`)),
  'cancelling it while its vendor has it': (id) => submitted(id, cancel(`id: "${id}"`)),
  'cancelling a change that another one credits': async (id) => {
    const added = await orderOf(change(`id: "${id}", ${addition()}`))
    const credit = `credits: [{ orderListItemId: "${added.lineId}", quantity: 1 }]`
    return after(change(`id: "${id}", ${credit}`), cancel(`id: "${added.id}"`))
  },
  'reordering a change order': async (id) =>
    reorder(`id: "${(await orderOf(change(`id: "${id}", ${addition()}`))).id}"`),
  'reordering it twice': (id) => after(reorder(`id: "${id}"`), reorder(`id: "${id}"`)),
  'reordering it while its vendor has it': (id) => submitted(id, reorder(`id: "${id}"`)),
  'reordering it when all of it is credited': (id, lineId) =>
    after(
      change(`id: "${id}", credits: [{ orderListItemId: "${lineId}", quantity: 76 }]`),
      reorder(`id: "${id}"`),
    ),
  'changing it when it is cancelled': (id) =>
    after(cancel(`id: "${id}"`), change(`id: "${id}", ${addition()}`)),
  'changing it while its vendor has it': (id) =>
    submitted(id, change(`id: "${id}", ${addition()}`)),
  'changing nothing': (id) => change(`id: "${id}"`),
  'changing too many lines': (id, lineId) => {
    const credit = `{ orderListItemId: "${lineId}", quantity: 1 }`
    return change(`id: "${id}", credits: [${Array(1001).fill(credit).join(' ')}]`)
  },
  'adding to 10,000 lines': async (id) => {
    await addLines(id, 9_999)
    return change(`id: "${id}", ${addition()}`)
  },
  'reordering more than 10,000 lines': async (id) => {
    await addLines(id, 10_000)
    return reorder(`id: "${id}"`)
  },
  'adding an item of another list': (id) =>
    change(`id: "${id}", ${addition({ listItemId: 424_242 })}`),
  'adding another kind': (id) => change(`id: "${id}", ${addition({ listItemId: tearOff.id })}`),
  'adding an item twice': (id) => {
    const item = `{ listItemId: ${shingles.id}, quantity: 1 }`
    return change(`id: "${id}", additions: [${item}, ${item}]`)
  },
  'adding a quantity of 0': (id) => change(`id: "${id}", ${addition({ quantity: 0 })}`),
  'adding a quantity of too many decimals': (id) =>
    change(`id: "${id}", ${addition({ quantity: 0.000001 })}`),
  'crediting a line that it does not have': (id) =>
    change(`id: "${id}", credits: [{ orderListItemId: "${UNKNOWN_UUID}", quantity: 1 }]`),
  'crediting a line twice': (id, lineId) => {
    const line = `{ orderListItemId: "${lineId}", quantity: 1 }`
    return change(`id: "${id}", credits: [${line}, ${line}]`)
  },
  'crediting more than is ordered': (id, lineId) =>
    change(`id: "${id}", credits: [{ orderListItemId: "${lineId}", quantity: 76.5 }]`),
  'reordering from an archived vendor': async (id) => {
    await stack.database.query('update "order" set vendor_id = $2 where id = $1', [id, ARCHIVED])
    return reorder(`id: "${id}"`)
  },
  'cancelling a distribution order whose provider accepts no cancellations': (id) =>
    cancelInState(id, 'submitted', 'qxo'),
  'cancelling a distribution order that was delivered': (id) => cancelInState(id, 'delivered'),
  'cancelling a distribution order that failed': (id) => cancelInState(id, 'failed'),
  'a key of a document of an organization that the caller has left': (id) => {
    const made = { ...render(`orderId: "${id}"`), idempotencyKey: `left ${id}` }
    return after(made, { ...made, orgId: 2 })
  },
  'a key of an order of an organization that the caller has left': (id) => {
    const made = { ...submitOf(`listItemIds: [${shingles.id}]`), idempotencyKey: `left ${id}` }
    return after(made, { ...made, orgId: 2 })
  },
  'an Idempotency-Key of another mutation': async (id) => {
    const key = { idempotencyKey: `other ${id}` }
    return after({ ...cancel(`id: "${id}"`), ...key }, { ...reorder(`id: "${id}"`), ...key })
  },
  'an Idempotency-Key of another change': async (id) => {
    const key = { idempotencyKey: `twice ${id}` }
    return after(
      { ...change(`id: "${id}", ${addition()}`), ...key },
      { ...change(`id: "${id}", ${addition({ quantity: 2 })}`), ...key },
    )
  },
}

describe('docs/orders.md', () => {
  const provoked = new Set<unknown>()

  /** The error of a call, and the number of rows that document it. */
  async function provoke(made: Call, on = stack): Promise<{ error: unknown; rows: number }> {
    const { errors } = await request(made, on)
    const { message = '', extensions } = errors?.[0] ?? {}
    const error = { message, code: extensions?.['code'], argument: extensions?.['argument'] }
    const rows = documented.filter((row) => documents(row, error))
    for (const row of rows) provoked.add(row)
    return { error, rows: rows.length }
  }

  it.each(Object.entries(rejections))('has the error of %s', async (_kind, calls) => {
    for (const made of calls) expect(await provoke(made)).toMatchObject({ rows: 1 })
  })

  it.each(refusals.map((made) => [made.field.replace('projectManagement', ''), made] as const))(
    'has the error of %s',
    async (_what, made) => {
      expect(await provoke(made)).toMatchObject({ rows: 1 })
    },
  )

  it.each(Object.entries(ofOrder))('has the error of %s', async (_what, toCall) => {
    const { order } = await createDocument(stack, {
      attributes: { productionListId: list.id },
      listItemIds: [shingles.id],
    })
    const [line] = order.orderListItems
    if (line === undefined) throw new Error('the order has no line')
    const made = await toCall(order.id, line.id)
    expect(await provoke(made)).toMatchObject({ rows: 1 })
  })

  it('has the error of an item that is ordered in another unit', async () => {
    const item = stubItem({ vendor: { id: ABC } })
    const changed = stubList([item])
    stack.lists.add({
      ...changed,
      listItems: [{ ...item, quantity: 25, quantityUnits: 'SQUARES' }],
    })
    await createDocument(stack, { attributes: { productionListId: changed.id } })
    stack.lists.add(changed)
    expect(await provoke(split(`productionListId: ${changed.id}`))).toMatchObject({ rows: 1 })
  })

  it('has the error of a provider that is no longer set up', async () => {
    const rename = (provider: string) =>
      stack.database.query('update vendor set provider_identifier = $2 where id = $1', [
        LAKESIDE,
        provider,
      ])
    onTestFinished(async () => void (await rename('qxo')))
    await rename('gone')
    const made = submitOf(`listItemIds: [${shingles.id}]`, LAKESIDE)
    expect(await provoke(made)).toMatchObject({ rows: 1 })
  })

  it('has the error of a list whose service is down', async () => {
    onTestFinished(() => stack.lists.answerWith(undefined))
    stack.lists.answerWith({ status: 502, body: {} })
    expect(await provoke(create(''))).toMatchObject({ rows: 1 })
  })

  it('has the error of a full rendering queue', async () => {
    const logger = createLogger('test', 'silent')
    const renderer = new Renderer({ threads: 1, queueMax: 1, logger })
    vi.spyOn(renderer, 'requireRoom').mockImplementation((_orgId, documents) => {
      if (documents > 0) throw new RenderingQueueFullError()
    })
    await using crowded = await startTestStack({ renderer })
    await loadDevelopmentData(crowded.database)
    crowded.lists.add(list)
    expect(await provoke(create(''), crowded)).toMatchObject({ rows: 1 })
  })

  it('has every message of ordering', async () => {
    expect(await findUndocumentedSentences()).toEqual([])
  })

  it('has no other error', () => {
    expect(documented.length).toBeGreaterThan(50)
    expect(documented.filter((row) => !provoked.has(row))).toEqual([])
  })
})

interface AdditionFields {
  readonly listItemId?: number
  readonly quantity?: number
}

function addition({ listItemId = shingles.id, quantity = 1 }: AdditionFields = {}): string {
  return `additions: [{ listItemId: ${listItemId}, quantity: ${quantity} }]`
}

/** The second call, once the first was accepted. */
async function after(first: Call, second: Call): Promise<Call> {
  await accept(first)
  return second
}

async function accept(made: Call): Promise<Readonly<Record<string, unknown>>> {
  const response = await request(made, stack)
  if (response.errors !== undefined) throw new Error(JSON.stringify(response.errors))
  return response.data
}

/** The call, for an order that is in its vendor's system by then. */
async function submitted(orderId: string, made: Call): Promise<Call> {
  await addDistributionOrder(orderId, 'submitted')
  return made
}

/** Cancels a distribution order in the given state. */
async function cancelInState(orderId: string, state: string, provider?: string): Promise<Call> {
  return cancelDistribution(`id: "${await addDistributionOrder(orderId, state, provider)}"`)
}

async function addDistributionOrder(
  orderId: string,
  state: string,
  provider = 'abc-supply',
): Promise<string> {
  const id = newUuid()
  await stack.database.query(
    `insert into distribution_order (id, org_id, order_id, vendor_id, provider_identifier, state,
       state_sequence, created_at, updated_at)
     values ($1, 1, $2, $3, $4, $5, 2, now(), now())`,
    [id, orderId, ABC, provider, state],
  )
  return id
}

/** Copies the one line of an order. */
async function addLines(orderId: string, count: number): Promise<void> {
  await stack.database.query(
    `insert into order_list_item
     select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'position', n))).*
     from order_list_item i, generate_series(i.position + 1, i.position + $2::int) n
     where i.order_id = $1`,
    [orderId, count],
  )
}

/** The order that a call creates or cancels. */
async function orderOf(made: Call): Promise<{ readonly id: string; readonly lineId: string }> {
  const [{ order, orderDocument }] = Object.values(await accept(made)) as [
    { order?: OrderResult; orderDocument?: { order: OrderResult } },
  ]
  const { id, orderListItems } = order ?? orderDocument?.order ?? { id: '', orderListItems: [] }
  return { id, lineId: orderListItems[0]?.id ?? '' }
}

interface OrderResult {
  readonly id: string
  readonly orderListItems: readonly { readonly id: string }[]
}

async function request(made: Call, on: TestStack) {
  const { field, operation = 'mutation', scope, idempotencyKey, orgId = 1 } = made
  const [name = ''] = field.split('(')
  return on.graphql({
    query: `${operation} { ${field} { ${selections[name] ?? DOCUMENT} } }`,
    token: await on.token([orgId], scope),
    idempotencyKey,
  })
}
