import { composeSupergraph } from '@takeoff/supergraph/composition/compose'
import { expect, it } from 'vitest'
import { resolvableKeys } from './resolvable-keys.ts'

const LINK =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.12", import: ["@key", "@shareable"])'
const KEYS = '@key(fields: "isbn") @key(fields: "id of { shop }", resolvable: false)'
const composition = composeSupergraph([
  {
    name: 'big-shop',
    url: 'http://shop/graphql',
    sdl: `${LINK} type Query { book: Book }
      type Book ${KEYS} { isbn: ID! id: ID! of: Of! } type Of { shop: ID! } type Toy @key(fields: "id") { id: ID! }`,
  },
])
if (composition.kind === 'refused') throw new Error(JSON.stringify(composition.errors))
const canResolve = resolvableKeys(composition.supergraphSdl)

it.each([
  ['a resolvable key', true, { __typename: 'Book', isbn: '1' }],
  ['both keys', true, { __typename: 'Book', isbn: '1', id: '2', of: { shop: '3' } }],
  ['only a key that is not resolvable', false, { __typename: 'Book', id: '2', of: { shop: '3' } }],
  ['a part of a key, of which nothing is known', true, { __typename: 'Book', id: '2', of: {} }],
  ['a type with resolvable keys only', true, { __typename: 'Toy', id: '1' }],
  ['a type of another subgraph', true, { __typename: 'Other', id: '1' }],
])('a representation with %s: %s', (_what, expected, representation) => {
  expect(canResolve('big-shop', representation)).toBe(expected)
})
