import { Supergraph } from '@apollo/federation-internals'
import { composeSupergraph } from '@takeoff/supergraph/composition/compose'
import { readSupergraphConfig } from '@takeoff/supergraph/composition/supergraph-config'
import { parse, printSchema } from 'graphql'
import type { DocumentNode } from 'graphql'

/** The public schema: what a gateway serves of the composed schema files. */
export default async function loadApiSchema(supergraphConfig: string): Promise<DocumentNode> {
  const composition = composeSupergraph(await readSupergraphConfig(supergraphConfig))
  if (composition.kind === 'refused') {
    throw new Error(composition.errors.map(({ message }) => message).join('\n'))
  }
  const supergraph = Supergraph.build(composition.supergraphSdl)
  return parse(printSchema(supergraph.apiSchema().toGraphQLJSSchema()))
}
