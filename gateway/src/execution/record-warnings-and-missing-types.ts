import { entityListsOf, typenameOf } from './fetch-paths.ts'
import type { CanResolve } from './resolvable-keys.ts'
import type { SubgraphRequest } from './subgraph-request.ts'
import type { GraphqlResponse } from './subgraph-response.ts'

interface Resolving {
  readonly name: string
  readonly canResolve: CanResolve
}

/** Adds the warnings of a response, and the types of entities that it does not find, to the request's. */
export function recordWarningsAndMissingTypes(
  subgraph: Resolving,
  response: GraphqlResponse,
  { body, context }: Pick<SubgraphRequest, 'body' | 'context'>,
): void {
  const warnings = response.extensions?.warnings
  // Several requests of an operation may have the same reason for a warning.
  for (const warning of Array.isArray(warnings) ? (warnings as unknown[]) : [])
    if (!context.warnings.includes(warning)) context.warnings.push(warning)
  for (const type of missingTypes(subgraph, response, body)) context.missingTypes.add(type)
}

/**
 * The types of entities that are null in a response: such an entity is gone, which is no error, unless the subgraph
 * does not declare that it can resolve the key.
 */
function missingTypes(
  { name: subgraph, canResolve }: Resolving,
  { data }: GraphqlResponse,
  body: string,
): unknown[] {
  const hasNull = Object.values(data ?? {}).some(
    (value) => Array.isArray(value) && value.includes(null),
  )
  if (!hasNull) return []
  return entityListsOf(body).flatMap(({ name, representations }) => {
    const entities = data?.[name]
    if (!Array.isArray(entities)) return []
    return representations.flatMap((representation, index) =>
      entities[index] === null && canResolve(subgraph, representation)
        ? [typenameOf(representation)]
        : [],
    )
  })
}
