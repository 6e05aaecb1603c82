import { Kind, parse } from 'graphql'
import type { OperationDefinitionNode, SelectionSetNode } from 'graphql'

/** More errors than this for one failed fetch tell a client nothing new. */
const PATHS_MAX = 100

export type ResponsePath = (string | number)[]

/**
 * Where the data of a subgraph fetch would have gone: a path for each of its fields, in the subgraph's own
 * terms (`['_entities', 2, 'name']` for the third entity), which the gateway translates into the client's.
 */
export function fetchPaths(
  query: string,
  representations: readonly unknown[] | undefined,
): ResponsePath[] {
  const operation = parse(query, { noLocation: true }).definitions.find(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  )
  if (operation === undefined) return []
  if (representations === undefined) {
    return responseNames(operation.selectionSet).map((name) => [name])
  }
  return entityPaths(operation, representations)
}

function entityPaths(
  operation: OperationDefinitionNode,
  representations: readonly unknown[],
): ResponsePath[] {
  const entities = operation.selectionSet.selections.find(
    (s) => s.kind === Kind.FIELD,
  )?.selectionSet
  const paths: ResponsePath[] = []
  for (const [index, representation] of representations.entries()) {
    if (entities === undefined || paths.length >= PATHS_MAX) break
    for (const name of responseNames(entities, typename(representation))) {
      paths.push(['_entities', index, name])
    }
  }
  return paths.slice(0, PATHS_MAX)
}

/** The response names of the fields selected directly, within fragments on the given type too. */
function responseNames(set: SelectionSetNode, type?: string): string[] {
  const names = set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [(selection.alias ?? selection.name).value]
    if (selection.kind === Kind.FRAGMENT_SPREAD) return []
    const condition = selection.typeCondition?.name.value
    const applies = type === undefined || condition === undefined || condition === type
    return applies ? responseNames(selection.selectionSet, type) : []
  })
  return [...new Set(names)].filter((name) => name !== '__typename')
}

function typename(representation: unknown): string | undefined {
  if (typeof representation !== 'object' || representation === null) return undefined
  return '__typename' in representation ? String(representation.__typename) : undefined
}
