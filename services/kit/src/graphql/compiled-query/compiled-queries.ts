import { getVariableValues, OperationTypeNode } from 'graphql'
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { compileQuery } from './compile-query.ts'
import type { CompiledQuery, Executed } from './compile-query.ts'
import { conditionVariables } from './condition-variables.ts'
import { fragmentsOf } from './fragments.ts'

/** Maximum compiled forms of one query, by the values of its conditions; graphql-js executes any others. */
const VARIANTS_MAX = 32

/** A parsed query with the variables and the context of one request. */
export interface QueryRequest {
  /** Valid against the schema. */
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly variables: Variables | undefined
  readonly context: unknown
}

type Variables = Readonly<Record<string, unknown>>

/** Executes queries of one schema by compiled functions. */
export interface CompiledQueries {
  /**
   * Executes a query as graphql-js does.
   * @returns undefined where graphql-js has to execute: mutations, introspection, and variables with violations
   */
  execute(request: QueryRequest): Promise<Executed> | undefined
}

/** Compiles a query on its first request and caches it for as long as its document is referenced. */
export function compiledQueries(schema: GraphQLSchema): CompiledQueries {
  const known = new WeakMap<OperationDefinitionNode, Variants>()
  return {
    execute({ document, operation, variables = {}, context }) {
      if (operation.operation !== OperationTypeNode.QUERY) return undefined
      const { coerced } = getVariableValues(
        schema,
        operation.variableDefinitions ?? [],
        variables,
        { maxErrors: 1 },
      )
      if (coerced === undefined) return undefined
      const variants = known.get(operation) ?? variantsOf(schema, document, operation)
      known.set(operation, variants)
      return variants(coerced)?.(context, coerced)
    },
  }
}

/** The query, compiled for the values that its conditions have. */
type Variants = (variables: Variables) => CompiledQuery | undefined

function variantsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Variants {
  const fragments = fragmentsOf(document)
  const names = [...conditionVariables(operation, fragments)]
  const source = { schema, operation, fragments: Object.fromEntries(fragments) }
  const compiled = new Map<string, CompiledQuery | undefined>()
  return (variables) => {
    const key = names.map((name) => String(variables[name])).join()
    if (!compiled.has(key) && compiled.size < VARIANTS_MAX) {
      const conditions = Object.fromEntries(names.map((name) => [name, variables[name]]))
      compiled.set(key, compileIfPossible({ ...source, conditions }))
    }
    return compiled.get(key)
  }
}

/** Validation lets a condition be null; graphql-js then reports the violation at the right place. */
function compileIfPossible(query: Parameters<typeof compileQuery>[0]): CompiledQuery | undefined {
  try {
    return compileQuery(query)
  } catch {
    return undefined
  }
}
