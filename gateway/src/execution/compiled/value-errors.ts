import type { JsonObject } from '@takeoff/kit/values/json'
import { getVariableValues } from 'graphql'
import type { GraphQLError, GraphQLSchema, VariableDefinitionNode } from 'graphql'

/** Maximum errors of one request: its variables may contain hundreds of thousands of wrong values. */
const ERRORS_MAX = 10

/** The first errors of values that are not of the types of their variables; undefined when there is none. */
export function valueErrors(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  variables: JsonObject,
): readonly GraphQLError[] | undefined {
  const { errors } = getVariableValues(schema, definitions, variables, {
    maxErrors: ERRORS_MAX,
  })
  // The last one only says that there are more.
  return errors?.slice(0, ERRORS_MAX)
}
