import type { JsonObject } from '@takeoff/kit/values/json'
import { execute, isObjectType } from 'graphql'
import type { DocumentNode, GraphQLSchema } from 'graphql'
import { getOwn } from '../../src/execution/compiled/own-members.ts'
import type { RandomOperation } from './random-operation.ts'

/**
 * Completes the data of all subgraphs as graphql-js does: members in order, and null as far as it
 * propagates. Undefined where there is an object of which only an interface is known, as happens with
 * `@interfaceObject` when the subgraph that knows the type does not know the entity: GraphQL has no such objects.
 */
export async function complete(
  schema: GraphQLSchema,
  { document, operation }: { document: DocumentNode; operation: RandomOperation },
  gathered: JsonObject,
): Promise<unknown> {
  let isKnown = true
  const { data } = await execute({
    schema,
    document,
    rootValue: gathered,
    variableValues: operation.variables,
    operationName: operation.operationName,
    fieldResolver: (source: JsonObject, _args, _context, { path }) =>
      getOwn(source, String(path.key)),
    typeResolver(value: JsonObject) {
      const type = String(getOwn(value, '__typename'))
      isKnown &&= isObjectType(schema.getType(type))
      return type
    },
  })
  return isKnown ? data : undefined
}
