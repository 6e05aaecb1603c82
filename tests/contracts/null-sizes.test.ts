import { readFile } from 'node:fs/promises'
import { getOperationAST, parse } from 'graphql'
import { expect, test } from 'vitest'
import { readCostDirectives } from '../../gateway/src/cost/cost-directives.ts'
import { OperationCosts } from '../../gateway/src/cost/operation-costs.ts'
import { createOperationPlanner } from '../../gateway/src/execution/planning/operation-planner.ts'

const supergraph = new URL('../../gateway/supergraph.graphql', import.meta.url)
const supergraphSdl = await readFile(supergraph, 'utf8')
const directives = readCostDirectives(supergraphSdl)
const { schema } = createOperationPlanner(supergraphSdl)
const costs = new OperationCosts({ schema, directives, listSize: 10 })

const sized = [...directives.listSizes].filter(
  ([, { slicingArguments }]) => slicingArguments.length,
)
const PARENTS: Readonly<Record<string, string>> = {
  Query: '',
  PriceBook: 'priceBook(orgId: 1, vendorId: 1)',
  Webhook: 'webhook(id: 1)',
}

function pointsOf(coordinates: string, first: string | null | undefined): number {
  const [type = '', field = ''] = coordinates.split('.')
  const parent = PARENTS[type]
  if (parent === undefined) throw new Error(`PARENTS has no path to ${type}`)
  const argument = first === undefined ? '' : `(first: ${first})`
  const selected = `{ ${field}${argument} { nodes { __typename } } }`
  const document = parse(
    `query ($n: Int) ${parent === '' ? selected : `{ ${parent} ${selected} }`}`,
  )
  const operation = getOperationAST(document)
  if (!operation) throw new Error('the document has no single operation')
  return costs.of({ document, operation, variables: { n: null } }).requested
}

test('the supergraph has at least 12 paginated fields', () => {
  expect(sized.length).toBeGreaterThanOrEqual(12)
})

test.each(sized)('%s costs as much with null for its size as with the default', (coordinates) => {
  const withDefault = pointsOf(coordinates, '50')
  expect(pointsOf(coordinates, undefined)).toBe(withDefault)
  expect(pointsOf(coordinates, 'null')).toBe(withDefault)
  expect(pointsOf(coordinates, '$n')).toBe(withDefault)
})
