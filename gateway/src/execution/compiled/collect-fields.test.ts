import { fragmentsOf } from '@takeoff/kit/graphql/compiled-query/fragments'
import { buildSchema, Kind, parse, print } from 'graphql'
import { expect, it } from 'vitest'
import { collectFields } from './collect-fields.ts'
import type { ConditionValues } from './conditions.ts'

const schema = buildSchema(`
  interface Thing { id: ID }
  interface Other { id: ID }
  union Found = Book | Box
  union Nothing = Box
  type Book implements Thing { id: ID  size: Size }
  type Box implements Other { id: ID }
  type Size { height: Int  width: Int }
  type Query { book: Book }
`)

/** The fields of a book that a query selects, by response name. */
function fieldsOfBook(text: string, decided: ConditionValues = {}): Record<string, string[]> {
  const document = parse(text)
  const [operation] = document.definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('an operation first, please')
  const selectionContext = { schema, fragments: fragmentsOf(document), decided }
  const fields = collectFields(selectionContext, 'Book', [operation.selectionSet])
  const flat = (text: string): string => text.replace(/\s+/g, ' ')
  return Object.fromEntries([...fields].map(([name, nodes]) => [name, nodes.map(print).map(flat)]))
}

it.each<[string, string, object]>([
  [
    'are known by their aliases, in the order of the query',
    '{ b: id a: id id }',
    { b: ['b: id'], a: ['a: id'], id: ['id'] },
  ],
  [
    'are found with every place that selects them',
    '{ size { height } ... { size { width } } }',
    { size: ['size { height }', 'size { width }'] },
  ],
  [
    'are those of fragments on the type, its interfaces and unions',
    '{ ... on Book { a: id } ... on Thing { b: id } ... on Found { ... on Book { c: id } } }',
    { a: ['a: id'], b: ['b: id'], c: ['c: id'] },
  ],
  [
    'are not those of fragments on other types, interfaces and unions',
    '{ ... on Box { a: id } ... on Other { b: id } ... on Nothing { ... on Book { c: id } } id }',
    { id: ['id'] },
  ],
])('fields %s', (_, query, fields) => {
  expect(fieldsOfBook(query)).toEqual(fields)
  expect(Object.keys(fieldsOfBook(query))).toEqual(Object.keys(fields))
})

it('a field or a fragment that its conditions leave out has no fields', () => {
  const query = `
    query ($v: Boolean!) { a: id @skip(if: $v) ... @skip(if: $v) { b: id } ...F @skip(if: $v) d: id }
    fragment F on Book { c: id }`
  expect(Object.keys(fieldsOfBook(query, { v: false }))).toEqual(['a', 'b', 'c', 'd'])
  expect(Object.keys(fieldsOfBook(query, { v: true }))).toEqual(['d'])
})

it('a fragment that is spread again adds nothing, so that no document unfolds without end', () => {
  const fragments = Array.from(
    { length: 40 },
    (_, level) => `fragment F${level} on Book { ...F${level + 1} ...F${level + 1} }`,
  )
  const query = `{ ...F0 ...F0 } ${fragments.join(' ')} fragment F40 on Book { id }`
  expect(fieldsOfBook(query)).toEqual({ id: ['id'] })
})
