import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryRoot } from '@takeoff/bundles/programs'
import { readConfig } from '@takeoff/dev-env/config'
import { devDetailsFile } from '@takeoff/dev-env/dev-details'
import type { DevDetails } from '@takeoff/dev-env/dev-details'
import { createClient } from '../../../services/client/src/client.ts'
import {
  DistributionOrderCreateDocument,
  JobMeasurementsImportDocument,
  OrderDocumentsCreateByVendorDocument,
  OrdersDocument,
  ProductionListByIdDocument,
  ProductionListUpdateDocument,
  WebhookCreateDocument,
  WebhooksDocument,
} from '../../../services/client/src/generated/operations.ts'
import { required } from '../../support/required.ts'

/** Of the development data. */
const LIST_ID = 1
const ROOFING_VENDOR = 1
const SIDING_VENDOR = 2
const OTHER_LIST = { id: 2, jobId: 3 }

const WEBHOOK_URL = 'https://crm.example.com/hooks/takeoff'
const EXAMPLE = path.join(repositoryRoot, 'docs/examples/measurements.json')

/** What the development data lacks. */
export interface Office {
  /** An order by document. */
  readonly orderId: string
  readonly supplierOrderId: string
  readonly webhookId: number
  /** Changes the other list, as a second person would. */
  changeOtherList(): Promise<void>
  /** Gives the job of the other list a larger roof than that of its list. */
  measureOtherJob(): Promise<void>
}

/** Places orders and creates a webhook where a run before has not. */
export async function prepareOffice(): Promise<Office> {
  const text = await readFile(devDetailsFile(readConfig().home), 'utf8')
  const { graphqlUrl, orgId, tokens } = JSON.parse(text) as DevDetails
  const client = createClient({ url: graphqlUrl, token: tokens.admin })

  const orderFrom = async (vendorId: number): Promise<string | undefined> => {
    const variables = { orgId, vendorId, productionListId: String(LIST_ID) }
    const { data } = await client.request(OrdersDocument, variables)
    return data.projectManagementOrders.nodes[0]?.id
  }
  const orderByDocument = async (): Promise<string | undefined> => {
    const list = await client.request(ProductionListByIdDocument, { id: LIST_ID })
    const { listItems } = required(list.data.projectManagementProductionListById)
    const { data } = await client.request(OrderDocumentsCreateByVendorDocument, {
      productionListId: String(LIST_ID),
      listItemIds: listItems.flatMap(({ id, vendor }) =>
        vendor?.id === SIDING_VENDOR ? [String(id)] : [],
      ),
      purchaseOrderNumber: 'MAPLE-214-S',
    })
    return data.projectManagementOrderDocumentsCreateByVendor?.orderDocuments[0]?.order?.id
  }
  const orderAtSupplier = async (): Promise<string | undefined> => {
    const { data } = await client.request(DistributionOrderCreateDocument, {
      productionListId: String(LIST_ID),
      vendorId: ROOFING_VENDOR,
      purchaseOrderNumber: 'MAPLE-214-R',
    })
    return data.projectManagementDistributionOrderCreate?.distributionOrder?.order?.id
  }
  const findWebhook = async (): Promise<number | undefined> => {
    const { data } = await client.request(WebhooksDocument, { orgId })
    return data.webhooks.nodes.find(({ url }) => url === WEBHOOK_URL)?.id
  }
  const createWebhook = async (): Promise<number | undefined> => {
    const { data } = await client.request(WebhookCreateDocument, { orgId, url: WEBHOOK_URL })
    return data.webhookCreate?.webhook?.id
  }

  return {
    orderId: required((await orderFrom(SIDING_VENDOR)) ?? (await orderByDocument())),
    supplierOrderId: required((await orderFrom(ROOFING_VENDOR)) ?? (await orderAtSupplier())),
    webhookId: required((await findWebhook()) ?? (await createWebhook())),
    async changeOtherList() {
      const { data } = await client.request(ProductionListByIdDocument, { id: OTHER_LIST.id })
      const [item] = required(data.projectManagementProductionListById).listItems
      const { id, quantity } = required(item)
      const listItems = [{ id, quantity: (quantity ?? 0) + 1 }]
      await client.request(ProductionListUpdateDocument, { id: OTHER_LIST.id, listItems })
    },
    async measureOtherJob() {
      const measurements = JSON.parse(await readFile(EXAMPLE, 'utf8'))
      measurements.roof.roof_facets.area = 4000
      await client.request(JobMeasurementsImportDocument, { jobId: OTHER_LIST.jobId, measurements })
    },
  }
}
