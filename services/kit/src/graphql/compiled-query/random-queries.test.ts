import {
  execute,
  getOperationAST,
  NoUnusedVariablesRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import type { GraphQLError } from 'graphql'
import { describe, expect, test } from 'vitest'
import { DateTime, JSONScalar } from '../scalars.ts'
import { buildSchema } from '../subgraph-server.ts'
import { addRandomResolvers } from '../../testing/random-resolvers.ts'
import { randomOf, randomQuery } from '../../testing/random-query.ts'
import { compiledQueries } from './compiled-queries.ts'

const SEEDS = 100

const typeDefs = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.12", import: ["@key"])
  scalar DateTime
  scalar JSON
  enum Mood { GOOD BAD }
  interface Node { id: ID! }
  union Found = Book | Author | Shelf
  type Query {
    book(times: Int = 1): Book
    books(times: Int): [Book!]
    maybeBooks: [Book]!
    found: [Found]
    node: Node
    sure: Book!
    count: Int!
    kept: String
  }
  type Book implements Node @key(fields: "id") {
    id: ID!
    title(times: Int): String!
    subtitle: String
    pages: Int
    weight: Float!
    isOut: Boolean
    mood: Mood
    at: DateTime
    any: JSON
    tags: [String!]
    grid: [[Int]!]
    author: Author
    surely: Author!
    others(times: Int): [Book!]!
    found: Found
  }
  type Author implements Node @key(fields: "id") { id: ID!  name: String  wrote: [Book]  node: Node! }
  type Shelf @key(fields: "id") { id: ID!  rows(times: Int): [[Book!]!]!  feel: Mood! }
`

const schema = buildSchema({ typeDefs, resolvers: { DateTime, JSON: JSONScalar } })
addRandomResolvers(schema)
const queries = compiledQueries(schema)
const rules = specifiedRules.filter((rule) => rule !== NoUnusedVariablesRule)

/** Runs both executors, whose data have to be the same byte for byte. */
async function runBoth(seed: number, isAsync: boolean) {
  const random = randomOf(seed)
  const document = parse(randomQuery(schema, random))
  expect(validate(schema, document, rules)).toEqual([])
  const variables = { yes: true, maybe: random(2) === 0, times: random(3) }
  const context = { seed, isAsync }
  const stock = await execute({
    schema,
    document,
    variableValues: variables,
    contextValue: context,
  })
  const operation = getOperationAST(document)
  const ours = operation && (await queries.execute({ document, operation, variables, context }))
  expect(String(ours?.data), `seed ${seed}`).toBe(JSON.stringify(stock.data))
  return {
    data: stock.data,
    errors: (ours?.errors ?? []).map(reported),
    stockErrors: (stock.errors ?? []).map(reported),
  }
}

type ReportedError = Pick<GraphQLError, 'message' | 'path' | 'locations' | 'extensions'>

/** Our message about a value of an unknown type ends differently. */
function reported({ message, path, locations, extensions }: GraphQLError): ReportedError {
  return { message: message.replace(/(?<=must resolve to) .*/, ''), path, locations, extensions }
}

/** The places that errors made null. Where a place must not be null, the error that came first is reported. */
function placesMadeNull(data: unknown, errors: readonly ReportedError[]): string[] {
  const places = errors.map((error) => JSON.stringify(placeMadeNull(data, error)))
  return [...new Set(places)].toSorted()
}

function placeMadeNull(data: unknown, error: ReportedError): unknown {
  const path = error.path ?? []
  let value = data
  for (const [depth, key] of path.entries()) {
    if (value === null) return path.slice(0, depth)
    value = (value as Record<string | number, unknown>)[key]
  }
  return error
}

describe('random queries over random data and errors have the results of graphql-js', () => {
  test('in every detail when all values are synchronous', async () => {
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const { errors, stockErrors } = await runBoth(seed, false)
      expect(errors, `seed ${seed}`).toEqual(stockErrors)
    }
  })

  test('with asynchronous values, except for which of several errors is reported', async () => {
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const { data, errors, stockErrors } = await runBoth(seed, true)
      const [places, stockPlaces] = [errors, stockErrors].map((all) => placesMadeNull(data, all))
      expect(places, `seed ${seed}`).toEqual(stockPlaces)
    }
  })
})
