import { executeSync, Kind, OperationTypeNode } from 'graphql'
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql'
import type { JsonObject } from './json.ts'

/** Answers `__schema` and `__type`, which no subgraph is asked for. */
export type Introspect = (variables: JsonObject) => JsonObject

/** @param fields the introspection fields of the root; undefined comes back when there are none */
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
        operation: OperationTypeNode.QUERY,
        selectionSet: { kind: Kind.SELECTION_SET, selections: [...parts.fields] },
      },
      ...parts.fragments,
    ],
  }
  return (variableValues) => {
    const { data, errors = [] } = executeSync({ schema, document, variableValues })
    if (errors[0] !== undefined) throw errors[0]
    return data ?? {}
  }
}
