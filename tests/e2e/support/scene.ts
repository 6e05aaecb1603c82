import { randomUUID } from 'node:crypto'
import { GABLE_ROOF, createOrganization } from '../../support/organization.ts'
import type { Organization } from '../../support/organization.ts'
import { graphqlData } from './client.ts'
import type { SharedDevEnv } from './dev-env.ts'
import { uploadMeasurementFile } from './measurement-file.ts'
import { priceFile } from './price-file.ts'
import { HANDSHAKE, startReceiver, subscribe } from './receiver.ts'
import type { Receiver, Subscription } from './receiver.ts'

/** An organization with one resource of each kind. */
export interface Scene extends AsyncDisposable {
  readonly organization: Organization
  readonly orgId: number
  readonly token: string
  /** Part of every name and text of the organization. */
  readonly marker: string
  readonly vendorId: number
  /** Accepts orders through a provider. */
  readonly connectedVendorId: number
  readonly jobId: number
  /** Was imported into another job. */
  readonly measurementFileId: string
  readonly templateId: number
  readonly productId: number
  /** The last price of the vendor's price book. */
  readonly priceId: number
  readonly list: {
    readonly id: number
    readonly itemIds: readonly number[]
    readonly skus: readonly string[]
  }
  /** Identifies the recomputation of the list from newer measurements. */
  readonly digest: string
  readonly document: Document
  readonly distributionOrderId: string
  readonly webhook: Subscription
  /** A webhook that waits for its code. */
  readonly newWebhook: UnverifiedWebhook
  /** A webhook whose code did not arrive. */
  readonly silentWebhook: UnverifiedWebhook
  readonly deliveryId: string
}

interface UnverifiedWebhook extends Subscription {
  readonly code: string
}

interface Document {
  readonly id: string
  readonly pdf: { readonly redirectUrl: string; readonly url: string }
  readonly csv: { readonly redirectUrl: string; readonly url: string }
  readonly order: {
    readonly id: string
    readonly orderListItems: readonly { readonly id: string }[]
  }
}

/** The number of resources in a scene. */
export interface SceneSize {
  readonly itemCount: number
  /** Each has an equal part of the items, from its own vendor. */
  readonly documentCount: number
  readonly deliveryCount: number
}

/** Accepts orders of any length. */
const PROVIDER = 'srs'
const SMALL: SceneSize = { itemCount: 2, documentCount: 1, deliveryCount: 1 }

