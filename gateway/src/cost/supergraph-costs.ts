import type { GraphQLSchema } from 'graphql'
import type { SchemaSource } from '../execution/swapping-gateway.ts'
import { readCostDirectives } from './cost-directives.ts'
import { OperationCosts } from './operation-costs.ts'

/** Costs under the schema that serves a request; undefined for one that was never loaded. */
export type CostsOfSchema = (schema: GraphQLSchema) => OperationCosts | undefined

/** Reads the directives of each supergraph as it is loaded. Requests in flight keep the costs of their supergraph. */
export function followCosts(source: SchemaSource, listSize: number): CostsOfSchema {
  const known = new WeakMap<GraphQLSchema, OperationCosts>()
  source.onSchemaLoadOrUpdate(({ apiSchema: schema, coreSupergraphSdl }) => {
    const directives = readCostDirectives(coreSupergraphSdl)
    known.set(schema, new OperationCosts({ schema, directives, listSize }))
  })
  return (schema) => known.get(schema)
}
