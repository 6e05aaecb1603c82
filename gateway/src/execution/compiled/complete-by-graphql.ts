import { isJsonObject } from '@takeoff/kit/values/json'
import type { JsonObject } from '@takeoff/kit/values/json'
import {
  executeSync,
  getNullableType,
  GraphQLError,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql'
import type { GraphQLFieldResolver, GraphQLNamedType, GraphQLOutputType } from 'graphql'
import { getOwn } from './own-members.ts'
import type { ReadyOperation } from './operations.ts'

/**
 * Completes data that has, for example, text where an object belongs: null there, with an error, and the rest as it is.
 * The stock executor rejects all of it. Afterwards each object with only one possible type has its `__typename`.
 */
export function completeByGraphql(
  gathered: JsonObject,
  { schema, document, definition }: Pick<ReadyOperation, 'schema' | 'document' | 'definition'>,
  variables: JsonObject,
): { readonly data: unknown; readonly errors: readonly GraphQLError[] } {
  const { data = null, errors = [] } = executeSync({
    schema,
    document,
    operationName: definition.name?.value,
    rootValue: gathered,
    variableValues: variables,
    fieldResolver: memberOf,
    typeResolver: (value: unknown) => {
      const typename = isJsonObject(value) ? getOwn(value, '__typename') : undefined
      return typeof typename === 'string' ? typename : undefined
    },
  })
  return { data, errors }
}

const memberOf: GraphQLFieldResolver<JsonObject, unknown> = (source, _args, _context, info) =>
  withErrors(getOwn(source, String(info.path.key)), info.returnType)

/** GraphQL treats an error among the values as the error of its place. */
function withErrors(value: unknown, type: GraphQLOutputType): unknown {
  const nullable = getNullableType(type)
  if (value === null || value === undefined || isLeafType(nullable)) return value
  if (!isListType(nullable))
    return isJsonObject(value)
      ? withType(value, nullable)
      : new GraphQLError(`A subgraph returned no object for ${nullable.name}.`)
  if (!Array.isArray(value)) return new GraphQLError('A subgraph returned no list.')
  return value.map((element: unknown) => withErrors(element, nullable.ofType))
}

function withType(value: JsonObject, type: GraphQLNamedType): JsonObject {
  if (isObjectType(type)) value['__typename'] ??= type.name
  return value
}
