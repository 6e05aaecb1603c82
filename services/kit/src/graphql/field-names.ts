import { visit } from 'graphql'
import type { GraphQLResolveInfo, OperationDefinitionNode } from 'graphql'

/** The names of fields, whatever types they are of. */
export type FieldNames = ReadonlySet<string>

const known = new WeakMap<OperationDefinitionNode, FieldNames>()

/**
 * The fields that an operation selects anywhere: possibly more than one place needs, never less. There is one set
 * for the whole operation, whatever its aliases, so that rows read by one resolver serve every other one.
 * `@skip` and `@include` are ignored, so that the set is computed once for a document.
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

/** The reader of the values that these fields need; a request has one, for the fields of its operation. */
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
