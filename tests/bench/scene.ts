import type { OrderDocumentModel } from '@takeoff/order-documents/rendering/document-model'
import { createOrganization } from '../support/organization.ts'
import type { Stack } from '../support/organization.ts'
import { sendRequest, targetOf } from './request-times.ts'
import type { Target } from './request-times.ts'
import { createLists } from '../support/create-list.ts'
import { operation } from './operation.ts'

const LINES = 60

export interface Scene {
  /** The specification's full list query: 60 items, 2 orders with documents. */
  readonly read: Target
  /** The bytes of its response. */
  readonly readResponse: string
  /** Orders the list once more, as PDF and CSV. */
  readonly create: Target
  /** The content of the documents of the list. */
  readonly model: OrderDocumentModel
}

export async function prepareScene(stack: Stack & { readonly graphqlUrl: string }): Promise<Scene> {
  const { graphqlUrl } = stack
  await using organization = await createOrganization(stack)
  const { token, orgId } = organization
  const [list] = await createLists(organization, { graphqlUrl, lineCount: LINES, listCount: 1 })
  const create = targetOf(graphqlUrl, token, await operation('4-order-document-create'), {
    orderDocumentAttributes: { inputHtml: 'supplier', productionListId: list?.listId },
    purchaseOrderNumber: 'PO-1001',
  })
  await sendRequest(create)
  await sendRequest(create)
  const read = targetOf(graphqlUrl, token, await operation('1-production-list'), {
    jobId: list?.jobId,
    orgId,
  })
  const readResponse = await sendRequest(read)
  return { read, readResponse, create, model: modelOf(readResponse) }
}

interface ListResponse {
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

function modelOf(response: string): OrderDocumentModel {
  const { id, listItems } = (JSON.parse(response) as ListResponse).data
    .projectManagementProductionList
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
      cancelledAt: null,
      replacedBy: null,
      replaces: null,
      changes: null,
    },
    lines: listItems.map((item) => ({
      name: item.name,
      listItemGroupName: item.listItemGroupName,
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
