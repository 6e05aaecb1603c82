import { Kind, parse, print, stripIgnoredCharacters, visit } from 'graphql'
import type { DefinitionNode, DocumentNode, NameNode, OperationDefinitionNode } from 'graphql'
import { invariant } from '@takeoff/kit/values/invariant'

/** The variable and the field by which operations of a plan request entities. */
export const [VARIABLE, ENTITIES] = ['representations', '_entities']

/** Steps to a root field: definitions, index, selectionSet, selections, index. */
const ROOT_DEPTH = 5

/** An operation of a plan that requests entities, and the response name that they get. */
export interface AliasedOperation {
  readonly alias: string
  readonly operation: string
}

/** The text of an operation without its name, by which the planner distinguishes equal ones. */
export function operationKey(operation: string): string {
  const document = parse(operation, { noLocation: true })
  return print({ ...document, definitions: document.definitions.map(withoutName) })
}

/**
 * One operation for several that request entities from a subgraph. Each keeps its own list under its alias, and has its
 * representations in a variable of that name; other variables are those of the client and mean the same in all.
 */
export function mergeOperations(operations: readonly AliasedOperation[]): string {
  const documents = operations.map(renamed)
  const definitions = documents.flatMap((document) => document.definitions)
  const [first, ...others] = definitions.filter(isOperation)
  invariant(first !== undefined, 'a fetch has an operation')
  const all = [first, ...others]
  const variables = all.flatMap(({ variableDefinitions = [] }) => variableDefinitions)
  const merged: OperationDefinitionNode = {
    ...first,
    variableDefinitions: [
      ...new Map(variables.map((one) => [one.variable.name.value, one])).values(),
    ],
    selectionSet: {
      kind: Kind.SELECTION_SET,
      selections: all.flatMap(({ selectionSet }) => selectionSet.selections),
    },
  }
  const fragments = definitions.filter((definition) => !isOperation(definition))
  const text = print({ kind: Kind.DOCUMENT, definitions: [merged, ...fragments] })
  return stripIgnoredCharacters(text)
}

function isOperation(definition: DefinitionNode): definition is OperationDefinitionNode {
  return definition.kind === Kind.OPERATION_DEFINITION
}

function withoutName(definition: DefinitionNode): DefinitionNode {
  if (!isOperation(definition)) return definition
  const { name: _name, ...rest } = definition
  return rest
}

function renamed({ alias, operation }: AliasedOperation): DocumentNode {
  const named = (value: string): NameNode => ({ kind: Kind.NAME, value })
  const ownFragment = <T extends { readonly name: NameNode }>(node: T): T => ({
    ...node,
    name: named(`${alias}${node.name.value}`),
  })
  return visit(parse(operation, { noLocation: true }), {
    // A field below may have the same name.
    Field: (field, _key, _parent, path) =>
      field.name.value === ENTITIES && path.length === ROOT_DEPTH
        ? { ...field, alias: named(alias) }
        : undefined,
    Variable: (variable) =>
      variable.name.value === VARIABLE
        ? { ...variable, name: named(`${VARIABLE}${alias}`) }
        : undefined,
    FragmentSpread: ownFragment,
    FragmentDefinition: ownFragment,
  })
}
