import type { GraphQLSchema } from 'graphql'
import { readCostDirectives } from './cost-directives.ts'
import { OperationCosts } from './operation-costs.ts'

/** A source that reports the supergraphs that it loads, as ApolloGateway does. */
interface SupergraphSource {
  onSchemaLoadOrUpdate(
    listener: (loaded: {
      readonly apiSchema: GraphQLSchema
      readonly coreSupergraphSdl: string
    }) => void,
  ): unknown
}

/** Costs under the schema that serves a request; undefined for one that was never loaded. */
export type CostsOfSchema = (schema: GraphQLSchema) => OperationCosts | undefined

/** Reads the directives of each supergraph as it is loaded. Requests in flight keep the costs of their supergraph. */
export function followCosts(source: SupergraphSource, listSize: number): CostsOfSchema {
  const known = new WeakMap<GraphQLSchema, OperationCosts>()
  source.onSchemaLoadOrUpdate(({ apiSchema: schema, coreSupergraphSdl }) => {
    const directives = readCostDirectives(coreSupergraphSdl)
    known.set(schema, new OperationCosts({ schema, directives, listSize }))
  })
  return (schema) => known.get(schema)
}
