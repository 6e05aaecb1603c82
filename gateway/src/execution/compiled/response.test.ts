import type { JsonObject } from '@takeoff/kit/values/json'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CompilingGateway } from '../compiling-gateway.ts'
import { clientContext, documentOf, loadGateway } from '../testing/load-gateway.ts'
import type { SubgraphResponse } from './subgraph-call.ts'

const SCHEMA = `
  type Query { shelf: Shelf  needed: Shelf!  things: [Thing] }
  interface Thing { label: String }
  type Shelf implements Thing { label: String  books: [Book!]  first: Book }
  type Book { title: String!  pages: Int }
`

let gateway: CompilingGateway
let subgraph: SubgraphResponse

beforeAll(async () => {
  gateway = await loadGateway({ schemas: { a: SCHEMA }, send: () => structuredClone(subgraph) })
})

interface RequestOptions {
  readonly variables?: JsonObject
  readonly operationName?: string
}

async function response(
  query: string,
  subgraphResponse: SubgraphResponse,
  { variables = {}, ...named }: RequestOptions = {},
) {
  subgraph = subgraphResponse
  const ready = await gateway.prepare({ ...documentOf(query), ...named })
  if (ready === undefined) throw new Error('only the stock executor runs this')
  return JSON.parse(JSON.stringify(await gateway.run(ready, variables, clientContext()))) as object
}

const ODD = { message: 'odd', path: ['shelf'] }
/** Null where the schema has none, and text where it has an object, which the stock executor cannot read. */
const [NULL, TEXT] = [{ title: null }, 'x']

describe('null where there must be none', () => {
  const query = '{ shelf { label first { title } } }'
  const data = { shelf: { label: 'A', first: NULL } }

  it('propagates, and is reported in the extensions', async () => {
    expect(await response(query, { data })).toEqual({
      data: { shelf: { label: 'A', first: null } },
      extensions: {
        valueCompletion: [expect.objectContaining({ path: ['shelf', 'first', 'title'] }) as object],
      },
    })
  })

  it('is not reported in addition to an error of a subgraph', async () => {
    expect(await response(query, { data, errors: [ODD] })).toEqual({
      data: { shelf: { label: 'A', first: null } },
      errors: [ODD],
    })
  })

  it('may leave no data at all', async () => {
    const result = await response('{ needed { label } }', { data: { needed: null } })
    expect(result).toMatchObject({ data: null, extensions: { valueCompletion: [{}] } })
  })
})

it('an object without __typename is valid where its type is known', async () => {
  const result = await response('{ shelf { label } }', {
    data: { shelf: { __typename: 1, label: 'A' } },
  })
  expect(result).toEqual({ data: { shelf: { label: 'A' } } })
})

it('a fragment on the type of an object without __typename applies, beside broken data', async () => {
  const query = `query ($v: Boolean!) {
    shelf { ... on Thing @include(if: $v) { ... on Shelf { label } } first { title } } }`
  const data = { shelf: { label: 'A', first: NULL } }
  expect(await response(query, { data }, { variables: { v: true } })).toMatchObject({
    data: { shelf: { label: 'A', first: null } },
  })
})

it('data that no executor can read is reported in addition to errors of a subgraph', async () => {
  const data = { shelf: { first: TEXT } }
  const result = await response('{ shelf { first { title } } }', { data, errors: [ODD] })
  expect(result).toMatchObject({
    data: { shelf: { first: null } },
    errors: [ODD, { message: 'A subgraph returned no object for Book.', path: ['shelf', 'first'] }],
  })
})

describe.each([
  ['null where there must be none', NULL, 'extensions'],
  ['text instead of an object', TEXT, 'errors'],
])('a response with %s', (_, violation, place) => {
  const shelf = { label: 'A', l: 'B', first: violation, books: [{ title: 'T', pages: 1, p: 2 }] }

  it('keeps the order of the query, also where fragments are merged', async () => {
    const query = `{ things {
      ... on Shelf { first { title } } label ... on Shelf { books { p: pages } books { title } } } }`
    const things = [{ __typename: 'Shelf', ...shelf }]
    const { data } = (await response(query, { data: { things } })) as { readonly data: unknown }
    expect(JSON.stringify(data)).toBe(
      '{"things":[{"first":null,"label":"A","books":[{"p":2,"title":"T"}]}]}',
    )
  })

  it('has the fields of the operation, by their aliases and conditions', async () => {
    const query = `
      query A { __typename }
      query B($v: Boolean!) { shelf { l: label @include(if: $v) label @skip(if: $v) first { title } } }`
    const options = { variables: { v: true }, operationName: 'B' }
    const result = await response(query, { data: { shelf } }, options)
    expect(result).toMatchObject({ data: { shelf: { l: 'B', first: null } } })
    expect(Object.keys(result).toSorted()).toEqual(['data', place])
  })

  it('keeps the results of introspection and of objects of several types', async () => {
    const query =
      '{ shelf { first { title } } types: __schema { queryType { name } } things { label } }'
    const things = [{ __typename: 'Shelf', label: 'B' }, null]
    expect(await response(query, { data: { shelf, things } })).toMatchObject({
      data: {
        shelf: { first: null },
        types: { queryType: { name: 'Query' } },
        things: [{ label: 'B' }, null],
      },
    })
  })
})
