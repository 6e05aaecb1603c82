import { describe, expect, it } from 'vitest'
import { fetchPaths } from './fetch-paths.ts'

describe('fetchPaths', () => {
  it('names each root field of a fetch by its response name', () => {
    expect(
      fetchPaths(
        'query ($id: ID!) { book(id: $id) { title } other: book(id: 2) { id } }',
        undefined,
      ),
    ).toEqual([['book'], ['other']])
  })

  it('names each field of each entity, by the type of the entity', () => {
    const query = `query ($representations: [_Any!]!) {
      _entities(representations: $representations) {
        __typename
        ... on Book { copies cost: shippingCost }
        ... on Shelf { row }
      }
    }`
    const representations = [{ __typename: 'Book' }, { __typename: 'Shelf' }]
    expect(fetchPaths(query, representations)).toEqual([
      ['_entities', 0, 'copies'],
      ['_entities', 0, 'cost'],
      ['_entities', 1, 'row'],
    ])
  })

  it('is bounded for large fetches', () => {
    const query =
      'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Book { a b c } } }'
    const representations = Array.from({ length: 5000 }, () => ({ __typename: 'Book' }))
    expect(fetchPaths(query, representations)).toHaveLength(100)
  })
})
