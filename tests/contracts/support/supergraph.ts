import { readFileSync } from 'node:fs'
import { getOperationAST, parse } from 'graphql'
import { readConfig } from '../../../gateway/src/config.ts'
import { readCostDirectives } from '../../../gateway/src/cost/cost-directives.ts'
import { OperationCosts } from '../../../gateway/src/cost/operation-costs.ts'
import { createOperationPlanner } from '../../../gateway/src/execution/planning/operation-planner.ts'

const file = new URL('../../../gateway/supergraph.graphql', import.meta.url)
const supergraphSdl = readFileSync(file, 'utf8')

/** The limits that the gateway ships with. */
export const config = readConfig({ AUTH: 'off' })
/** The schema that clients see. */
export const { schema } = createOperationPlanner(supergraphSdl)
export const directives = readCostDirectives(supergraphSdl)

const costs = new OperationCosts({ schema, directives, listSize: config.costListSize })

/** What the gateway charges for an operation before it runs. */
export function pointsOf(text: string, variables: Readonly<Record<string, unknown>> = {}): number {
  const document = parse(text)
  const operation = getOperationAST(document)
  if (!operation) throw new Error('the document has no single operation')
  return costs.of({ document, operation, variables }).requested
}
