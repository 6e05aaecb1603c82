import { isInterfaceType, Kind, parse } from 'graphql'
import type { ConstDirectiveNode, GraphQLSchema, ObjectTypeDefinitionNode } from 'graphql'

/** What federation does with a field, such as `@requires`, by `Type.field`. */
export type FieldsByDirective = ReadonlyMap<string, ReadonlySet<string>>

/** @param subgraphs their schemas, by name */
export function fieldsByDirective(
  subgraphs: Readonly<Record<string, string>>,
  schema: GraphQLSchema,
): FieldsByDirective {
  const known = new Map<string, Set<string>>()
  for (const definition of Object.values(subgraphs).flatMap((sdl) => parse(sdl).definitions)) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) continue
    for (const { name, directives = [] } of definition.fields ?? []) {
      const features = [...directives.map(named), ...typeFeatures(definition)]
      for (const type of typesOf(definition, schema)) {
        const coordinate = `${type}.${name.value}`
        known.set(coordinate, new Set([...(known.get(coordinate) ?? []), ...features]))
      }
    }
  }
  return known
}

function named({ name }: ConstDirectiveNode): string {
  return `@${name.value}`
}

function typeFeatures({ directives = [] }: ObjectTypeDefinitionNode): string[] {
  const isNested = directives.some(
    ({ name, arguments: given = [] }) =>
      name.value === 'key' &&
      given.some(({ value }) => value.kind === Kind.STRING && value.value.includes('{')),
  )
  const onType = directives.map(named).filter((name) => name !== '@key')
  return isNested ? [...onType, 'nested key'] : onType
}

/** An interface object has fields of every type of its interface. */
function typesOf({ name }: ObjectTypeDefinitionNode, schema: GraphQLSchema): string[] {
  const type = schema.getType(name.value)
  if (!isInterfaceType(type)) return [name.value]
  return [name.value, ...schema.getPossibleTypes(type).map((one) => one.name)]
}
