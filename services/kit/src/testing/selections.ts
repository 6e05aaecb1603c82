import { Kind, parse } from 'graphql'
import type { FieldDefinitionNode, ObjectTypeDefinitionNode, TypeNode } from 'graphql'

/**
 * A selection for each value that can be reached from a type of a schema, visiting each type once: `name`,
 * `product { name }`.
 * @param args arguments of fields that require them: `{ quantityIn: 'unit: "EACH"' }`
 */
export function selectionsOf(
  typeDefs: string,
  typeName: string,
  args: Readonly<Record<string, string>> = {},
): string[] {
  const types = new Map<string, ObjectTypeDefinitionNode>()
  for (const definition of parse(typeDefs).definitions) {
    if (definition.kind === Kind.OBJECT_TYPE_DEFINITION)
      types.set(definition.name.value, definition)
  }
  const inside = (name: string, path: readonly string[]): string[] =>
    (types.get(name)?.fields ?? [])
      .filter((field) => !isExternal(field))
      .flatMap((field) => ofField(field, [...path, name]))
  const ofField = (field: FieldDefinitionNode, path: readonly string[]): string[] => {
    const type = nameOf(field.type)
    const name = field.name.value
    const call = args[name] === undefined ? name : `${name}(${args[name]})`
    if (!types.has(type)) return [call]
    return path.includes(type) ? [] : inside(type, path).map((inner) => `${call} { ${inner} }`)
  }
  return inside(typeName, [])
}

/** Whether only another service can resolve the field. */
function isExternal({ directives = [] }: FieldDefinitionNode): boolean {
  return directives.some(({ name }) => name.value === 'external')
}

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type)
}
