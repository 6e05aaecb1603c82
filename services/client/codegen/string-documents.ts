import type { PluginFunction, Types } from '@graphql-codegen/plugin-helpers'
import { Kind, OperationTypeNode, print, stripIgnoredCharacters, visit } from 'graphql'
import type { DefinitionNode, FragmentDefinitionNode, OperationDefinitionNode } from 'graphql'

export interface StringDocumentsConfig {
  /** The module that exports TypedDocumentString. */
  readonly typesFrom: string
}

/**
 * Writes each operation as a constant of text, typed by its result and variables. The text of a fragment is a
 * constant too, so that a bundle has it once, and only with the operations that use it.
 */
export const plugin: PluginFunction<StringDocumentsConfig> = (_schema, documents, config) => {
  const { operations, fragments } = definitionsOf(documents)
  return {
    prepend: [`import type { TypedDocumentString } from '${config.typesFrom}'`],
    content: [
      ...[...fragments.values()].map(fragmentConstant),
      ...operations.map((operation) => operationConstant(operation, fragments)),
    ].join('\n\n'),
  }
}

interface Definitions {
  readonly operations: readonly OperationDefinitionNode[]
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

/** The operations of all files, and the fragments by name. */
export function definitionsOf(files: readonly Types.DocumentFile[]): Definitions {
  const definitions = files.flatMap(({ document }) => document?.definitions ?? [])
  const fragments = definitions.filter(isFragment)
  return {
    operations: definitions.filter(isOperation),
    fragments: new Map(fragments.map((fragment) => [fragment.name.value, fragment])),
  }
}

/** The text of an operation as its constant has it. */
export function operationText(
  operation: OperationDefinitionNode,
  fragments: Definitions['fragments'],
): string {
  const used = [...usedBy(operation, fragments)].flatMap((name) => fragments.get(name) ?? [])
  return [operation, ...used].map(compactText).join('')
}

const isFragment = (node: DefinitionNode): node is FragmentDefinitionNode =>
  node.kind === Kind.FRAGMENT_DEFINITION
const isOperation = (node: DefinitionNode): node is OperationDefinitionNode =>
  node.kind === Kind.OPERATION_DEFINITION

function fragmentConstant(fragment: FragmentDefinitionNode): string {
  return `const ${fragment.name.value}Text = ${textOf(fragment)}`
}

function operationConstant(
  node: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): string {
  const name = node.name?.value ?? ''
  const kind = node.operation === OperationTypeNode.MUTATION ? 'Mutation' : 'Query'
  const parts = [textOf(node), ...[...usedBy(node, fragments)].map((used) => `${used}Text`)]
  return `/** The ${node.operation} \`${rootFieldOf(node)}\`. */
export const ${name}Document = (${parts.join(' + ')}) as TypedDocumentString<${name}${kind}, ${name}${kind}Variables>`
}

/** The fragments that a definition uses, and those that they use. */
function usedBy(
  node: DefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  used: Set<string> = new Set(),
): ReadonlySet<string> {
  visit(node, {
    FragmentSpread({ name: { value } }) {
      const fragment = fragments.get(value)
      if (fragment === undefined || used.has(value)) return
      used.add(value)
      usedBy(fragment, fragments, used)
    },
  })
  return used
}

function rootFieldOf({ selectionSet }: OperationDefinitionNode): string {
  const [first] = selectionSet.selections
  return first?.kind === Kind.FIELD ? first.name.value : ''
}

function textOf(node: DefinitionNode): string {
  return `'${compactText(node).replaceAll("'", String.raw`\'`)}'`
}

const compactText = (node: DefinitionNode): string => stripIgnoredCharacters(print(node))
