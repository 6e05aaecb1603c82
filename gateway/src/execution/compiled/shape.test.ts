import type { JsonObject } from '@takeoff/kit/values/json'
import { buildSchema, Kind, parse } from 'graphql'
import type { FragmentDefinitionNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { ConditionValues } from './conditions.ts'
import { BROKEN, compileShape } from './shape.ts'

const schema = buildSchema(`
  interface Thing { id: ID! }
  enum Kind { ROOF SIDING }
  type Book implements Thing { id: ID! title: String pages: Int price: Float kind: Kind parts: [[Book!]] constructor: String
    isOpen: Boolean json: JSON notes: [String] odd: toString }
  scalar JSON
  scalar toString
  type Box implements Thing { id: ID! }
  type Query { book: Book needed: Book! things: [Thing!]! }
`)

function shape(query: string, data: JsonObject, decided: ConditionValues = {}): unknown {
  const { definitions } = parse(query)
  const [operation, ...fragments] = definitions
  const type = schema.getQueryType()
  if (operation?.kind !== Kind.OPERATION_DEFINITION || !type) throw new Error('no query')
  const named = (fragments as FragmentDefinitionNode[]).map(
    (fragment): [string, FragmentDefinitionNode] => [fragment.name.value, fragment],
  )
  const selectionContext = { schema, fragments: new Map(named), decided }
  return compileShape(selectionContext, type, [operation.selectionSet])(data)
}

describe('the shape of a response', () => {
  it('has exactly the requested fields, in the order of the query', () => {
    const data = { book: { __typename: 'Book', pages: 3, title: 'Eaves', id: '1' } }
    const response = shape(
      '{ book { id ...T more: pages } } fragment T on Thing { ... on Book { title } }',
      {
        book: { ...data.book, more: 3 },
      },
    )
    expect(JSON.stringify(response)).toBe('{"book":{"id":"1","title":"Eaves","more":3}}')
  })

  it('merges a field that is selected twice', () => {
    const response = shape('{ book { id } ... on Query { book { title } } }', {
      book: { id: '1', title: 'T' },
    })
    expect(response).toEqual({ book: { id: '1', title: 'T' } })
  })

  it('follows @skip and @include', () => {
    const query = 'query ($v: Boolean!) { book { id @skip(if: $v) title @include(if: $v) } }'
    const data = { book: { id: '1', title: 'T' } }
    expect(shape(query, data, { v: true })).toEqual({ book: { title: 'T' } })
    expect(shape(query, data, { v: false })).toEqual({ book: { id: '1' } })
  })

  it('has null for data that is missing', () => {
    expect(shape('{ book { title parts { id } } }', { book: {} })).toEqual({
      book: { title: null, parts: null },
    })
  })

  it('takes the type of each object from its __typename', () => {
    const things = [
      { __typename: 'Book', id: '1', title: 'T' },
      { __typename: 'Box', id: '2', title: 'not its own' },
    ]
    expect(shape('{ things { __typename id ... on Book { title } } }', { things })).toEqual({
      things: [
        { __typename: 'Book', id: '1', title: 'T' },
        { __typename: 'Box', id: '2' },
      ],
    })
  })

  it('determines the type of an object by its place, with or without __typename', () => {
    const query = '{ book { type: __typename ... on Thing { __typename } } }'
    const response = { book: { type: 'Book', __typename: 'Book' } }
    expect(shape(query, { book: {} })).toEqual(response)
    expect(shape(query, { book: { __typename: 'Book', type: 'other' } })).toEqual(response)
  })

  it('has the result of introspection unchanged', () => {
    const data = { __schema: { queryType: { name: 'Query' } } }
    expect(shape('{ __schema { queryType { name } } }', data)).toEqual(data)
  })

  it.each<[string, string, JsonObject]>([
    ['an id that is a number', 'id', { id: 7 }],
    [
      'zero, empty text and false',
      'pages title isOpen id',
      { pages: 0, title: '', isOpen: false, id: '' },
    ],
    ['numbers with and without a fraction', 'price cost: price', { price: 1.5, cost: -3 }],
    ['a value of an enum', 'kind', { kind: 'ROOF' }],
    ['anything for a custom scalar', 'json', { json: { a: [1, 'x', null] } }],
    ['a type that is called as a member of every object', 'odd', { odd: [1] }],
    [
      'nulls in lists, and empty ones',
      'parts { id } notes',
      { parts: [null, []], notes: ['a', null] },
    ],
  ])('has %s', (_, fields, book) => {
    expect(shape(`{ book { ${fields} } }`, { book })).toEqual({ book })
  })

  it('does not treat inherited properties as data', () => {
    expect(shape('{ book { constructor toString: title } }', { book: {} })).toEqual({
      book: { constructor: null, toString: null },
    })
  })

  it('gives an alias __proto__ to the client, not to the prototype', () => {
    const book = JSON.parse('{"__proto__":"T"}') as JsonObject
    const response = shape('{ book { __proto__: title } }', { book })
    expect(JSON.stringify(response)).toBe('{"book":{"__proto__":"T"}}')
  })

  it.each([
    ['null where there must be something', '{ needed { id } }', { needed: null }],
    ['a missing member that must be there', '{ book { id } }', { book: {} }],
    ['null in a list without nulls', '{ things { id } }', { things: [null] }],
    ['an object instead of a list', '{ things { id } }', { things: {} }],
    ['a list instead of an object', '{ book { id } }', { book: [] }],
    ['a list instead of an object that has nothing', '{ book { title } }', { book: [] }],
    ['text instead of an object', '{ book { id } }', { book: 'x' }],
    ['an object of another type', '{ book { id } }', { book: { __typename: 'Box', id: '1' } }],
    [
      'an object of an unknown type',
      '{ things { id } }',
      { things: [{ __typename: 'X', id: '1' }] },
    ],
    [
      'an object of a type that is not a possible one',
      '{ things { id } }',
      { things: [{ __typename: 'Query', id: '1' }] },
    ],
    ['a fraction instead of an integer', '{ book { pages } }', { book: { pages: 1.5 } }],
    ['text instead of a number', '{ book { price } }', { book: { price: '1' } }],
    ['a number instead of text', '{ book { title } }', { book: { title: 1 } }],
    ['text instead of a boolean', '{ book { isOpen } }', { book: { isOpen: 'true' } }],
    ['text instead of an integer', '{ book { pages } }', { book: { pages: '1' } }],
    ['an integer too large to be written out', '{ book { pages } }', { book: { pages: 1e21 } }],
    ['a fraction instead of an id', '{ book { id } }', { book: { id: 1.5 } }],
    ['an object instead of an id', '{ book { id } }', { book: { id: {} } }],
    ['an infinite number', '{ book { price } }', { book: { price: Infinity } }],
    ['null in a list within a list', '{ book { parts { id } } }', { book: { parts: [[null]] } }],
    [
      'an object of no type where there may be several',
      '{ things { id } }',
      { things: [{ __typename: 'Box', id: '1' }, { id: '2' }] },
    ],
    ['an object whose own type is null', '{ book { title } }', { book: { __typename: null } }],
    ['a value that the enum lacks', '{ book { kind } }', { book: { kind: 'ATTIC' } }],
  ])('is not made of %s', (_, query, data) => {
    expect(shape(query, data)).toBe(BROKEN)
  })
})
