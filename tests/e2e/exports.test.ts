import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrganization, GABLE_ROOF } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { graphqlData, http } from './support/client.ts'
import type { RequestOptions } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createList } from './support/list.ts'
import type { CreatedList } from './support/list.ts'
import { renameList } from './support/rename-list.ts'

const PRICES = `sku,name,unit,unit_cost,effective_from
A-1,"Nails, 1 in",BOXES,43.2,2026-01-01
B-2,Felt,ROLLS,30,2026-01-01
`
const devEnv = sharedDevEnv()
const opened = new AsyncDisposableStack()
let organization: Organization
let first: CreatedList
let second: CreatedList

beforeAll(async () => {
  organization = opened.use(await createOrganization(devEnv))
  first = await createList(organization, [{}, { name: 'Tear off', type: 'LABOR' }])
  second = await createList(organization, [{ name: 'Żółć "quoted", =1' }])
})

afterAll(() => opened.disposeAsync())

const get = (path: string, options: Parameters<typeof http>[1] = {}): Promise<Response> =>
  http(`${devEnv.urls.gateway}/exports/${path}`, { token: organization.token, ...options })

async function linesOf(path: string, options: RequestOptions = {}): Promise<unknown[]> {
  const response = await get(path, options)
  expect(response.status).toBe(200)
  const lines = (await response.text()).split('\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => JSON.parse(line) as unknown)
}

/** The specification's fields of a list, except its orders, which belong to another service. */
const LIST = `id version name createdAt updatedAt soldAt measurementVersion templateIds
  contractLaborTotal contractMaterialSubtotal contractMaterialTax contractMaterialTotal
  contractOtherTotal contractPreDiscountPrice contractTotalCost contractTotalPrice
  laborTotalCost materialPretaxCost materialSalesTax materialTotalCost otherTotalCost
  profitAmount profitMargin totalCost totalDiscount totalPrice
  salesOpportunity { id orgId job { id name } }
  listItems {
    id name calculatedQuantity quantity quantityUnits measurement measurementUnits
    isManualMeasurement listItemGroupName color notes pretaxCost taxPercent totalCost totalPrice markup
    unitCost wasteFactor tradeType type
    product { id sku name manufacturerUrl productType displayName provider { identifier name } packages { unit holds of } }
    SKU sortOrder vendor { id }
  }`

describe('an export of production lists', () => {
  test('has the same fields of every list as the API', async () => {
    const { page } = await graphqlData<{ page: { nodes: unknown[] } }>(
      `query ($orgId: Int!) {
        page: projectManagementProductionLists(orgId: $orgId) { nodes { ${LIST} } }
      }`,
      { orgId: organization.orgId },
      { token: organization.token },
    )
    expect(page.nodes).toHaveLength(2)
    expect(await linesOf(`production-lists?orgId=${organization.orgId}`)).toEqual(page.nodes)
  })

  test('is an attachment that is not cached', async () => {
    const response = await get(`production-lists?orgId=${organization.orgId}&format=csv`)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="production-lists-${organization.orgId}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const rows = (await response.text()).split('\r\n')
    expect(rows[0]).toMatch(
      /^id,version,name,.*,listItems\.vendor\.id,.*,templateIds,listItems\.markup$/,
    )
    expect(rows[1]).toContain(`"Żółć ""quoted"", =1"`)
    expect(rows).toHaveLength(1 + second.itemIds.length + first.itemIds.length + 1)
  })

  test('since a time has only later changes', async () => {
    const before = new Date().toISOString()
    await renameList(first.listId, { name: 'again', token: organization.token })
    const path = `production-lists?orgId=${organization.orgId}&updatedSince=${before}`
    expect(await linesOf(path)).toMatchObject([{ id: first.listId, version: 2, name: 'again' }])
  })
})

test('an export of jobs has their measurements', async () => {
  expect(await linesOf(`jobs?orgId=${organization.orgId}`)).toMatchObject([
    { name: 'Test Street 1', measurements: GABLE_ROOF },
    { name: 'Test Street 1', measurements: GABLE_ROOF },
  ])
})

test('an export of prices is CSV', async () => {
  const { orgId, token } = organization
  const { vendorId } = first
  await graphqlData(
    `mutation ($orgId: Int!, $vendorId: Int!, $csv: String!) {
      priceBookImport(orgId: $orgId, vendorId: $vendorId, csv: $csv) { bookVersion }
    }`,
    { orgId, vendorId, csv: PRICES },
    { token },
  )
  const response = await get(`prices?orgId=${orgId}&vendorId=${vendorId}`)
  const [head, ...rows] = (await response.text()).trimEnd().split(/\r?\n/)
  expect(head).toMatch(/^sku,name,unit,/)
  expect(rows).toEqual([
    expect.stringMatching(/^A-1,"Nails, 1 in",BOXES,/),
    expect.stringMatching(/^B-2,Felt,ROLLS,/),
  ])
})

describe('an export is refused', () => {
  test.each(['HEAD', 'POST', 'DELETE'])('by %s', async (method) => {
    const response = await get(`jobs?orgId=${organization.orgId}`, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
  })

  test('that bypasses the gateway', async () => {
    const url = `${devEnv.urls['production-lists']}/exports/jobs?orgId=${organization.orgId}`
    expect((await http(url, { token: organization.token })).status).toBe(403)
  })
})
