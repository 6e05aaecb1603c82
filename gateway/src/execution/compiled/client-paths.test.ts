import { describe, expect, it } from 'vitest'
import type { SubgraphCall, SubgraphResponse } from './subgraph-call.ts'
import {
  clientContext,
  documentOf,
  forStock,
  loadGateway,
  requestOf,
} from '../testing/load-gateway.ts'

const LINK = `extend schema @link(
  url: "https://specs.apollo.dev/federation/v2.12",
  import: ["@key", "@shareable", "@inaccessible", "@external", "@requires"]
)`

/** `query` leads back to the root, below lists too; `name` is of two types in one subgraph only. */
const SCHEMAS = {
  catalog: `${LINK}
    type Query { rows: [[Book]]  items: [Item]  book: Book }
    type Book @key(fields: "id") { id: ID!  weight: Int @inaccessible  query: Query }
    union Item = A | B
    type A @key(fields: "id") { id: ID!  name: String! @shareable }
    type B @key(fields: "id") { id: ID!  name: String }
    type C @key(fields: "id") { id: ID!  name: String! @shareable }`,
  shop: `${LINK}
    type Query { price: Int }
    type Book @key(fields: "id") { id: ID!  weight: Int @external  fee: Int @requires(fields: "weight") }
    type A @key(fields: "id") { id: ID!  name: String @shareable  either: Item }
    union Item = A | B
    type B @key(fields: "id") { id: ID! }`,
}

type Path = readonly (string | number)[]

const failed = (path: Path): SubgraphResponse => ({ errors: [{ message: 'odd', path }] })

/** The paths that are reported to a client for these consecutive responses of the subgraphs. */
async function pathsOf(query: string, ...responses: readonly SubgraphResponse[]) {
  const calls: SubgraphCall[] = []
  const gateway = await loadGateway({
    schemas: SCHEMAS,
    send: (call) => responses[calls.push(call) - 1] ?? {},
  })
  const ready = await gateway.prepare(documentOf(query))
  if (ready === undefined) throw new Error('only the stock executor runs this')
  const { errors = [] } = await gateway.run(ready, {}, clientContext())
  return (JSON.parse(JSON.stringify(errors)) as { path?: Path }[]).map(({ path }) => path)
}

describe('an error of a root field below lists', () => {
  const book = () => ({ query: {} })
  const rows: SubgraphResponse = { data: { rows: [[book(), null, book()], null, [book()]] } }

  it('is reported at each place that shows the field', async () => {
    expect(await pathsOf('{ rows { query { price } } }', rows, failed(['price']))).toEqual([
      ['rows', 0, 0, 'query', 'price'],
      ['rows', 0, 2, 'query', 'price'],
      ['rows', 2, 0, 'query', 'price'],
    ])
  })

  it('is reported at a hundred of them', async () => {
    const many = { data: { rows: [Array.from({ length: 5000 }, book)] } }
    const paths = await pathsOf('{ rows { query { price } } }', many, failed(['price']))
    expect([paths.length, paths[99]]).toEqual([100, ['rows', 0, 99, 'query', 'price']])
  })
})

describe('an error of a field that has another name in the request to the subgraph', () => {
  const query = '{ items { ... on A { name } ... on B { name } } }'

  it('is reported at the client’s path', async () => {
    const response = {
      data: { items: [{ __typename: 'B', name__alias_0: null }] },
      ...failed(['items', 0, 'name__alias_0']),
    }
    expect(await pathsOf(query, response)).toEqual([['items', 0, 'name']])
  })
})

describe('a path is cut to the part that the client has requested, where a subgraph names', () => {
  it.each<[string, Path, Path | undefined]>([
    ['a field that only the plan requests', ['book', 'weight'], ['book']],
    ['a place of the plan', ['book', '@'], ['book']],
    ['an entity', ['_entities', 0, 'fee'], undefined],
    ['a place before the first', ['book', -1], ['book']],
    ['half a place', ['book', 0.5], ['book']],
    ['a number only', [0], undefined],
    ['more than there is', ['book', 'fee', 'x', 'y'], ['book', 'fee']],
    ['a member of every object', ['constructor'], undefined],
    ['very much', Array.from({ length: 10_000 }, () => 'book'), ['book']],
  ])('%s', async (_, named, expected) => {
    const response = { data: { book: null }, ...failed(named) }
    expect(await pathsOf('{ book { ...F } } fragment F on Book { fee }', response)).toEqual([
      expected,
    ])
  })

  it('more, in a response of the stock executor', async () => {
    const gateway = await loadGateway({
      schemas: SCHEMAS,
      send: () => ({}),
      respondToStock: () => ({ data: { price: null }, ...failed(['price', '@', 0]) }),
      changePlan: forStock,
    })
    const { errors } = await gateway.executor(requestOf(gateway, '{ price }', {}))
    expect(errors).toMatchObject([{ message: 'odd', path: ['price'] }])
  })
})
