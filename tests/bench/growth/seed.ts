import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { sendGraphql } from '@takeoff/dev-env/send-graphql'
import { createClient } from '../../fleet/client.ts'
import { startReceiver } from '../../fleet/receiver.ts'
import { createOrganization } from '../../support/organization.ts'
import type { Organization } from '../../support/organization.ts'
import { priceFile } from '../../e2e/support/price-file.ts'
import { ITEMS, ORDERS } from './scale.ts'

/** Creates, through the API, the organization whose rows are copied: one job with everything that belongs to it. */
export async function createSeed(devEnv: DevEnv): Promise<{ readonly orgId: number }> {
  await using organization = await createOrganization(devEnv)
  const send = <Data>(query: string, variables: object): Promise<Data> =>
    sendGraphql<Data>(devEnv.graphqlUrl, organization.token, { query, variables })
  const { orgId } = organization
  await using receiver = await startReceiver(
    createClient(devEnv.graphqlUrl, organization.token),
    orgId,
  )
  const vendorIds = await createVendors(organization)
  const templateId = await createTemplate(organization, vendorIds)
  await send(PRODUCT, { orgId })
  const jobId = await organization.createJob(undefined, '1 Maple Street')
  const { created } = await send<CreatedList>(LIST, { jobId, templateIds: [templateId] })
  const { id, listItems } = created.productionList
  const skus = listItems.map(({ SKU }) => SKU)
  const vendorId = vendorIds[0] ?? 0
  await send(PRICES, { orgId, vendorId, csv: priceFile('Growth', skus, 43.2) })
  for (const name of ['Main roof', 'Main roof and porch']) await send(RENAME, { id, name })
  for (const [index] of vendorIds.entries()) {
    const listItemIds = listItems
      .filter((_, item) => item % ORDERS === index)
      .map((item) => String(item.id))
    await send(ORDER, { productionListId: String(id), listItemIds, number: `PO-${index + 1}` })
  }
  await organization.createDistributionOrder({
    vendorId,
    providerIdentifier: 'srs',
    productionListId: id,
    listItemIds: listItems.map((item) => item.id),
    jobId,
    purchaseOrderNumber: 'PO-5',
  })
  await devEnv.waitUntilIdle()
  if (receiver.deliveries === 0) throw new Error('no webhook of the seed was delivered')
  return { orgId }
}

async function createVendors(organization: Organization): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < ORDERS) ids.push(await organization.createVendor(`Supply ${ids.length + 1}`))
  return ids
}

function createTemplate(organization: Organization, vendorIds: readonly number[]): Promise<number> {
  return organization.createTemplate(
    Array.from({ length: ITEMS }, (_, index) => ({
      name: `Architectural Shingles, Weathered Wood ${index + 1}`,
      listItemGroupName: `Group ${index % ORDERS}`,
      vendorId: vendorIds[index % ORDERS] ?? null,
      color: 'Weathered Wood',
      notes: 'Deliver to the driveway.',
    })),
  )
}

interface CreatedList {
  readonly created: {
    readonly productionList: {
      readonly id: number
      readonly listItems: readonly { readonly id: number; readonly SKU: string }[]
    }
  }
}

const PRODUCT = `mutation ($orgId: Int!) {
  productUpsert(orgId: $orgId, product: { name: "Ridge vent" }) { product { id } }
}`

const LIST = `mutation ($jobId: Int!, $templateIds: [Int!]!) {
  created: projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds, name: "Roof") {
    productionList { id listItems { id SKU } }
  }
}`

const PRICES = `mutation ($orgId: Int!, $vendorId: Int!, $csv: String!) {
  priceBookImport(orgId: $orgId, vendorId: $vendorId, csv: $csv) { bookVersion }
}`

const RENAME = `mutation ($id: Int!, $name: String!) {
  projectManagementProductionListUpdate(id: $id, name: $name) {
    productionList { id }
  }
}`

const ORDER = `mutation ($productionListId: ID!, $listItemIds: [ID!]!, $number: String) {
  projectManagementOrderDocumentCreate(
    orderDocumentAttributes: { productionListId: $productionListId }
    purchaseOrderNumber: $number
    listItemIds: $listItemIds
  ) { orderDocument { id } }
}`
