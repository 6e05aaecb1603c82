import type { PluginFunction } from '@graphql-codegen/plugin-helpers'
import { Kind, OperationTypeNode, print, stripIgnoredCharacters, visit } from 'graphql'
import type { DefinitionNode, FragmentDefinitionNode, OperationDefinitionNode } from 'graphql'

/**
 * Writes each operation as a constant of text, typed by its result and variables. The text of a fragment is a
 * constant too, so that a bundle has it once, and only with the operations that use it.
 */
export const plugin: PluginFunction = (_schema, documents) => {
  const definitions = documents.flatMap(({ document }) => document?.definitions ?? [])
  const fragments = new Map(
    definitions.filter(isFragment).map((fragment) => [fragment.name.value, fragment]),
  )
  return {
    prepend: [`import type { TypedDocumentString } from '../typed-document.ts'`],
    content: [
      ...[...fragments.values()].map(fragmentConstant),
      ...definitions
        .filter(isOperation)
        .map((operation) => operationConstant(operation, fragments)),
    ].join('\n\n'),
  }
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
  return `'${stripIgnoredCharacters(print(node)).replaceAll("'", String.raw`\'`)}'`
}
