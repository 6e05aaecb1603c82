import { Kind, parse } from 'graphql'
import type { FieldNode, FragmentDefinitionNode } from 'graphql'
import { expect, test } from 'vitest'
import { selects } from './selects.ts'

/** The info argument of the resolver of the first field. */
function infoOf(query: string) {
  const { definitions } = parse(query)
  const fragments: Record<string, FragmentDefinitionNode> = {}
  const fieldNodes: FieldNode[] = []
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition
    if (definition.kind === Kind.OPERATION_DEFINITION) {
      const [first] = definition.selectionSet.selections
      if (first?.kind === Kind.FIELD) fieldNodes.push(first)
    }
  }
  return { fieldNodes, fragments }
}

test.each([
  ['{ list { id listItems { id } } }', ['listItems'], true],
  ['{ list { id items: listItems { id } } }', ['listItems'], true],
  ['{ list { id listItems: name } }', ['listItems'], false],
  ['{ list { id orders { listItems { id } } } }', ['listItems'], false],
  [
    '{ list { ... on ProductionList { ...A } } } fragment A on ProductionList { listItems { id } }',
    ['listItems'],
    true,
  ],
  ['{ list { ...A } } fragment A on ProductionList { name }', ['listItems'], false],
  ['{ list { ...Unknown } }', ['listItems'], false],
  ['{ lists { nodes { id } } }', ['nodes', 'listItems'], false],
  [
    '{ lists { nodes { id } ...A } } fragment A on C { nodes { listItems { id } } }',
    ['nodes', 'listItems'],
    true,
  ],
  ['{ lists }', ['nodes'], false],
] as const)('%s selects %j: %j', (query, path, expected) => {
  expect(selects(infoOf(query), ...path)).toBe(expected)
})
