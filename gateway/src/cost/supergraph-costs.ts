import type { GraphQLSchema } from 'graphql'
import { readCostDirectives } from './cost-directives.ts'
import { OperationCosts } from './operation-costs.ts'

/** What tells of the supergraphs that it loads, as ApolloGateway does. */
interface SupergraphSource {
  onSchemaLoadOrUpdate(
    listener: (loaded: {
      readonly apiSchema: GraphQLSchema
      readonly coreSupergraphSdl: string
    }) => void,
  ): unknown
}

/** Costs under the schema that a request is answered by; undefined for one that was never loaded. */
export type CostsOfSchema = (schema: GraphQLSchema) => OperationCosts | undefined

/** Reads the directives of each supergraph as it is loaded. Those under way keep the costs of theirs. */
export function followCosts(source: SupergraphSource, listSize: number): CostsOfSchema {
  const known = new WeakMap<GraphQLSchema, OperationCosts>()
  source.onSchemaLoadOrUpdate(({ apiSchema: schema, coreSupergraphSdl }) => {
    const directives = readCostDirectives(coreSupergraphSdl)
    known.set(schema, new OperationCosts({ schema, directives, listSize }))
  })
  return (schema) => known.get(schema)
}
