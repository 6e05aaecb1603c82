import { readFile } from 'node:fs/promises'
import { getOperationAST, parse } from 'graphql'
import { expect, it } from 'vitest'
import { readCostDirectives } from '../../gateway/src/cost/cost-directives.ts'
import { OperationCosts } from '../../gateway/src/cost/operation-costs.ts'
import { createOperationPlanner } from '../../gateway/src/execution/planning/operation-planner.ts'

const supergraph = new URL('../../gateway/supergraph.graphql', import.meta.url)
const supergraphSdl = await readFile(supergraph, 'utf8')
const costs = new OperationCosts({
  schema: createOperationPlanner(supergraphSdl).schema,
  directives: readCostDirectives(supergraphSdl),
  listSize: 10,
})

function pointsOf(query: string, variables: Readonly<Record<string, unknown>> = {}): number {
  const document = parse(query)
  const operation = getOperationAST(document)
  if (!operation) throw new Error('one operation, please')
  return costs.of({ document, operation, variables }).requested
}

it.each([
  ['projectManagementOrderDocumentCreate', 'orderDocument { id }'],
  ['projectManagementOrderDocumentsCreateByVendor', 'orderDocuments { id }'],
  ['projectManagementOrderDocumentRender', 'orderDocument { id }'],
  ['projectManagementOrderReorder', 'orderDocument { id }'],
  ['projectManagementOrderChange', 'orderDocument { id }'],
])('%s renders a document, and costs 1,000 points or more', (name, fields) => {
  expect(pointsOf(`mutation { ${name} { ${fields} } }`)).toBeGreaterThanOrEqual(1000)
})

it('thirty orders in one operation cost thirty times as much as one', () => {
  const order = 'projectManagementOrderDocumentCreate { orderDocument { id } }'
  const aliased = Array.from({ length: 30 }, (_, index) => `a${index}: ${order}`)
  expect(pointsOf(`mutation { ${aliased.join(' ')} }`)).toBe(30 * pointsOf(`mutation { ${order} }`))
})

it('an import of jobs costs points for each job', () => {
  const query = 'mutation ($jobs: [JobImport!]!) { jobsImport(orgId: 1, jobs: $jobs) { created } }'
  const jobs = (count: number) => Array.from({ length: count }, () => ({ externalIdentifier: 'a' }))
  const ten = pointsOf(query, { jobs: jobs(10) })
  expect(pointsOf(query, { jobs: jobs(500) }) - ten).toBeGreaterThan(490 * 5)
})
