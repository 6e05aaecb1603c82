import { Supergraph } from '@apollo/federation-internals'
import type { GraphQLSchema } from 'graphql'

/**
 * What clients see of a supergraph.
 * @throws Error when a gateway cannot load the supergraph
 */
export function apiSchemaOf(supergraphSdl: string): GraphQLSchema {
  return Supergraph.build(supergraphSdl).apiSchema().toGraphQLJSSchema()
}
