import { Kind } from 'graphql'
import type { FieldNode, GraphQLResolveInfo, SelectionNode } from 'graphql'

/** Whether the query asks for a field below this one, `path` down; what @skip and @include say is not looked at. */
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
