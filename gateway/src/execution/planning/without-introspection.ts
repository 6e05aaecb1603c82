import { isIntrospection } from '@takeoff/kit/graphql/introspection'
import { Kind, visit } from 'graphql'
import type { DocumentNode, FieldNode } from 'graphql'

const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }

/**
 * The document for the planner, which fetches nothing for `__schema` and `__type`, and refuses
 * fields of them that it does not know, such as `isOneOf`.
 */
export function withoutIntrospection(document: DocumentNode): DocumentNode {
  return visit(document, {
    Field(field) {
      if (!isIntrospection(field)) return undefined
      return { ...field, selectionSet: { kind: Kind.SELECTION_SET, selections: [TYPENAME] } }
    },
    FragmentDefinition: ({ typeCondition }) =>
      typeCondition.name.value.startsWith('__') ? null : undefined,
  })
}
