import { visit } from 'graphql'
import type { GraphQLResolveInfo, OperationDefinitionNode } from 'graphql'

/** The names of fields, whatever types they are of. */
export type FieldNames = ReadonlySet<string>

const known = new WeakMap<OperationDefinitionNode, FieldNames>()

/**
 * What an operation asks for anywhere in it: more than one place of it needs, never less. One set for all of
 * the operation, whatever its aliases, so that rows which one resolver has read serve every other one; what
 * `@skip` and `@include` say is not looked at, so that it is worked out once for a document.
 */
export function fieldNamesIn({
  operation,
  fragments,
}: Pick<GraphQLResolveInfo, 'operation' | 'fragments'>): FieldNames {
  const names = known.get(operation)
  if (names !== undefined) return names
  const found = new Set<string>()
  for (const node of [operation, ...Object.values(fragments)]) {
    visit(node, { Field: (field) => void found.add(field.name.value) })
  }
  known.set(operation, found)
  return found
}

/** What reads what these fields need: there is one of it in a request, whose operation names them. */
export type ByFields<Reader> = (fields: FieldNames) => Reader

/** Calls `create` once for each set of fields, by identity of the set. */
export function byFields<Reader>(create: ByFields<Reader>): ByFields<Reader> {
  const readers = new Map<FieldNames, Reader>()
  return (fields) => {
    const reader = readers.get(fields) ?? create(fields)
    readers.set(fields, reader)
    return reader
  }
}
