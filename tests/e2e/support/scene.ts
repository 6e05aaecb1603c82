import { randomUUID } from 'node:crypto'
import { createOrganization } from '../../support/organization.ts'
import type { Organization } from '../../support/organization.ts'
import { graphqlData } from './client.ts'
import type { SharedDevEnv } from './dev-env.ts'
import { HANDSHAKE, startReceiver, subscribe } from './receiver.ts'
import type { Receiver, Subscription } from './receiver.ts'

/** An organization with one of everything. */
export interface Scene extends AsyncDisposable {
  readonly organization: Organization
  readonly orgId: number
  readonly token: string
  /** Part of every name and text in it. */
  readonly marker: string
  readonly vendorId: number
  readonly jobId: number
  readonly templateId: number
  readonly list: { readonly id: number; readonly itemIds: readonly number[] }
  readonly document: Document
  readonly webhook: Subscription
  /** A webhook that waits for its code. */
  readonly newWebhook: { readonly id: number; readonly secret: string; readonly code: string }
  readonly deliveryId: string
}

export interface Document {
  readonly id: string
  readonly pdf: { readonly redirectUrl: string; readonly url: string }
  readonly csv: { readonly redirectUrl: string; readonly url: string }
  readonly order: {
    readonly id: string
    readonly orderListItems: readonly { readonly id: string }[]
  }
}

export async function createScene(devEnv: SharedDevEnv): Promise<Scene> {
  await using stack = new AsyncDisposableStack()
  const organization = stack.use(await createOrganization(devEnv))
  const { orgId, token } = organization
  const marker = `mark${randomUUID().slice(0, 8)}`

  const vendorId = await organization.createVendor(`${marker} Supply`)
  const jobId = await organization.createJob(undefined, `${marker} Lane 1`)
  const line = { vendorId, color: `${marker} Gray`, notes: `${marker} notes` }
  const templateId = await organization.createTemplate([
    { ...line, name: `${marker} Shingles`, groupName: `${marker} Group` },
    { ...line, name: `${marker} Felt` },
  ])
  const list = await createList({ token, jobId, templateIds: [templateId], name: `${marker} Roof` })
  const document = await createDocument({ token, productionListId: list.id, marker })
  const receiver = stack.use(await startReceiver())
  const webhooks = await createWebhooks(receiver, { orgId, token, marker })
  await devEnv.settle()
  const kept = stack.move()
  return {
    organization,
    orgId,
    token,
    marker,
    vendorId,
    jobId,
    templateId,
    list,
    document,
    ...webhooks,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

interface NewList {
  readonly token: string
  readonly jobId: number
  readonly templateIds: readonly number[]
  readonly name: string
}

async function createList({ token, ...variables }: NewList): Promise<Scene['list']> {
  const { created } = await graphqlData<{
    created: { productionList: { id: number; listItems: { id: number }[] } }
  }>(
    `mutation ($jobId: Int!, $templateIds: [Int!]!, $name: String) {
      created: projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds, name: $name) {
        productionList { id listItems { id } }
      }
    }`,
    variables,
    { token },
  )
  const { id, listItems } = created.productionList
  return { id, itemIds: listItems.map((item) => item.id) }
}

interface NewDocument {
  readonly token: string
  readonly productionListId: number
  readonly marker: string
}

async function createDocument({ token, productionListId, marker }: NewDocument): Promise<Document> {
  const { created } = await graphqlData<{ created: { orderDocument: Document } }>(
    `mutation ($productionListId: ID!, $po: String, $reference: String) {
      created: projectManagementOrderDocumentCreate(
        orderDocumentAttributes: { productionListId: $productionListId }
        purchaseOrderNumber: $po
        externalIdentifier: $reference
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
      productionListId: String(productionListId),
      po: `${marker}-PO`,
      reference: `${marker}-reference`,
    },
    { token },
  )
  return created.orderDocument
}

type Webhooks = Pick<Scene, 'webhook' | 'newWebhook' | 'deliveryId'>

async function createWebhooks(
  receiver: Receiver,
  { orgId, token, marker }: Pick<Scene, 'orgId' | 'token' | 'marker'>,
): Promise<Webhooks> {
  const webhook = await subscribe(receiver, { orgId, token })
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
  const deliveryId = await sendTest(webhook.id, token)
  const code = String(handshake.payload['code'])
  return { webhook, newWebhook: { id, secret: webhookCreate.secret, code }, deliveryId }
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
