import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVendor } from '../src/testing/create-vendor.ts'
import { createDocument, sendCreate } from './create-document.ts'
import { failFirstInsert } from './fail-first-insert.ts'
import { followUps, orderOf } from './follow-up.ts'
import { stubItem } from './production-lists-stub.ts'
import type { StubList } from './production-lists-stub.ts'
import { startTestStack } from './test-stack.ts'
import type { GraphQLResponse, TestStack } from './test-stack.ts'
import { textOfPdf } from './text-of-pdf.ts'

const DOCUMENT = /* GraphQL */ `
  id
  state
  productionListId
  pdf {
    url
    filename
  }
  csv {
    url
  }
  order {
    id
    purchaseOrderNumber
    vendor {
      id
    }
    orderListItems {
      quantity
      listItem {
        id
      }
    }
  }
`
const SPLIT = /* GraphQL */ `
  mutation ($list: ID!, $items: [ID!], $vendorId: Int, $po: String, $delivery: OrderDeliveryInput, $document: OrderDocumentOptions) {
    projectManagementOrderDocumentsCreateByVendor(
      productionListId: $list
      listItemIds: $items
      vendorId: $vendorId
      purchaseOrderNumber: $po
      delivery: $delivery
      document: $document
    ) {
      orderDocuments { ${DOCUMENT} }
    }
  }
`
const RENDER = /* GraphQL */ `
  mutation ($order: ID!, $document: OrderDocumentOptions) {
    projectManagementOrderDocumentRender(orderId: $order, document: $document) {
      orderDocument { ${DOCUMENT} }
    }
  }
`

let stack: TestStack
let roofing: { readonly id: number }
let siding: { readonly id: number }

beforeAll(async () => {
  stack = await startTestStack()
  roofing = { id: await createVendor(stack.database, { orgId: 1, vendorName: 'Roofing Supply' }) }
  siding = { id: await createVendor(stack.database, { orgId: 1, vendorName: 'Siding Supply' }) }
})
afterAll(() => stack[Symbol.asyncDispose]())

describe('splitting a list by vendor', () => {
  it('creates a complete order document for each vendor, with the same terms', async () => {
    const shingles = stubItem({ vendor: roofing })
    const panels = stubItem({ vendor: siding, quantity: 20.5 })
    const list = stack.lists.addList([
      shingles,
      panels,
      stubItem({ type: 'LABOR', vendor: roofing }),
    ])
    const documents = documentsOf(await split({ list: list.id, po: 'PO-7' }))

    expect(documents).toMatchObject([
      {
        state: 'complete',
        order: {
          purchaseOrderNumber: 'PO-7',
          vendor: roofing,
          orderListItems: [{ quantity: 76, listItem: { id: shingles.id } }],
        },
      },
      {
        state: 'complete',
        order: {
          purchaseOrderNumber: 'PO-7',
          vendor: siding,
          orderListItems: [{ quantity: 20.5, listItem: { id: panels.id } }],
        },
      },
    ])
  })

  it('a second time finds nothing to order, and only the new items of a list that grew', async () => {
    const shingles = stubItem({ vendor: roofing })
    const list = stack.lists.addList([shingles])
    documentsOf(await split({ list: list.id }))
    const again = await split({ list: list.id })
    stack.lists.add({ ...list, listItems: [{ ...shingles, quantity: 80.5 }] })
    const [more] = documentsOf(await split({ list: list.id }))

    expect(again.errors?.[0]).toMatchObject({
      message: `Nothing is left to order of the MATERIAL items of list ${list.id}. To order some of them again, name them in listItemIds.`,
      extensions: { code: 'NOTHING_TO_ORDER', argument: 'listItemIds' },
    })
    expect(more?.order.orderListItems).toMatchObject([{ quantity: 4.5 }])
  })

  it('by ten concurrent callers orders everything once', async () => {
    const list = stack.lists.addList([stubItem({ vendor: roofing }), stubItem({ vendor: siding })])
    const responses = await Promise.all(Array.from({ length: 10 }, () => split({ list: list.id })))
    const codes = responses.flatMap(({ errors = [] }) => errors.map((e) => e.extensions['code']))

    expect(codes).toEqual(Array.from({ length: 9 }, () => 'NOTHING_TO_ORDER'))
    expect(await ordersOf(list)).toBe(2)
  })

  it('under one Idempotency-Key returns the same documents', async () => {
    const list = stack.lists.addList([stubItem({ vendor: roofing }), stubItem({ vendor: siding })])
    const variables = { list: list.id }
    const first = documentsOf(await split(variables, 'split-1'))
    const second = documentsOf(await split(variables, 'split-1'))

    expect(second.map(idsOf)).toEqual(first.map(idsOf))
    expect(await ordersOf(list)).toBe(2)
  })

  it('under its Idempotency-Key leaves out documents rendered later', async () => {
    const list = stack.lists.addList([stubItem({ vendor: roofing }), stubItem({ vendor: siding })])
    const variables = { list: list.id }
    const first = documentsOf(await split(variables, 'split-2'))
    await render({ order: first[0]?.order.id, document: { inputHtml: 'office' } })

    const again = documentsOf(await split(variables, 'split-2'))
    expect(again.map(idsOf)).toEqual(first.map(idsOf))
  })

  it('orders nothing at all when one of its vendors is not the organization’s', async () => {
    const stranger = { id: await createVendor(stack.database, { orgId: 2, vendorName: 'Other' }) }
    const list = stack.lists.addList([
      stubItem({ vendor: roofing }),
      stubItem({ vendor: stranger }),
    ])
    const response = await split({ list: list.id })

    expect(response.errors?.[0]).toMatchObject({
      extensions: { code: 'NOT_FOUND', argument: 'vendorId' },
    })
    expect(await ordersOf(list)).toBe(0)
  })

  it('names the items that have no vendor', async () => {
    const nails = stubItem()
    const list = stack.lists.addList([stubItem({ vendor: roofing }), nails])
    const refused = await split({ list: list.id })
    const accepted = documentsOf(await split({ list: list.id, vendorId: siding.id }))

    expect(refused.errors?.[0]).toMatchObject({
      message: `Every order is tied to a vendor, and these items have none: ${nails.id}. Give vendorId.`,
      extensions: { code: 'VENDOR_REQUIRED', argument: 'vendorId', listItemIds: [nails.id] },
    })
    expect(accepted).toHaveLength(2)
  })
})

