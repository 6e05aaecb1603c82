import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, it } from 'vitest'
import { createVendor } from '../src/testing/create-vendor.ts'
import { sendCreate } from './create-document.ts'
import { stubItem, stubList } from './production-lists-stub.ts'
import { startTestStack } from './test-stack.ts'

const RENDER = /* GraphQL */ `
  mutation ($order: ID!) {
    projectManagementOrderDocumentRender(orderId: $order, document: { csvPreset: "abc-supply" }) {
      orderDocument {
        id
      }
    }
  }
`

const stack = await disposeAfterAll(startTestStack())
const vendorId = await createVendor(stack.database, { orgId: 1, vendorName: 'Vendor' })

it('the office can have the accounting columns', async () => {
  const response = await create({ inputHtml: 'office', csvPreset: 'accounting' })

  expect(response.errors).toBeUndefined()
  expect((await csvOf(response)).split('\r\n')[0]).toBe(
    '\ufeffDate,PO Number,Order ID,Vendor,Job,Item,SKU,Quantity,Unit,Unit Cost,Pretax,Tax,Total,Line',
  )
})

it.each([
  ['supplier', 'supplier'],
  ['crew', 'crew'],
  [null, 'supplier'],
  ['<html>', 'supplier'],
])(
  'a document for inputHtml %j cannot have them, and nothing is ordered',
  async (inputHtml, mode) => {
    const before = await countOrders()
    const response = await create({ inputHtml, csvPreset: 'accounting' })

    const argument = 'orderDocumentAttributes.csvPreset'
    expect(response.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument })
    expect(response.errors?.[0]?.message).toBe(
      `${argument}: the preset "accounting" has prices, and a document for the ${mode} has none. Set inputHtml to "office", or choose another preset.`,
    )
    expect(await countOrders()).toBe(before)
  },
)

it('a purchase order number that a distributor would refuse is in its file in full, with a warning', async () => {
  const number = 'PO-2026-11-21-HARTMANN-7'
  const response = await create({ csvPreset: 'abc-supply' }, number)

  expect(await csvOf(response)).toContain(`\r\n${number},`)
  expect(response.extensions?.warnings).toEqual([
    expect.stringContaining('purchaseOrderNumber has 24 characters, at most 20 are taken'),
  ])
})

it('a document that is rendered again for a distributor has the same warnings', async () => {
  const ordered = await create({}, 'PO-2026-11-21-HARTMANN-7', 100)
  const response = await stack.graphql({
    query: RENDER,
    variables: { order: orderIdOf(ordered) },
  })

  expect(response.extensions?.warnings).toEqual([
    expect.stringContaining('purchaseOrderNumber has 24 characters, at most 20 are taken'),
    expect.stringContaining('listItemIds has 100 lines, at most 99 are taken'),
  ])
})

it('the default preset of an organization applies to documents with prices', async () => {
  await stack.database.query(
    `insert into organization_profile (org_id, name, address_lines, csv_preset, updated_at)
     values (1, 'Ridgeline Exteriors', '{}', 'accounting', now())`,
  )
  const office = await create({ inputHtml: 'office' })
  const supplier = await create({ inputHtml: 'supplier' })

  expect(await csvOf(office)).toMatch(/^\ufeffDate,PO Number/)
  expect(await csvOf(supplier)).toMatch(
    /^\ufeffGroup,Description,Quantity,Unit,Color,SKU,Trade,Notes,Line\r/,
  )
  const presets = await stack.database.query(
    'select mode, csv_preset as preset from order_document where order_id = any($1) order by mode',
    [[office, supplier].map(orderIdOf)],
  )
  expect(presets).toEqual([
    { mode: 'office', preset: 'accounting' },
    { mode: 'supplier', preset: 'default' },
  ])
})

async function create(
  documentOptions: { readonly inputHtml?: string | null; readonly csvPreset?: string },
  purchaseOrderNumber: string | null = null,
  itemCount = 1,
) {
  const items = Array.from({ length: itemCount }, () => stubItem({ vendor: { id: vendorId } }))
  const list = stubList(items, { orgId: 1 })
  stack.lists.add(list)
  const attributes = { productionListId: list.id, ...documentOptions }
  return sendCreate(stack, { attributes, purchaseOrderNumber })
}

async function csvOf(response: Awaited<ReturnType<typeof create>>): Promise<string> {
  const { url } = response.data.projectManagementOrderDocumentCreate.orderDocument.csv
  const { pathname, search } = new URL(url)
  const file = await (await stack.fetch(pathname + search)).arrayBuffer()
  return Buffer.from(file).toString('utf8')
}

function orderIdOf(response: Awaited<ReturnType<typeof create>>): string {
  return response.data.projectManagementOrderDocumentCreate.orderDocument.order.id
}

async function countOrders(): Promise<number | undefined> {
  const [row] = await stack.database.query<{ count: number }>(
    'select count(*)::int as count from "order"',
  )
  return row?.count
}
