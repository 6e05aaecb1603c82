import { Kind, parse } from 'graphql'
import type { FragmentDefinitionNode, OperationDefinitionNode } from 'graphql'
import { describe, expect, test, vi } from 'vitest'
import { byFields, fieldNamesIn } from './field-names.ts'
import type { FieldNames } from './field-names.ts'

/** The `info` argument that the resolvers of an operation receive. */
function infoOf(query: string) {
  const fragments: Record<string, FragmentDefinitionNode> = {}
  const operations: OperationDefinitionNode[] = []
  for (const definition of parse(query).definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition)
  }
  const [operation] = operations
  if (operation === undefined) throw new Error('there is no operation')
  return { operation, fragments }
}

describe('the field names in an operation', () => {
  test.each([
    ['{ list { id items { name } } }', ['list', 'id', 'items', 'name']],
    ['{ list { name: id } }', ['list', 'id']],
    ['{ a: list { id } b: list { name } }', ['list', 'id', 'name']],
    ['{ list { ... on List { id } ... { name } } }', ['list', 'id', 'name']],
    ['{ list { ...A } } fragment A on List { id ...B } fragment B on List { name }', undefined],
    ['{ list { id @skip(if: true) name @include(if: false) } }', undefined],
    ['query ($name: Int) { list(items: $name) { id name } }', undefined],
  ])('%s', (query, names = ['list', 'id', 'name']) => {
    expect(fieldNamesIn(infoOf(query))).toEqual(new Set(names))
  })

  test('are one set for all resolvers', () => {
    const info = infoOf('{ list { id } }')
    expect(fieldNamesIn({ ...info })).toBe(fieldNamesIn(info))
  })
})

test('there is one reader for each set of fields', () => {
  const create = vi.fn<(fields: FieldNames) => { fields: FieldNames }>((fields) => ({ fields }))
  const readerFor = byFields(create)
  const [some, others] = [new Set(['id']), new Set(['name'])]

  expect(readerFor(some)).toBe(readerFor(some))
  expect(readerFor(others).fields).toBe(others)
  expect(create).toHaveBeenCalledTimes(2)
})
