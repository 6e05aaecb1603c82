import { Kind, parse } from 'graphql'
import type { InterfaceTypeDefinitionNode, ObjectTypeDefinitionNode } from 'graphql'

/** Entity types, and of an interface that is an entity its implementations: an id identifies the type. */
export type EntityKinds = ReadonlyMap<string, readonly string[]>

/** @param subgraphs their schemas, by name */
export function entityKinds(subgraphs: Readonly<Record<string, string>>): EntityKinds {
  const definitions = Object.values(subgraphs).flatMap((sdl) => parse(sdl).definitions)
  const families = new Set<string>()
  const entities: ObjectTypeDefinitionNode[] = []
  for (const definition of definitions) {
    if (definition.kind === Kind.INTERFACE_TYPE_DEFINITION && hasDirective(definition, 'key'))
      families.add(definition.name.value)
    if (definition.kind === Kind.OBJECT_TYPE_DEFINITION && isEntity(definition))
      entities.push(definition)
  }
  const kinds = new Map<string, Set<string>>()
  for (const { name, interfaces = [] } of entities) {
    const its = interfaces.map((one) => one.name.value).filter((one) => families.has(one))
    for (const family of [name.value, ...its])
      kinds.set(family, (kinds.get(family) ?? new Set()).add(name.value))
  }
  return new Map([...kinds].map(([family, types]) => [family, [...types].sort()]))
}

/** An interface object represents the entities of its interface. */
function isEntity(definition: ObjectTypeDefinitionNode): boolean {
  return hasDirective(definition, 'key') && !hasDirective(definition, 'interfaceObject')
}

function hasDirective(
  { directives = [] }: ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode,
  wanted: string,
): boolean {
  return directives.some(({ name }) => name.value === wanted)
}
