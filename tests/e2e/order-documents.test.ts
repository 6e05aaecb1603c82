import { hash } from 'node:crypto'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { parse } from 'csv-parse/sync'
import { extractText } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { createOrganization } from '../support/organization.ts'
import { graphqlData, graphqlError, http } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createList } from './support/list.ts'

const names = [
  ...Array.from({ length: 58 }, (_, index) => `Shingle bundle number ${index + 1}`),
  '=HYPERLINK("http://evil.example","Click")',
  'Черепица “Москва”, Κεραμίδι, "quoted", with, commas',
]

const organization = await disposeAfterAll(createOrganization(sharedDevEnv()))
const list = await createList(organization, [
  ...names.map((name, index) => ({ name, listItemGroupName: `Group ${index % 4}` })),
  { name: 'Tear-off', type: 'LABOR', vendorId: null },
])

interface File {
  readonly filename: string
  readonly redirectUrl: string
  readonly url: string
  readonly contentType: string
  readonly byteSize: number
  readonly checksum: string
}

interface Document {
  readonly id: string
  readonly state: string
  readonly pdf: File
  readonly csv: File
}

const CREATE = `mutation ($attributes: OrderDocumentCreate!, $po: String) {
  projectManagementOrderDocumentCreate(
    orderDocumentAttributes: $attributes, purchaseOrderNumber: $po
  ) { orderDocument { id state
      pdf { filename redirectUrl url contentType byteSize checksum }
      csv { filename redirectUrl url contentType byteSize checksum } } } }`

async function create(attributes: object = {}, po?: string): Promise<Document> {
  const variables = { attributes: { productionListId: list.listId, ...attributes }, po }
  const data = await graphqlData<{
    projectManagementOrderDocumentCreate: { orderDocument: Document }
  }>(CREATE, variables, { token: organization.token })
  return data.projectManagementOrderDocumentCreate.orderDocument
}

async function bytesOf(response: Response): Promise<Buffer> {
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** The words of all pages, in one line, as an independent reader (pdf.js) extracts them. */
async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}

describe('the files of an order document', () => {
  test.each(['pdf', 'csv'] as const)(
    '%s: both addresses return the bytes that size and checksum describe',
    async (kind) => {
      const { [kind]: file } = await create()
      const redirect = await http(file.redirectUrl, { token: organization.token })
      expect(redirect.status).toBe(302)
      const viaRedirect = await bytesOf(await fetch(redirect.headers.get('location') ?? ''))
      const response = await fetch(file.url)
      const direct = await bytesOf(response)
      expect(direct.equals(viaRedirect)).toBe(true)
      expect(direct).toHaveLength(file.byteSize)
      expect(hash('md5', direct, 'base64')).toBe(file.checksum)
      expect(response.headers.get('content-type')).toBe(file.contentType)
      expect(response.headers.get('content-disposition')).toMatch(
        kind === 'csv' ? /^attachment/ : /^inline/,
      )
    },
  )

  test('the PDF names job, vendor, purchase order and every line, on numbered pages', async () => {
    const { pdf } = await create({ inputHtml: 'supplier' }, 'PO-2041')
    const words = await textOf(await bytesOf(await fetch(pdf.url)))
    for (const name of names.slice(0, 58)) expect(words).toContain(name)
    for (const word of [
      'Test Street 1',
      'Acme Roofing Supply',
      'PO-2041',
      'Черепица',
      'Κεραμίδι',
    ]) {
      expect(words).toContain(word)
    }
    expect(words).toMatch(/Page 1 of [2-9]/)
    expect(words).not.toContain('Tear-off')
    expect(words).not.toContain('41.5')
  })

  test('the office document shows prices', async () => {
    const { pdf } = await create({ inputHtml: 'office' })
    expect(await textOf(await bytesOf(await fetch(pdf.url)))).toContain('41.50')
  })

  test('the CSV holds the same lines, and a name that begins with = stays text', async () => {
    const { csv } = await create()
    const bytes = await bytesOf(await fetch(csv.url))
    const rows: Record<string, string>[] = parse(bytes, { columns: true, bom: true })
    expect(rows).toHaveLength(60)
    const cells = rows.flatMap((row) => Object.values(row))
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    expect(cells).toContain(names[59])
    expect(bytes.toString('utf8').split('\r\n').length).toBeGreaterThan(60)
  })
})

describe('which items and which vendor', () => {
  test('without listItemIds every MATERIAL item is ordered, as a snapshot beside the live item', async () => {
    const { id } = await create()
    const data = await graphqlData<{
      projectManagementOrderDocuments: {
        order: { orderListItems: { name: string; listItem: object }[] }
      }[]
    }>(
      `{ projectManagementOrderDocuments(orderDocumentIds: ["${id}"]) {
        order { orderListItems { name listItem { unitCost vendor { id vendorName } } } } } }`,
      {},
      { token: organization.token },
    )
    const items = data.projectManagementOrderDocuments[0]?.order.orderListItems ?? []
    expect(items.map(({ name }) => name)).toEqual(names)
    expect(items[0]?.listItem).toEqual({
      unitCost: 41.5,
      vendor: { id: list.vendorId, vendorName: 'Acme Roofing Supply' },
    })
  })

  test('several vendors are VENDOR_AMBIGUOUS, each with its items, so that the caller can split', async () => {
    const other = await organization.createVendor('Second Supply')
    const two = await createList(organization, [
      { name: 'first' },
      { name: 'second', vendorId: other },
    ])
    const error = await graphqlError(
      CREATE,
      { attributes: { productionListId: two.listId } },
      { token: organization.token },
    )
    expect(error.extensions).toMatchObject({
      code: 'VENDOR_AMBIGUOUS',
      vendors: [
        { id: two.vendorId, listItemIds: [two.itemIds[0]] },
        { id: other, listItemIds: [two.itemIds[1]] },
      ],
    })
  })
})

test('orders of a list are reached from the list, and the list from a document', async () => {
  const { id } = await create()
  const data = await graphqlData<{
    projectManagementOrderDocuments: {
      productionList: { id: number; orders: { orderDocuments: { id: string }[] }[] }
    }[]
  }>(
    `{ projectManagementOrderDocuments(orderDocumentIds: ["${id}"]) {
      productionList { id orders { orderDocuments { id } } } } }`,
    {},
    { token: organization.token },
  )
  const { productionList } = data.projectManagementOrderDocuments[0] ?? {}
  expect(productionList?.id).toBe(list.listId)
  expect(productionList?.orders.flatMap(({ orderDocuments }) => orderDocuments)).toContainEqual({
    id,
  })
})
