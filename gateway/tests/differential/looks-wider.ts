import { isAbstractType, isObjectType, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import type { DocumentNode, GraphQLSchema } from 'graphql'

/**
 * Whether an operation selects from an object by a fragment on one of its interfaces or unions. When the object
 * has no `__typename`, because its place allows only one type, the stock executor does not know its type there,
 * and loses the selections of a fragment on its own type within that fragment.
 */
export function looksWider(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema)
  const conditions = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.typeCondition.name.value]] : [],
    ),
  )
  // An abstract type at an object's place.
  let found = false
  const check = (from: unknown, condition: string | undefined): void => {
    if (condition !== undefined && isObjectType(from) && isAbstractType(schema.getType(condition)))
      found = true
  }
  const parents: unknown[] = []
  visit(
    document,
    visitWithTypeInfo(types, {
      SelectionSet: {
        enter: () => void parents.push(types.getParentType()),
        leave: () => void parents.pop(),
      },
      FragmentSpread: ({ name }) => check(types.getParentType(), conditions.get(name.value)),
      // On entering it, the visitor is already at the fragment's own type.
      InlineFragment: ({ typeCondition }) => check(parents.at(-1), typeCondition?.name.value),
    }),
  )
  return found
}
