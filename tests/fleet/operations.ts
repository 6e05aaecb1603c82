import type { Data } from './client.ts'

const LIST = 'productionList { id version listItems { id } }'

export const CREATE = `mutation ($jobId: Int!, $templateIds: [Int!]!, $name: String) {
  done: projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds, name: $name) { ${LIST} }
}`
export const UPDATE = `mutation ($id: Int!, $name: String!, $version: Int!) {
  done: projectManagementProductionListUpdate(id: $id, name: $name, version: $version) { ${LIST} }
}`
export const ORDER = `mutation ($list: ID!, $item: ID!, $number: String!) {
  done: projectManagementOrderDocumentCreate(
    orderDocumentAttributes: { productionListId: $list } listItemIds: [$item] purchaseOrderNumber: $number
  ) { orderDocument { id } }
}`
export const READ = `query ($id: Int!, $list: ID!) {
  projectManagementProductionListById(id: $id) { id version name listItems { id quantity } }
  projectManagementOrderDocuments(productionListId: $list) { id }
}`
export const WEBHOOKS = `query ($orgId: Int!) { webhooks(orgId: $orgId) { nodes { id } } }`

interface Done {
  readonly productionList: {
    readonly id: number
    readonly version: number
    readonly listItems: readonly { readonly id: number }[]
  }
  readonly orderDocument: { readonly id: string }
}

/** The response to a mutation above, by its alias. */
export function done(data: Data): Done {
  return data['done'] as Done
}

/** The response to `READ`. */
export interface ReadList {
  readonly projectManagementProductionListById: {
    readonly version: number
    readonly name: string
  } | null
  readonly projectManagementOrderDocuments: readonly { readonly id: string }[]
}
