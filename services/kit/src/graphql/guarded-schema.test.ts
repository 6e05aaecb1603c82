import { createRequire } from 'node:module'
import { parse } from 'graphql'
import type { OperationDefinitionNode } from 'graphql'
import { describe, expect, test } from 'vitest'
import type { AccessTable } from '../security/access-table.ts'
import type { Need } from '../security/access.ts'
import type { Caller } from '../security/auth.ts'
import { compiledQueries } from './compiled-query/compiled-queries.ts'
import type { GuardedContext } from './guarded-schema.ts'
import { buildSchema } from './subgraph-server.ts'

// The test runner would load the other build of graphql, which refuses a schema made by Apollo's.
const { graphql } = createRequire(import.meta.url)('graphql') as typeof import('graphql')

const readLists: Need = { scope: 'lists:read', formerly: [] }
const readOrders: Need = { scope: 'orders:read', formerly: [] }
const costs: Need = { scope: 'prices:read', formerly: [] }

const typeDefs = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.12", import: ["@key"])
  type Query { lists: [List!]  free: [List!] }
  type Mutation { sell: List  order(refuses: Boolean!): Int }
  type List @key(fields: "id") { id: Int!  name: String!  cost: Float  price: Float  orders: [Int!] }
`
const rows = [
  { id: 1, orgId: 1, name: 'a', cost: 5, price: 6 },
  { id: 2, orgId: 2, name: 'b', cost: 7, price: 8 },
]
interface Context extends GuardedContext {
  readonly rows: typeof rows
}
const resolvers = {
  Query: {
    lists: (_: unknown, __: unknown, context: Context) => context.rows,
    free: (_: unknown, __: unknown, context: Context) => context.rows,
  },
  Mutation: {
    sell: (_: unknown, __: unknown, context: Context) => context.rows[0],
    order: async (_: unknown, { refuses }: { refuses: boolean }, { warnings }: Context) => {
      warnings.push(refuses ? 'refused' : 'ordered')
      await Promise.resolve()
      if (refuses) throw new Error('there is no vendor')
      return 1
    },
  },
  List: {
    __resolveReference: ({ id }: { id: number }, context: Context) =>
      context.rows.find((row) => row.id === id) ?? null,
    price: ({ price }: { price: number }) => price,
    orders: (_: unknown, __: unknown, context: Context) => context.caller.orgIds,
  },
}
const access: AccessTable = {
  operations: {
    'Query.lists': [readLists],
    'Query.free': [],
    'Mutation.sell': [readLists],
    'Mutation.order': [],
  },
  entities: { List: [readLists] },
  fields: { 'List.orders': [readOrders] },
  sensitive: {
    'List.cost': { need: costs },
    'List.price': { need: costs, only: { member: 'name', values: ['b'] } },
    'Other.cost': { need: costs },
  },
  routes: {},
}
const schema = buildSchema({ typeDefs, resolvers, access })

function contextOf(caller: Caller, warnings: string[] = []): Context {
  return {
    caller,
    warnings,
    rows: rows.filter(({ orgId }) => caller.orgIds.includes(orgId)),
    as: (other) => contextOf(other, warnings),
    renew: () => undefined,
  }
}

function callerOf(granted: Readonly<Record<number, readonly string[]>>): Caller {
  return {
    userId: 7,
    orgIds: Object.keys(granted).map(Number),
    granted: new Map(Object.entries(granted).map(([id, scopes]) => [Number(id), new Set(scopes)])),
    scopes: new Set(),
    token: '',
  }
}

async function run(source: string, granted: Parameters<typeof callerOf>[0]) {
  const context = contextOf(callerOf(granted))
  const result = await graphql({ schema, source, contextValue: context })
  const { data, errors } = JSON.parse(JSON.stringify(result)) as {
    data: Record<string, unknown> | null
    errors?: { message: string }[]
  }
  return { data, errors: errors?.map(({ message }) => message), warnings: context.warnings }
}

describe('a guarded schema', () => {
  test('resolves an operation for the organizations in which its scope holds', async () => {
    const granted = { 1: ['lists:read'], 2: ['orders:read'] }
    expect((await run('{ lists { id } }', granted)).data).toEqual({ lists: [{ id: 1 }] })
    expect((await run('mutation { sell { id } }', { 2: ['lists:read'] })).data).toEqual({
      sell: { id: 2 },
    })
    expect((await run('{ lists { id } }', { 2: ['orders:read'] })).errors).toEqual([
      'This needs the scope lists:read in an organization of the token.',
    ])
  })

  test('resolves representations for the organizations in which the scope holds', async () => {
    const query = `{ _entities(representations: [
      { __typename: "List", id: 1 }, { __typename: "List", id: 2 }
    ]) { ... on List { id } } }`
    const granted = { 1: ['lists:read'], 2: ['orders:read'] }
    expect((await run(query, granted)).data).toEqual({ _entities: [{ id: 1 }, null] })
  })

  test('resolves a field with a row of its own for its organizations', async () => {
    const granted = { 1: ['lists:read', 'orders:read'], 2: ['lists:read'] }
    const { data } = await run('{ lists { orders } }', granted)
    expect(data).toEqual({ lists: [{ orders: [1] }, { orders: [1] }] })
  })

  test('hides sensitive fields where the scope is missing, with one warning', async () => {
    const granted = { 1: ['lists:read', 'prices:read'], 2: ['lists:read'] }
    const { data, warnings } = await run('{ lists { name cost price again: cost } }', granted)
    expect(data).toEqual({
      lists: [
        { name: 'a', cost: 5, price: 6, again: 5 },
        { name: 'b', cost: null, price: null, again: null },
      ],
    })
    expect(warnings).toEqual(['Costs and margins are null where the scope prices:read is missing.'])
    expect((await run('{ lists { name } }', granted)).warnings).toEqual([])
  })

  test('hides the same by compiled queries', async () => {
    const document = parse('{ lists { name cost price } free { cost } }')
    const operation = document.definitions[0] as OperationDefinitionNode
    const context = contextOf(callerOf({ 1: ['lists:read', 'prices:read'], 2: ['lists:read'] }))
    const executed = await compiledQueries(schema).execute({
      document,
      operation,
      variables: undefined,
      context,
    })
    expect(JSON.parse(executed?.data ?? 'null')).toEqual({
      lists: [
        { name: 'a', cost: 5, price: 6 },
        { name: 'b', cost: null, price: null },
      ],
      free: [{ cost: 5 }, { cost: null }],
    })
    expect(context.warnings).toHaveLength(1)
  })

  test('reports the warnings of mutations that were made, not of one that was refused', async () => {
    const source = `mutation {
      one: order(refuses: false) two: order(refuses: true) three: order(refuses: false)
    }`
    const { data, errors, warnings } = await run(source, { 1: ['lists:read'] })
    expect(data).toEqual({ one: 1, two: null, three: 1 })
    expect(errors).toEqual(['there is no vendor'])
    expect(warnings).toEqual(['ordered', 'ordered'])
  })

  test('cannot be built with an operation or entity that has no row', () => {
    const missing = (part: Partial<AccessTable>) => () =>
      buildSchema({ typeDefs, resolvers, access: { ...access, ...part } })
    expect(missing({ operations: {} })).toThrow('the access table has no row for Query.lists')
    expect(missing({ entities: {} })).toThrow('the access table has no row for List')
  })

  test('cannot be built with a sensitive field that must not be null', () => {
    const sensitive = { 'List.name': { need: costs } }
    const build = () => buildSchema({ typeDefs, resolvers, access: { ...access, sensitive } })
    expect(build).toThrow('the sensitive field List.name cannot be null')
  })
})
