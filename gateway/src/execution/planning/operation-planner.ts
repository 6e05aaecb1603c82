import { operationFromDocument, Supergraph } from '@apollo/federation-internals'
import { QueryPlanner } from '@apollo/query-planner'
import type { QueryPlan } from '@apollo/query-planner'
import { parse } from 'graphql'
import type { GraphQLSchema } from 'graphql'
import { withoutIntrospection } from './without-introspection.ts'

/**
 * Candidate plans that are compared for one operation. By default the planner compares 10,000, which takes seconds
 * where many subgraphs share types, and the plan found is seldom better.
 */
const EVALUATED_PLANS_MAX = 1_000

/** A valid operation, as text: it crosses the boundary of a thread. */
export interface OperationText {
  readonly document: string
  /** Required where the document has several operations. */
  readonly operationName: string | undefined
}

export interface OperationPlanner {
  /** The API schema. */
  readonly schema: GraphQLSchema
  /** Takes milliseconds to minutes, without yielding. */
  readonly plan: (operation: OperationText) => QueryPlan
}

/**
 * The planner of one supergraph.
 * @throws Error when the supergraph cannot be read
 */
export function createOperationPlanner(supergraphSdl: string): OperationPlanner {
  const supergraph = Supergraph.build(supergraphSdl, { validateSupergraph: false })
  const apiSchema = supergraph.apiSchema()
  const debug = { maxEvaluatedPlans: EVALUATED_PLANS_MAX }
  const planner = new QueryPlanner(supergraph, { debug })
  return {
    schema: apiSchema.toGraphQLJSSchema(),
    plan({ document, operationName }) {
      const operation = operationFromDocument(
        apiSchema,
        withoutIntrospection(parse(document)),
        operationName === undefined ? {} : { operationName },
      )
      return planner.buildQueryPlan(operation)
    },
  }
}
