import { Kind } from 'graphql'
import type { FieldNode, GraphQLResolveInfo, SelectionNode } from 'graphql'

/** Whether the query selects the field at `path` below this one; @skip and @include are ignored. */
export function selects(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
  ...path: readonly string[]
): boolean {
  const fieldsIn = (selection: SelectionNode): readonly FieldNode[] => {
    if (selection.kind === Kind.FIELD) return [selection]
    const { selectionSet } =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : (fragments[selection.name.value] ?? {})
    return selectionSet?.selections.flatMap(fieldsIn) ?? []
  }
  const reached = path.reduce(
    (fields, name) =>
      fields
        .flatMap(({ selectionSet }) => selectionSet?.selections.flatMap(fieldsIn) ?? [])
        .filter((field) => field.name.value === name),
    fieldNodes,
  )
  return reached.length > 0
}
