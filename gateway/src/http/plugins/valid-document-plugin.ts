import { GraphQLError, validate } from 'graphql'
import type { DocumentNode, GraphQLSchema } from 'graphql'
import type { GatewayListener } from './gateway-plugin.ts'

interface CheckResult {
  readonly schema: GraphQLSchema
  readonly error: GraphQLError | undefined
}

/**
 * Lets no document be executed that is not valid for the schema of its request. Documents are validated before Apollo
 * Server gets them; one that was valid for an earlier supergraph is validated here.
 */
export function validDocumentPlugin(): GatewayListener {
  const results = new WeakMap<DocumentNode, CheckResult>()
  const resultOf = (document: DocumentNode, schema: GraphQLSchema): CheckResult => {
    const known = results.get(document)
    if (known?.schema === schema) return known
    const result = { schema, error: firstError(document, schema) }
    results.set(document, result)
    return result
  }
  return {
    didResolveOperation({ schema, document, contextValue }) {
      if (contextValue.validFor === schema) results.set(document, { schema, error: undefined })
      const { error } = resultOf(document, schema)
      if (error !== undefined) throw error
    },
  }
}

function firstError(document: DocumentNode, schema: GraphQLSchema): GraphQLError | undefined {
  const [error] = validate(schema, document, undefined, { maxErrors: 1 })
  if (error === undefined) return undefined
  const extensions = { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } }
  return new GraphQLError(error.message, { extensions })
}
