import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { measureRequest } from '../e2e/support/measure-request.ts'
import { createOrganization } from '../support/organization.ts'
import { operation } from './operation.ts'
import { sendRequest, targetOf } from './request-times.ts'
import { shareOf } from './share-of.ts'

/** Maximum lines of a template; a longer list is made from several templates. */
const LINES_MAX = 1000
const RUNS = 7

export interface StepCost {
  readonly step: string
  /** Median of several runs. */
  readonly ms: number
  /** Statements behind the gateway, summed over all services. */
  readonly sqlStatements: number
}

/** The cost of a list of this many items through the gateway: create, read in full, edit, compare. */
export async function measureLongList(devEnv: DevEnv, itemCount: number): Promise<StepCost[]> {
  await using organization = await createOrganization(devEnv)
  const vendorId = await organization.createVendor()
  const jobId = await organization.createJob()
  const templateIds: number[] = []
  for (let left = itemCount; left > 0; left -= LINES_MAX) {
    const lines = Array.from({ length: Math.min(left, LINES_MAX) }, () => ({ vendorId }))
    templateIds.push(await organization.createTemplate(lines))
  }
  const read = await operation('2-production-list-by-id')
  const request = (requestId: string, query: string, variables: object): Promise<ListResponse> =>
    send(devEnv.graphqlUrl, { token: organization.token, requestId, query, variables })
  const costs: StepCost[] = []
  let id = 0
  let itemId = 0
  await step('create', async (requestId) => {
    const { data } = await request(requestId, createMutation, { jobId, templateIds })
    id = data.list?.productionList.id ?? 0
  })
  await step('read in full', async (requestId) => {
    const { data } = await request(requestId, read, { id })
    itemId = data.projectManagementProductionListById?.listItems[0]?.id ?? 0
  })
  let quantity = 0
  await step('edit one item', (requestId) => {
    quantity += 1
    return request(requestId, editMutation, { id, listItems: [{ id: itemId, quantity }] })
  })
  await step('compare two versions', (requestId) => request(requestId, diffQuery, { id }))
  return costs

  async function step(name: string, send: (requestId: string) => Promise<unknown>): Promise<void> {
    const durations: number[] = []
    let sqlStatements = 0
    for (let run = 0; run < RUNS; run += 1) {
      const { cost } = await measureRequest(devEnv, async (requestId) => {
        const from = performance.now()
        await send(requestId)
        durations.push(performance.now() - from)
      })
      sqlStatements = cost.sqlStatements
    }
    costs.push({ step: name, ms: shareOf(durations, 0.5), sqlStatements })
  }
}

const createMutation = `mutation ($jobId: Int!, $templateIds: [Int!]!) {
  list: projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) {
    productionList { id totalPrice }
  }
}`

const editMutation = `mutation ($id: Int!, $listItems: [ListItemUpdate!]) {
  projectManagementProductionListUpdate(id: $id, listItems: $listItems) {
    productionList { version totalPrice }
  }
}`

const diffQuery = `query ($id: Int!) {
  projectManagementProductionListDiff(id: $id, fromVersion: 1, toVersion: 5) {
    isEmpty fields { field from to } items { listItemId changes { field from to } }
  }
}`

interface ListResponse {
  readonly data: {
    readonly list?: { readonly productionList: { readonly id: number } }
    readonly projectManagementProductionListById?: {
      readonly listItems: readonly { readonly id: number }[]
    }
  }
}

interface ListRequest {
  readonly token: string
  readonly requestId: string
  readonly query: string
  readonly variables: object
}

async function send(
  url: string,
  { token, requestId, query, variables }: ListRequest,
): Promise<ListResponse> {
  const target = targetOf(url, token, query, variables)
  const headers = { ...target.headers, 'x-request-id': requestId }
  return JSON.parse(await sendRequest({ ...target, headers })) as ListResponse
}
