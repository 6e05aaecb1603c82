import { deprecatedUses, deprecationDates } from '@takeoff/supergraph/registry/deprecated-uses'
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import type { GatewayListener } from './gateway-plugin.ts'

type Headers = readonly (readonly [name: string, value: string])[]

/**
 * Responses to operations that use something deprecated say since when (`Deprecation`, RFC 9745) and until when it works at
 * least (`Sunset`, RFC 8594). Computed once for each operation.
 */
export function deprecationPlugin(): GatewayListener {
  const known = new WeakMap<GraphQLSchema, WeakMap<OperationDefinitionNode, Headers>>()
  return {
    willSendResponse({ schema, document, operation, response }) {
      if (document === undefined || operation === undefined) return
      const ofSchema = known.get(schema) ?? new WeakMap<OperationDefinitionNode, Headers>()
      known.set(schema, ofSchema)
      const headers = ofSchema.get(operation) ?? headersOf(schema, document, operation)
      ofSchema.set(operation, headers)
      for (const [name, value] of headers) response.http.headers.set(name, value)
    },
  }
}

/** Of several deprecations, the first that ends. */
function headersOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Headers {
  const [first] = deprecatedUses(schema, document, operation.name?.value)
    .flatMap((use) => deprecationDates(use) ?? [])
    .sort((a, b) => a.removedOn.getTime() - b.removedOn.getTime())
  if (first === undefined) return []
  return [
    ['deprecation', `@${first.deprecatedOn.getTime() / 1000}`],
    ['sunset', first.removedOn.toUTCString()],
  ]
}
