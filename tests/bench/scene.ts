import type { DevEnv } from '@takeoff/dev-env/dev-env'
import type { OrderDocumentModel } from '@takeoff/order-documents/rendering/document-model'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import type { Load } from './load.ts'
import { operation } from './operation.ts'

const LINES = 60
const GROUPS = ['Shingles', 'Underlayment', 'Flashing', 'Ventilation', 'Fasteners']

type Target = Pick<Load, 'url' | 'headers' | 'body'>

export interface Scene {
  /** The specification's full list query: 60 items, 2 orders with documents. */
  readonly read: Target
  /** The bytes of its answer. */
  readonly readAnswer: string
  readonly create: Target
  /** What the created documents say. */
  readonly model: OrderDocumentModel
}

export async function prepareScene(devEnv: DevEnv): Promise<Scene> {
  await using organization = await createOrganization(devEnv)
  const target = (query: string, variables: object): Target => ({
    url: devEnv.graphqlUrl,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${organization.token}` },
    body: JSON.stringify({ query, variables }),
  })
  const { jobId, listId } = await createList(organization, target)
  const create = target(await operation('4-order-document-create'), {
    orderDocumentAttributes: { inputHtml: 'supplier', productionListId: listId },
    purchaseOrderNumber: 'PO-1001',
  })
  await ask(create)
  await ask(create)
  const read = target(await operation('1-production-list'), { jobId, orgId: organization.orgId })
  const readAnswer = await ask(read)
  // Orders that the bench creates must not grow the list that it reads.
  const other = await createList(organization, target)
  return {
    read,
    readAnswer,
    create: { ...create, body: create.body.replace(String(listId), String(other.listId)) },
    model: modelOf(readAnswer),
  }
}

async function createList(
  organization: Organization,
  target: (query: string, variables: object) => Target,
): Promise<{ jobId: number; listId: number }> {
  const vendorId = await organization.createVendor()
  const jobId = await organization.createJob()
  const templateId = await organization.createTemplate(
    Array.from({ length: LINES }, (_, index) => ({
      name: `Architectural Shingles, Weathered Wood ${index + 1}`,
      listItemGroupName: GROUPS[index % GROUPS.length] ?? '',
      vendorId,
    })),
  )
  const answer = await ask(
    target(
      `mutation ($jobId: Int!, $templateIds: [Int!]!) {
        projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) { productionList { id } }
      }`,
      { jobId, templateIds: [templateId] },
    ),
  )
  const { data } = JSON.parse(answer) as {
    data: { projectManagementProductionListCreate: { productionList: { id: number } } }
  }
  return { jobId, listId: data.projectManagementProductionListCreate.productionList.id }
}

async function ask({ url, headers, body }: Target): Promise<string> {
  const answer = await (await fetch(url, { method: 'POST', headers, body })).text()
  if (answer.includes('"errors"')) throw new Error(`the bench could not be prepared: ${answer}`)
  return answer
}

interface ListAnswer {
  readonly data: {
    readonly projectManagementProductionList: {
      readonly id: number
      readonly listItems: readonly Item[]
    }
  }
}

interface Item {
  readonly name: string
  readonly listItemGroupName: string
  readonly SKU: string | null
  readonly color: string | null
  readonly quantity: number
  readonly quantityUnits: string
  readonly notes: string
  readonly unitCost: number
  readonly pretaxCost: number
  readonly taxPercent: number
  readonly totalCost: number
  readonly tradeType: string
}

function modelOf(answer: string): OrderDocumentModel {
  const { id, listItems } = (JSON.parse(answer) as ListAnswer).data.projectManagementProductionList
  return {
    id: '019cec7a-5a00-7000-8000-00000000000a',
    mode: 'supplier',
    kind: 'MATERIAL',
    language: 'en',
    paper: 'letter',
    csvPreset: 'default',
    organization: { name: 'Ridgeline Exteriors', addressLines: ['1 Main Street', 'Springfield'] },
    job: { id: 1, name: 'Test Street 1' },
    list: { id, name: 'Bench' },
    vendor: { id: 1, vendorName: 'Acme Roofing Supply', addressLines: [] },
    order: {
      id: '019cec7a-5a00-7000-8000-00000000000b',
      purchaseOrderNumber: 'PO-1001',
      externalIdentifier: null,
      createdAt: new Date('2026-03-14T15:09:26.535Z'),
      delivery: null,
      replaces: null,
      changes: null,
    },
    lines: listItems.map((item) => ({
      name: item.name,
      groupName: item.listItemGroupName,
      sku: item.SKU,
      color: item.color,
      quantity: String(item.quantity),
      quantityUnits: item.quantityUnits,
      notes: item.notes,
      unitCost: String(item.unitCost),
      pretaxCost: String(item.pretaxCost),
      taxPercent: String(item.taxPercent),
      totalCost: String(item.totalCost),
      tradeType: item.tradeType,
    })),
    totals: { pretaxCost: '0.00', tax: '0.00', totalCost: '0.00' },
  }
}
