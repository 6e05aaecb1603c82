import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { graphqlData } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { measureRequest } from './support/measure-request.ts'

/** Lists for the maximum number of items in one response. */
const ITEMS = 5000
const LISTS = 4
const TEMPLATE_LINES_MAX = 1000

const devEnv = sharedDevEnv()
let organization: Organization
let listIds: number[]

beforeAll(async () => {
  organization = await createOrganization(devEnv)
  const vendorId = await organization.createVendor()
  const jobId = await organization.createJob()
  const templateIds: number[] = []
  for (let lines = 0; lines < ITEMS; lines += TEMPLATE_LINES_MAX)
    templateIds.push(
      await organization.createTemplate(
        Array.from({ length: TEMPLATE_LINES_MAX }, () => ({ vendorId })),
      ),
    )
  listIds = []
  for (let list = 0; list < LISTS; list += 1) listIds.push(await createList(jobId, templateIds))
}, 120_000)
afterAll(() => organization[Symbol.asyncDispose]())

interface Coverage {
  readonly listItemId: number
  readonly listItem: { readonly name: string } | null
  readonly quantity: number
  readonly ordered: number
  readonly overOrdered: number
  readonly left: number
}

interface CoveredList {
  readonly id: number
  readonly orderCoverage: readonly Coverage[]
}

test(`the coverage of ${ITEMS} items takes one request beyond the list`, async () => {
  const { list } = await request<{ list: CoveredList }>(
    `query ($id: Int!) {
      list: projectManagementProductionListById(id: $id) {
        id orderCoverage { listItemId quantity ordered overOrdered left }
      }
    }`,
    { id: listIds[0] },
    { requests: 2, sqlStatements: 3 },
  )

  expect(list.orderCoverage).toHaveLength(ITEMS)
  for (const { quantity, ordered, overOrdered, left } of list.orderCoverage)
    expect([ordered, overOrdered, left]).toEqual([0, 0, quantity])
})

test(`the coverage of ${ITEMS * LISTS} items in one response takes two requests beyond the lists`, async () => {
  const { lists } = await request<{ lists: { nodes: readonly CoveredList[] } }>(
    `query ($orgId: Int!) {
      lists: projectManagementProductionLists(orgId: $orgId) {
        nodes { id orderCoverage { listItemId listItem { name } left } }
      }
    }`,
    { orgId: organization.orgId },
    { requests: 3, sqlStatements: 4 },
  )

  expect(lists.nodes.map(({ id }) => id)).toEqual(listIds.toReversed())
  for (const { orderCoverage } of lists.nodes) {
    expect(orderCoverage).toHaveLength(ITEMS)
    expect(orderCoverage.every(({ listItem, left }) => listItem !== null && left > 0)).toBe(true)
  }
})

async function createList(jobId: number, templateIds: readonly number[]): Promise<number> {
  const { created } = await graphqlData<{ created: { productionList: { id: number } } }>(
    `mutation ($jobId: Int!, $templateIds: [Int!]!) {
      created: projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) {
        productionList { id }
      }
    }`,
    { jobId, templateIds },
    { token: organization.token },
  )
  return created.productionList.id
}

async function request<Data>(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  cost: { readonly requests: number; readonly sqlStatements: number },
): Promise<Data> {
  const measured = await measureRequest(devEnv, (requestId) => {
    const headers = { 'x-request-id': requestId }
    return graphqlData<Data>(query, variables, { token: organization.token, headers })
  })
  expect(measured.cost).toEqual(cost)
  return measured.result
}
