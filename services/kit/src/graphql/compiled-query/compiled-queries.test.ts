import { execute, getOperationAST, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { buildSchema } from '../subgraph-server.ts'
import { compiledQueries } from './compiled-queries.ts'

const schema = buildSchema({
  typeDefs: `
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.12", import: ["@key"])
    type Query { things(size: Int!): [Thing!]!  self: Query  method: Thing  pair: Pair  later: Int  unanswered: Int }
    type Mutation { make: Thing }
    type Thing @key(fields: "id") { id: Int!  name: String  next: Thing }
    type Pair { first: String!  second: String }
  `,
  resolvers: {
    Query: {
      things: (_: unknown, { size }: { size: number }) =>
        Array.from({ length: size }, (__, id) => thing(id, { next: thing(id + 1) })),
      self: () => ({}),
      method: () => Object.assign(() => undefined, { id: 1 }),
      pair: () => ({}),
      later: () => turns(20),
    },
    Pair: {
      first: () => Promise.reject(new Error('first')),
      second: () => turns(10).then(() => Promise.reject(new Error('second'))),
    },
    Thing: {
      __resolveReference: ({ id }: { id: number }) =>
        id < 0 ? Promise.reject(new Error('no such thing')) : thing(id),
    },
  },
})
const queries = compiledQueries(schema)

function thing(id: number, more: object = {}): object {
  return { id, name: `thing ${id}`, ...more }
}

/** Resolves this many turns of the microtask queue later. */
async function turns(count: number): Promise<number> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve()
  return count
}

function prepare(query: string) {
  const document = parse(query)
  const operation = getOperationAST(document)
  if (!operation) throw new Error('there is no operation')
  return (variables: Record<string, unknown> = {}) => ({
    ours: queries.execute({ document, operation, variables, context: {} }),
    stock: () => execute({ schema, document, variableValues: variables, contextValue: {} }),
  })
}

describe('a compiled query', () => {
  test.each([
    ['a list of 5,000', '{ things(size: 5000) { id name next { id name } } }'],
    ['an empty list', '{ things(size: 0) { id } }'],
    [
      'harmful names',
      '{ __proto__: __typename things(size: 1) { constructor: id __proto__: name } }',
    ],
    ['an object whose conditions leave nothing', '{ self { later @include(if: false) } }'],
    ['a field without a resolver', '{ unanswered }'],
    ['a function with properties', '{ method { id } }'],
    ['the description of the service', '{ _service { sdl } }'],
  ])('writes %s byte for byte as graphql-js and JSON.stringify', async (_what, query) => {
    const { ours, stock } = prepare(query)()
    expect(await ours).toEqual({ data: JSON.stringify((await stock()).data), errors: [] })
  })

  test('resolves entities, each with its own error', async () => {
    const representations = [3, -1, 4].map((id) => ({ __typename: 'Thing', id }))
    const { ours } = prepare(
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Thing { id } } }',
    )({ of: representations })
    expect(await ours).toMatchObject({
      data: '{"_entities":[{"id":3},null,{"id":4}]}',
      errors: [{ message: 'no such thing', path: ['_entities', 1] }],
    })
  })

  test('reports no error from below a place that became null before', async () => {
    const { ours, stock } = prepare('{ pair { first second } later }')()
    const reported = [{ message: 'first', path: ['pair', 'first'] }]
    expect(await stock()).toMatchObject({ errors: reported })
    expect(await ours).toMatchObject({ data: '{"pair":null,"later":20}', errors: reported })
  })

  test('follows the conditions of each request', async () => {
    const run = prepare('query ($if: Boolean!) { things(size: 1) { id name @include(if: $if) } }')
    const deep = '{"things":[{"id":0,"name":"thing 0"}]}'
    expect(await run({ if: true }).ours).toMatchObject({ data: deep })
    expect(await run({ if: false }).ours).toMatchObject({ data: '{"things":[{"id":0}]}' })
    expect(await run({ if: true }).ours).toMatchObject({ data: deep })
  })

  test.each([
    ['a mutation', 'mutation { make { id } }', {}],
    ['introspection', '{ __schema { queryType { name } } }', {}],
    [
      'variables with violations',
      'query ($size: Int!) { things(size: $size) { id } }',
      { size: 'x' },
    ],
    [
      'conditions that are null',
      'query ($if: Boolean = true) { self @skip(if: $if) { later } }',
      { if: null },
    ],
  ])('is not made of %s', (_what, query, variables) => {
    expect(prepare(query)(variables).ours).toBeUndefined()
  })
})
