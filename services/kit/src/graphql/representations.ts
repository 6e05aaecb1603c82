import {
  GraphQLError,
  GraphQLScalarType,
  isInterfaceType,
  isUnionType,
  valueFromASTUntyped,
} from 'graphql'
import type { GraphQLNamedType, GraphQLSchema } from 'graphql'
import { BAD_SCALAR } from './scalars.ts'

/**
 * Makes a representation of another type than an entity a violation of the request, before any resolver is called. The
 * resolver of `_entities` throws an error without a code for it. The representations are the gateway's, so the code is
 * one that it does not forward to the client.
 */
export function checkRepresentations(schema: GraphQLSchema): void {
  const [representation, entity] = [schema.getType('_Any'), schema.getType('_Entity')]
  if (!(representation instanceof GraphQLScalarType) || !isUnionType(entity)) return
  const interfaces = Object.values(schema.getTypeMap()).filter(isEntityInterface)
  const names: ReadonlySet<unknown> = new Set(
    [...entity.getTypes(), ...interfaces].map(({ name }) => name),
  )
  const parse = (value: unknown): unknown => (names.has(typenameOf(value)) ? value : refuse())
  representation.parseValue = parse
  representation.parseLiteral = (node, variables) => parse(valueFromASTUntyped(node, variables))
}

/** A gateway that knows only the interface of an entity, from an `@interfaceObject`, names that. */
function isEntityInterface(type: GraphQLNamedType): boolean {
  const directives = isInterfaceType(type) ? (type.astNode?.directives ?? []) : []
  return directives.some(({ name }) => name.value === 'key')
}

function typenameOf(value: unknown): unknown {
  return (value as { readonly __typename?: unknown } | null | undefined)?.__typename
}

function refuse(): never {
  throw new GraphQLError(
    'A representation must have the __typename of an entity of this service.',
    {
      extensions: { [BAD_SCALAR]: 'BAD_REQUEST' },
    },
  )
}
