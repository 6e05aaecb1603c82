import type { JsonObject } from '@takeoff/kit/values/json'
import { executeSync, GraphQLError, Kind } from 'graphql'
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql'

export interface Introspected {
  readonly data: JsonObject
  readonly errors: readonly GraphQLError[]
}

/** Executes `__schema` and `__type`, which are not requested from any subgraph. */
export type Introspect = (variables: JsonObject) => Introspected

/** @param fields the introspection fields of the root; returns undefined when there are none */
export function compileIntrospection(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  parts: {
    readonly fields: readonly FieldNode[]
    readonly fragments: Iterable<FragmentDefinitionNode>
  },
): Introspect | undefined {
  if (parts.fields.length === 0) return undefined
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        ...operation,
        selectionSet: { kind: Kind.SELECTION_SET, selections: [...parts.fields] },
      },
      ...parts.fragments,
    ],
  }
  return (variableValues) => {
    const { data, errors = [] } = executeSync({ schema, document, variableValues })
    return { data: data ?? {}, errors: errors.map(argumentViolation) }
  }
}

/** The only possible error is null for an argument, by a variable that has a default. */
function argumentViolation({ message, nodes, path }: GraphQLError): GraphQLError {
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    path,
    extensions: { code: 'BAD_USER_INPUT' },
  })
}