export async function createScene(
  devEnv: SharedDevEnv,
  { itemCount, documentCount, deliveryCount }: SceneSize = SMALL,
): Promise<Scene> {
  await using stack = new AsyncDisposableStack()
  const organization = stack.use(await createOrganization(devEnv))
  const { orgId, token } = organization
  const marker = `mark${randomUUID().slice(0, 8)}`

  const parts = Array.from({ length: documentCount }, (_, index) => index)
  const vendorIds: number[] = []
  for (const part of parts)
    vendorIds.push(await organization.createVendor(`${marker} Supply ${part + 1}`))
  const partOf = (index: number): number => Math.floor((index * documentCount) / itemCount)
  const jobId = await organization.createJob(undefined, `${marker} Lane 1`)
  const measurementFileId = await importFile(devEnv, organization, marker)
  const templateId = await organization.createTemplate(
    Array.from({ length: itemCount }, (_, index) => ({
      vendorId: vendorIds[partOf(index)] ?? null,
      name: `${marker} Shingles ${index + 1}`,
      listItemGroupName: `${marker} Group`,
      color: `${marker} Gray`,
      notes: `${marker} notes`,
    })),
  )
  const productId = await createProduct({ token, orgId, name: `${marker} Panel` })
  const list = await createList({ token, jobId, templateIds: [templateId], name: `${marker} Roof` })
  const priceId = await createPriceBook({
    token,
    orgId,
    vendorId: vendorIds[0] ?? 0,
    marker,
    skus: list.skus,
  })
  const digest = await measureAgain({ token, jobId, listId: list.id })
  const documents: Document[] = []
  for (const part of parts) {
    const listItemIds = list.itemIds.filter((_, index) => partOf(index) === part).map(String)
    documents.push(await createDocument({ token, listId: list.id, listItemIds, marker }))
  }
  const connectedVendorId = await connectVendor(devEnv, organization, marker)
  const distributionOrderId = await organization.createDistributionOrder({
    vendorId: connectedVendorId,
    providerIdentifier: PROVIDER,
    productionListId: list.id,
    listItemIds: list.itemIds,
    jobId,
    purchaseOrderNumber: `${marker}-PO`,
  })
  const receiver = stack.use(await startReceiver())
  const webhooks = await createWebhooks(receiver, { orgId, token, marker, deliveryCount })
  await devEnv.waitUntilIdle()
  const [document] = documents
  const [vendorId] = vendorIds
  if (document === undefined || vendorId === undefined) throw new Error('a scene has a document')
  const resources = stack.move()
  return {
    organization,
    orgId,
    token,
    marker,
    vendorId,
    connectedVendorId,
    jobId,
    measurementFileId,
    templateId,
    productId,
    priceId,
    list,
    digest,
    document,
    distributionOrderId,
    ...webhooks,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

interface NewProduct {
  readonly token: string
  readonly orgId: number
  readonly name: string
}

async function createProduct({ token, ...variables }: NewProduct): Promise<number> {
  const { productUpsert } = await graphqlData<{ productUpsert: { product: { id: number } } }>(
    `mutation ($orgId: Int!, $name: String!) {
      productUpsert(orgId: $orgId, product: { name: $name }) { product { id } }
    }`,
    variables,
    { token },
  )
  return productUpsert.product.id
}

interface NewList {
  readonly token: string
  readonly jobId: number
  readonly templateIds: readonly number[]
  readonly name: string
}

async function createList({ token, ...variables }: NewList): Promise<Scene['list']> {
  const { created } = await graphqlData<{
    created: { productionList: { id: number; listItems: { id: number; SKU: string }[] } }
  }>(
    `mutation ($jobId: Int!, $templateIds: [Int!]!, $name: String) {
      created: projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds, name: $name) {
        productionList { id listItems { id SKU } }
      }
    }`,
    variables,
    { token },
  )
  const { id, listItems } = created.productionList
  return {
    id,
    itemIds: listItems.map((item) => item.id),
    skus: listItems.map(({ SKU }) => SKU),
  }
}

interface NewPriceBook {
  readonly token: string
  readonly orgId: number
  readonly vendorId: number
  readonly marker: string
  readonly skus: readonly string[]
}

/** @returns the id of one of its prices */
async function createPriceBook({ token, marker, skus, ...book }: NewPriceBook) {
  await graphqlData(
    `mutation ($orgId: Int!, $vendorId: Int!, $csv: String!) {
      priceBookImport(orgId: $orgId, vendorId: $vendorId, csv: $csv) { bookVersion }
    }`,
    { ...book, csv: priceFile(marker, skus, 43.2) },
    { token },
  )
  const { priceBook } = await graphqlData<{
    priceBook: { prices: { nodes: readonly { id: number }[] } }
  }>(
    `query ($orgId: Int!, $vendorId: Int!) {
      priceBook(orgId: $orgId, vendorId: $vendorId) { prices { nodes { id } } }
    }`,
    book,
    { token },
  )
  return priceBook.prices.nodes.at(-1)?.id ?? 0
}

/** Uploads a measurement file and imports it into a job of its own. */
async function importFile(
  devEnv: SharedDevEnv,
  organization: Organization,
  marker: string,
): Promise<string> {
  const { token, orgId } = organization
  const fileId = await uploadMeasurementFile(devEnv, { token, orgId, marker })
  const jobId = await organization.createJob(undefined, 'Side Lane 2')
  await graphqlData(
    `mutation ($jobId: Int!, $fileId: ID!) {
      jobMeasurementFileImport(jobId: $jobId, fileId: $fileId) { __typename }
    }`,
    { jobId, fileId },
    { token },
  )
  return fileId
}

interface NewMeasurements {
  readonly token: string
  readonly jobId: number
  readonly listId: number
}

/** Returns the digest of the changes that the new measurements would cause. */
async function measureAgain({ token, ...ids }: NewMeasurements): Promise<string> {
  const { roof } = GABLE_ROOF
  const measurements = { roof: { ...roof, roof_facets: { area: 2500 } } }
  await graphqlData(
    `mutation ($jobId: Int!, $measurements: JSON!) {
      jobMeasurementsImport(jobId: $jobId, measurements: $measurements) { __typename }
    }`,
    { jobId: ids.jobId, measurements },
    { token },
  )
  const { preview } = await graphqlData<{ preview: { digest: string } }>(
    `query ($listId: Int!) {
      preview: projectManagementProductionListRecomputation(id: $listId) { digest }
    }`,
    { listId: ids.listId },
    { token },
  )
  return preview.digest
}

interface NewDocument {
  readonly token: string
  readonly listId: number
  readonly listItemIds: readonly string[]
  readonly marker: string
}

async function createDocument(document: NewDocument): Promise<Document> {
  const { token, listId, listItemIds, marker } = document
  const { created } = await graphqlData<{ created: { orderDocument: Document } }>(
    `mutation ($productionListId: ID!, $listItemIds: [ID!], $po: String, $reference: String) {
      created: projectManagementOrderDocumentCreate(
        orderDocumentAttributes: { productionListId: $productionListId }
        purchaseOrderNumber: $po
        externalIdentifier: $reference
        listItemIds: $listItemIds
      ) {
        orderDocument {
          id
          pdf { redirectUrl url }
          csv { redirectUrl url }
          order { id orderListItems { id } }
        }
      }
    }`,
    {
      productionListId: String(listId),
      listItemIds,
      po: `${marker}-PO`,
      reference: `${marker}-reference`,
    },
    { token },
  )
  return created.orderDocument
}

/** A vendor with an account at the simulated provider. */
async function connectVendor(
  { details }: SharedDevEnv,
  organization: Organization,
  marker: string,
): Promise<number> {
  const id = await organization.createVendor(`${marker} Distribution`)
  const { accessToken } = details.providerSimulator
  const connection = { providerIdentifier: PROVIDER, accountNumber: '20417', accessToken }
  await graphqlData(
    `mutation ($id: Int!, $connection: ProviderConnectionInput!) {
      vendorConnect(id: $id, connection: $connection) { vendor { id } }
    }`,
    { id, connection },
    { token: organization.token },
  )
  return id
}

interface NewWebhooks extends Pick<Scene, 'orgId' | 'token' | 'marker'> {
  readonly deliveryCount: number
}

async function createWebhooks(
  receiver: Receiver,
  request: NewWebhooks,
): Promise<Pick<Scene, 'webhook' | 'newWebhook' | 'silentWebhook' | 'deliveryId'>> {
  const { token, deliveryCount } = request
  const webhook = await subscribe(receiver, request)
  const newWebhook = await createWebhook(receiver, request)
  const silentWebhook = await createWebhook(receiver, request)
  const deliveryId = await sendTest(webhook.id, token)
  for (let sent = 1; sent < deliveryCount; sent += 1) await sendTest(webhook.id, token)
  return { webhook, newWebhook, silentWebhook, deliveryId }
}

async function createWebhook(
  receiver: Receiver,
  { orgId, token, marker }: NewWebhooks,
): Promise<UnverifiedWebhook> {
  const { webhookCreate } = await graphqlData<{
    webhookCreate: { webhook: { id: number }; secret: string }
  }>(
    `mutation ($orgId: Int!, $url: String!, $description: String) {
      webhookCreate(orgId: $orgId, url: $url, description: $description) { secret webhook { id } }
    }`,
    { orgId, url: `${receiver.url}?${marker}`, description: marker },
    { token },
  )
  const { id } = webhookCreate.webhook
  const handshake = await receiver.waitForOne(
    ({ payload }) => payload.event === HANDSHAKE && payload.webhook_id === id,
  )
  return { id, secret: webhookCreate.secret, code: String(handshake.payload['code']) }
}

async function sendTest(id: number, token: string): Promise<string> {
  const { webhookTest } = await graphqlData<{ webhookTest: { id: string } }>(
    `mutation ($id: Int!) {
      webhookTest(id: $id, event: "project-management-production-list-updated") { id }
    }`,
    { id },
    { token },
  )
  return webhookTest.id
}