describe('ordering an item twice', () => {
  it('warns with the ordered quantity', async () => {
    const item = stubItem({ vendor: roofing })
    const list = stack.lists.addList([item])
    const attributes = { productionListId: list.id }
    const first = await sendCreate(stack, { attributes })
    const second = await sendCreate(stack, { attributes })

    expect(first.extensions?.warnings).toBeUndefined()
    expect(second.extensions?.warnings).toEqual([
      `Over-ordered: with this, 152 BUNDLES of "${item.name}" are ordered; the list needs 76.`,
    ])
  })

  it('has the warnings of the last try only when its transaction runs again', async () => {
    const item = stubItem({ vendor: roofing })
    const attributes = { productionListId: stack.lists.addList([item]).id }
    await createDocument(stack, { attributes })
    const response = await failFirstInsert(stack, '"order"', {
      request: () => sendCreate(stack, { attributes }),
      meanwhile: () =>
        stack.database.query('update order_list_item set quantity = 4 where list_item_id = $1', [
          item.id,
        ]),
    })

    expect(response.extensions?.warnings).toEqual([
      `Over-ordered: with this, 80 BUNDLES of "${item.name}" are ordered; the list needs 76.`,
    ])
  })

  it('from another vendor than the list names warns', async () => {
    const item = stubItem({ vendor: roofing })
    const list = stack.lists.addList([item])
    const response = await sendCreate(stack, {
      attributes: { productionListId: list.id, vendorId: siding.id },
    })

    expect(response.extensions?.warnings).toEqual([
      `The list ties items to other vendors than the one of this order: ${item.id}.`,
    ])
  })
})

