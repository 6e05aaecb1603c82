import { readFile } from 'node:fs/promises'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, test } from 'vitest'
import { createOrganization } from '../support/organization.ts'
import { graphqlData, http, post } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createList } from './support/list.ts'
import { operationsIn } from './support/operations-in.ts'
import { priceFile } from './support/price-file.ts'

const devEnv = sharedDevEnv()

const organization = await disposeAfterAll(createOrganization(devEnv))
const vendorId = await organization.createVendor('Ridge Supply')

const importMutation = `mutation ($orgId: Int!, $vendorId: Int!, $csv: String!) {
  priceBookImport(orgId: $orgId, vendorId: $vendorId, csv: $csv) {
    bookVersion added changed refused rows { row change before { unitCost } after { unitCost } }
  }
}`

const variables = (csv: string) => ({ orgId: organization.orgId, vendorId, csv })

test('the example file is imported completely, and read with its vendor', async () => {
  const csv = await readFile(new URL('../../docs/examples/price-book.csv', import.meta.url), 'utf8')
  const { token, orgId } = organization
  const imported = await graphqlData(importMutation, variables(csv), { token })
  expect(imported).toMatchObject({ priceBookImport: { bookVersion: 1, added: 6, refused: 0 } })

  const book = await graphqlData(
    `query ($orgId: Int!, $vendorId: Int!) {
      priceBook(orgId: $orgId, vendorId: $vendorId) {
        vendor { vendorName }
        prices(search: "shingles", at: "2026-05-01T00:00:00Z") {
          nodes { sku unitCost history { unitCost effectiveFrom } }
        }
      }
    }`,
    { orgId, vendorId },
    { token },
  )
  expect(book).toEqual({
    priceBook: {
      vendor: { vendorName: 'Ridge Supply' },
      prices: {
        nodes: [
          {
            sku: 'GAF-0489-CHAR',
            unitCost: 43.2,
            history: [
              { unitCost: 43.2, effectiveFrom: '2026-04-01' },
              { unitCost: 41.5, effectiveFrom: '2026-01-01' },
            ],
          },
        ],
      },
    },
  })
})

test('importing an exported book changes nothing', async () => {
  const { token, orgId } = organization
  const response = await http(
    `${devEnv.urls.gateway}/exports/prices?orgId=${orgId}&vendorId=${vendorId}`,
    { token },
  )
  expect(response.status).toBe(200)
  const csv = await response.text()
  expect(csv.trimEnd().split('\r\n')).toHaveLength(7)

  const imported = await graphqlData(importMutation, variables(csv), { token })
  expect(imported).toMatchObject({
    priceBookImport: { bookVersion: 1, added: 0, changed: 0, refused: 0 },
  })
})

test('docs/price-books.md: every operation works, in the order of the page', async () => {
  const { token, orgId } = organization
  const { listId } = await createList(organization, [{ vendorId }])
  const operations = (await operationsIn('price-books.md')).map((code) =>
    code
      .replaceAll('orgId: 1', `orgId: ${orgId}`)
      .replaceAll('vendorId: 1', `vendorId: ${vendorId}`)
      .replaceAll('(id: 1)', `(id: ${listId})`),
  )
  expect(operations).toHaveLength(4)
  for (const operation of operations) {
    const csv = operation.includes('$csv') ? { csv: priceFile('Doc', ['Doc-1'], 1) } : {}
    const data = await graphqlData(operation, csv, { token })
    expect(Object.values(data)).not.toContain(null)
  }
})

test('5000 prices are imported at once', async () => {
  const skus = Array.from({ length: 5000 }, (_, index) => `${'A'.repeat(60)}-${index}`)
  const csv = priceFile('A'.repeat(60), skus, 41.5)
  expect(csv.length).toBeGreaterThan(750_000)
  const { token } = organization
  const imported = await graphqlData(importMutation, variables(csv), { token })
  expect(imported).toMatchObject({ priceBookImport: { added: 5000, refused: 0 } })
})

test('a file of more than a megabyte is refused before it is read', async () => {
  const body = JSON.stringify({
    query: importMutation,
    variables: variables('x'.repeat(1_048_576)),
  })
  const response = await post({ body, token: organization.token })
  expect(response.status).toBe(413)
  expect(response.text).toContain('BAD_REQUEST')
})
