import { describe, expect, it } from 'vitest'
import { entityListsOf, fetchPaths } from './fetch-paths.ts'

const bodyOf = (query: string, variables = {}): string => JSON.stringify({ query, variables })

const QUERY = `query ($representations: [_Any!]!) {
  _entities(representations: $representations) {
    __typename
    ... on Book { copies cost: shippingCost }
    ... on Shelf { row }
  }
}`
const SHARED = `query ($r_0: [_Any!]!, $r_1: [_Any!]!) {
  _0: _entities(representations: $r_0) { ... on Book { copies } }
  _1: _entities(representations: $r_1) { ... on Shelf { row } }
}`
const [BOOK, SHELF] = [{ __typename: 'Book' }, { __typename: 'Shelf' }]

describe('the paths of the data of a request', () => {
  it('name each root field by its response name', () => {
    const query = 'query ($id: ID!) { book(id: $id) { title } other: book(id: 2) { id } }'
    expect(fetchPaths(bodyOf(query))).toEqual([['book'], ['other']])
  })

  it('name each field of each entity, by the type of the entity', () => {
    expect(fetchPaths(bodyOf(QUERY, { representations: [BOOK, SHELF] }))).toEqual([
      ['_entities', 0, 'copies'],
      ['_entities', 0, 'cost'],
      ['_entities', 1, 'row'],
    ])
  })

  it('name entities of several lists by the response name of the list', () => {
    expect(fetchPaths(bodyOf(SHARED, { r_0: [BOOK, BOOK], r_1: [SHELF] }))).toEqual([
      ['_0', 0, 'copies'],
      ['_0', 1, 'copies'],
      ['_1', 0, 'row'],
    ])
  })

  it('are bounded for large fetches', () => {
    const query =
      'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Book { a b c } } }'
    const r = Array.from({ length: 5000 }, () => BOOK)
    expect(fetchPaths(bodyOf(query, { r }))).toHaveLength(100)
  })

  it('have the same bound for each list, so that no list misses its own', () => {
    const many = Array.from({ length: 5000 }, () => BOOK)
    const paths = fetchPaths(bodyOf(SHARED, { r_0: many, r_1: [SHELF] }))
    expect([paths.length, paths.at(-1)]).toEqual([101, ['_1', 0, 'row']])
  })
})

describe('the lists of entities of a request', () => {
  it('are found by their response names, each with its representations', () => {
    expect(entityListsOf(bodyOf(SHARED, { r_0: [BOOK], r_1: [SHELF] }))).toMatchObject([
      { name: '_0', representations: [BOOK] },
      { name: '_1', representations: [SHELF] },
    ])
  })

  it.each([
    ['root fields', bodyOf('{ book { title } }')],
    ['a variable that is not a list', bodyOf(QUERY, { representations: 1 })],
    ['no variables', JSON.stringify({ query: QUERY })],
  ])('are none in a request with %s', (_, body) => {
    expect(entityListsOf(body)).toEqual([])
  })
})