describe('rendering an order again', () => {
  it('adds a document for another reader, and orders nothing', async () => {
    const list = stack.lists.addList([stubItem({ vendor: roofing })])
    const first = await createDocument(stack, { attributes: { productionListId: list.id } })
    const response = await render({ order: first.order.id, document: { inputHtml: 'office' } })
    const { orderDocument } = response.data.projectManagementOrderDocumentRender
    expect(orderDocument).toMatchObject({ state: 'complete', order: { id: first.order.id } })
    expect(orderDocument.id).not.toBe(first.id)
    expect(await textOfPdf(stack, orderDocument.pdf.url)).toContain('1,605.75')
    expect(await textOfPdf(stack, first.pdf.url)).not.toContain('1,605.75')
    expect(orderDocument.pdf.filename).toMatch(/ - Office copy with prices\.pdf$/)
    expect(await ordersOf(list)).toBe(1)
  })

  it('says on the document that the order was cancelled or replaced', async () => {
    const { cancel, reorder } = followUps(stack)
    const attributes = { productionListId: stack.lists.addList([stubItem({ vendor: roofing })]).id }
    const { order } = await createDocument(stack, { attributes })
    await cancel({ id: order.id })
    const cancelled = await render({ order: order.id })
    await reorder({ id: order.id, purchaseOrderNumber: 'PO-NEW-18' })
    const replaced = await render({ order: order.id })

    expect(await pdfOf(cancelled)).toContain('Cancelled on')
    expect(await pdfOf(cancelled)).not.toContain('Replaced by')
    expect(await pdfOf(replaced)).toContain('Replaced by order PO-NEW-18')
  })

  it('says on the document of a change order what replaced it together with the changed order', async () => {
    const { change, reorder } = followUps(stack)
    const list = stack.lists.addList([stubItem({ vendor: roofing })])
    const { order } = await createDocument(stack, { attributes: { productionListId: list.id } })
    const additions = [{ listItemId: list.listItems[0]?.id, quantity: 5 }]
    const { id } = orderOf(await change({ id: order.id, additions }))
    expect(await pdfOf(await render({ order: id }))).not.toContain('Replaced by')
    await reorder({ id: order.id, purchaseOrderNumber: 'PO-NEW-19' })

    expect(await pdfOf(await render({ order: id }))).toContain('Replaced by order PO-NEW-19')
  })

  it('of two in one request, each returns the documents that there are then', async () => {
    const list = stack.lists.addList([stubItem({ vendor: roofing })])
    const { order } = await createDocument(stack, { attributes: { productionListId: list.id } })
    const rendered = `projectManagementOrderDocumentRender(orderId: $order) {
      orderDocument { order { orderDocuments { id } } }
    }`
    const query = `mutation ($order: ID!) { first: ${rendered} second: ${rendered} }`
    const { data } = await stack.graphql({ query, variables: { order: order.id } })
    const ofTwo = [{ id: expect.any(String) }, { id: expect.any(String) }]

    expect(data).toMatchObject({
      first: { orderDocument: { order: { orderDocuments: ofTwo } } },
      second: { orderDocument: { order: { orderDocuments: [...ofTwo, ofTwo[0]] } } },
    })
  })

  it('under one Idempotency-Key creates one document', async () => {
    const list = stack.lists.addList([stubItem({ vendor: roofing })])
    const { order } = await createDocument(stack, { attributes: { productionListId: list.id } })
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => render({ order: order.id }, 'render-1')),
    )
    const ids = responses.map(
      ({ data }) => data.projectManagementOrderDocumentRender.orderDocument.id,
    )

    expect(new Set(ids).size).toBe(1)
  })

  it.each(['nonsense', '019cec7a-5a00-7000-8000-000000000004'])(
    'is refused for the unknown order %s',
    async (order) => {
      const response = await render({ order })

      expect(response.errors?.[0]).toMatchObject({
        message: `There is no order ${order} in your organizations. Give the id of an order.`,
        extensions: { code: 'NOT_FOUND', argument: 'orderId' },
      })
    },
  )
})

const pdfOf = ({ data }: Awaited<ReturnType<typeof render>>): Promise<string> =>
  textOfPdf(stack, data.projectManagementOrderDocumentRender.orderDocument.pdf.url)

function split(
  variables: Readonly<Record<string, unknown>>,
  idempotencyKey?: string,
): Promise<GraphQLResponse> {
  return stack.graphql({ query: SPLIT, variables, idempotencyKey })
}

function render(
  variables: Readonly<Record<string, unknown>>,
  idempotencyKey?: string,
): Promise<GraphQLResponse> {
  return stack.graphql({ query: RENDER, variables, idempotencyKey })
}

function idsOf({ id, order }: { readonly id: string; readonly order: { readonly id: string } }) {
  return { id, order: order.id }
}

function documentsOf(response: GraphQLResponse) {
  if (response.errors !== undefined) throw new Error(JSON.stringify(response.errors))
  return response.data.projectManagementOrderDocumentsCreateByVendor.orderDocuments
}

async function ordersOf({ id }: StubList): Promise<number> {
  const rows = await stack.database.query('select 1 from "order" where production_list_id = $1', [
    id,
  ])
  return rows.length
}
