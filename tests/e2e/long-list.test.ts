import { readFile } from 'node:fs/promises'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, test } from 'vitest'
import { createOrganization } from '../support/organization.ts'
import { graphqlData } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { measureRequest } from './support/measure-request.ts'

/** `npm run bench` measures times; this test verifies that the number of statements does not grow. */
const SHORT = 50
const LONG = 5000
const TEMPLATE_LINES_MAX = 1000

const devEnv = sharedDevEnv()
const readQuery = await readFile(
  new URL('../fixtures/operations/2-production-list-by-id.graphql', import.meta.url),
  'utf8',
)
const organization = await disposeAfterAll(createOrganization(devEnv))

interface List {
  readonly id: number
  readonly version: number
  readonly totalCost: number
  readonly listItems: readonly { readonly id: number; readonly totalCost: number }[]
}

/** Creates a list, reads it in full, edits one item, compares; returns the statements of each step. */
async function walk(itemCount: number) {
  const vendorId = await organization.createVendor()
  const jobId = await organization.createJob()
  const templateIds: number[] = []
  for (let left = itemCount; left > 0; left -= TEMPLATE_LINES_MAX) {
    const lines = Array.from({ length: Math.min(left, TEMPLATE_LINES_MAX) }, () => ({ vendorId }))
    templateIds.push(await organization.createTemplate(lines))
  }
  const statements: number[] = []
  async function request<Data>(query: string, variables: Record<string, unknown>): Promise<Data> {
    const { result, cost } = await measureRequest(devEnv, (requestId) => {
      const headers = { 'x-request-id': requestId }
      return graphqlData<Data>(query, variables, { token: organization.token, headers })
    })
    statements.push(cost.sqlStatements)
    return result
  }

  const { created } = await request<{ created: { productionList: { id: number } } }>(
    `mutation ($jobId: Int!, $templateIds: [Int!]!) {
      created: projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) { productionList { id } }
    }`,
    { jobId, templateIds },
  )
  const { id } = created.productionList
  const { projectManagementProductionListById: list } = await request<{
    projectManagementProductionListById: List
  }>(readQuery, { id })
  const itemId = list.listItems[itemCount - 1]?.id
  await request(
    `mutation ($id: Int!, $listItems: [ListItemUpdate!]) {
      projectManagementProductionListUpdate(id: $id, listItems: $listItems, version: 1) { productionList { version } }
    }`,
    { id, listItems: [{ id: itemId, quantity: 7.5 }] },
  )
  const { diff } = await request<{ diff: { items: readonly { listItemId: number }[] } }>(
    `query ($id: Int!) {
      diff: projectManagementProductionListDiff(id: $id, fromVersion: 1, toVersion: 2) { items { listItemId } }
    }`,
    { id },
  )
  return { list, statements, changed: diff.items.map(({ listItemId }) => listItemId), itemId }
}

test(`a list of ${LONG} items takes as many statements as one of ${SHORT}`, async () => {
  const short = await walk(SHORT)
  const long = await walk(LONG)

  expect(long.statements).toEqual(short.statements)
  expect(long.list.listItems).toHaveLength(LONG)
  expect(long.changed).toEqual([long.itemId])
  const cents = long.list.listItems.reduce((sum, item) => sum + Math.round(item.totalCost * 100), 0)
  expect(Math.round(long.list.totalCost * 100)).toBe(cents)
}, 60_000)
