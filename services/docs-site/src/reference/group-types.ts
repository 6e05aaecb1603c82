import { getNamedType, isInputObjectType, isObjectType, isSpecifiedScalarType } from 'graphql'
import type { GraphQLField, GraphQLInputField, GraphQLNamedType, GraphQLSchema } from 'graphql'

/** Operations without an example, and types that only they use. */
export const OTHER_GROUP = 'other'

/**
 * The group in which each type is described: the one whose operations need the fewest steps to it.
 * @param groupOf by coordinates of root fields, such as `Query.job`
 */
export function groupTypes(
  schema: GraphQLSchema,
  groupOf: (coordinate: string) => string,
): Map<GraphQLNamedType, string> {
  const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) => type ?? [])
  const groups = new Map<GraphQLNamedType, string>()
  let reached = roots.flatMap((root) =>
    Object.values(root.getFields()).flatMap((field) =>
      typesOfField(field).map((type) => ({ type, group: groupOf(`${root.name}.${field.name}`) })),
    ),
  )
  while (reached.length > 0) {
    const fresh = reached.filter(({ type, group }) => {
      if (groups.has(type) || isSpecifiedScalarType(type)) return false
      return groups.set(type, group)
    })
    reached = fresh.flatMap(({ type, group }) =>
      fieldsOf(type)
        .flatMap(typesOfField)
        .map((next) => ({ type: next, group })),
    )
  }
  return groups
}

type AnyField = GraphQLField<unknown, unknown> | GraphQLInputField

/** The fields of an object or input type. */
export function fieldsOf(type: GraphQLNamedType): readonly AnyField[] {
  return isObjectType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : []
}

function typesOfField(field: AnyField): GraphQLNamedType[] {
  const args = 'args' in field ? field.args : []
  return [field, ...args].map(({ type }) => getNamedType(type))
}
