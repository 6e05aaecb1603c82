import { fragmentsOf } from '@takeoff/kit/graphql/compiled-query/fragments'
import type { Fragments } from '@takeoff/kit/graphql/compiled-query/fragments'
import { GraphQLError, Kind } from 'graphql'
import type { DocumentNode, OperationDefinitionNode, SelectionSetNode } from 'graphql'
import { responseName } from './collect-fields.ts'
import type { ResponsePath } from './places.ts'

/** The response names of an operation, with those below each. */
type Names = Map<string, Names>

/**
 * Errors with paths that the client can follow. A subgraph may name a field that only the plan has requested, such as a
 * key that clients may not see, or anything else: its path is cut to the part that leads to a place of the response.
 */
export function withClientPaths(
  errors: readonly GraphQLError[],
  definition: OperationDefinitionNode,
  document: DocumentNode,
): readonly GraphQLError[] {
  if (errors.length === 0) return errors
  const names: Names = new Map()
  addNames(names, definition.selectionSet, fragmentsOf(document))
  return errors.map((error) => withClientPath(error, names))
}

function addNames(names: Names, { selections }: SelectionSetNode, fragments: Fragments): void {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      const name = responseName(selection)
      const below: Names = names.get(name) ?? new Map()
      names.set(name, below)
      if (selection.selectionSet) addNames(below, selection.selectionSet, fragments)
    } else {
      const { selectionSet } =
        (selection.kind === Kind.INLINE_FRAGMENT
          ? selection
          : fragments.get(selection.name.value)) ?? {}
      if (selectionSet) addNames(names, selectionSet, fragments)
    }
  }
}

function withClientPath(error: GraphQLError, names: Names): GraphQLError {
  const { message, path, extensions } = error
  if (path === undefined) return error
  const known = knownPart(path, names)
  if (known.length === path.length) return error
  return new GraphQLError(message, { path: known.length > 0 ? known : undefined, extensions })
}

function knownPart(path: readonly (string | number)[], names: Names): ResponsePath {
  const known: ResponsePath = []
  let here: Names | undefined = names
  for (const part of path) {
    if (typeof part === 'string') here = here.get(part)
    else if (!Number.isSafeInteger(part) || part < 0 || known.length === 0) break
    if (here === undefined) break
    known.push(part)
  }
  return known
}
