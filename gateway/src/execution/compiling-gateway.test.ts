import type { JsonObject } from '@takeoff/kit/values/json'
import { describe, expect, it } from 'vitest'
import type { SubgraphCall, SubgraphResponse } from './compiled/subgraph-call.ts'
import {
  clientContext,
  documentOf,
  forStock,
  loadGateway,
  requestOf,
} from './testing/load-gateway.ts'

const LINK = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.12", import: ["@key", "@interfaceObject"])`

const SUBGRAPHS = {
  catalog: `${LINK}
    type Query { media: [Media]  book: Book  shelf: Shelf }
    type Mutation { print: Book }
    interface Media @key(fields: "id") { id: ID!  title: String }
    type Book implements Media @key(fields: "id") { id: ID!  title: String  pages: Int }
    type Film implements Media @key(fields: "id") { id: ID!  title: String  minutes: Int }
    type Shelf { books: [Book!]  label: String }`,
  shop: `${LINK} type Book @key(fields: "id") { id: ID!  price: Int }`,
  reviews: `${LINK} type Media @key(fields: "id") @interfaceObject { id: ID!  rating: Int }`,
}

/** The responses of each subgraph, in the order of its requests. */
type Responses = Readonly<Partial<Record<keyof typeof SUBGRAPHS, readonly SubgraphResponse[]>>>

async function runQuery(query: string, responses: Responses, variables: JsonObject = {}) {
  const calls: SubgraphCall[] = []
  const gateway = await loadGateway({
    schemas: SUBGRAPHS,
    send(call) {
      const earlier = calls.filter(({ subgraph }) => subgraph === call.subgraph).length
      calls.push(call)
      return responses[call.subgraph as keyof typeof SUBGRAPHS]?.[earlier] ?? {}
    },
  })
  const ready = await gateway.prepare(documentOf(query))
  if (ready === undefined) throw new Error('only the stock executor runs this')
  const result = await gateway.run(ready, variables, clientContext())
  return { calls, ...(JSON.parse(JSON.stringify(result)) as typeof result) }
}

const queryOf = (body: string): string => (JSON.parse(body) as { readonly query: string }).query

const BOOK = { __typename: 'Book', id: '1', title: 'Eaves', pages: 3 }
const FILM = { __typename: 'Film', id: '2', title: 'Gable' }
const MEDIA = { data: { media: [FILM, BOOK, null, BOOK] } }

describe('where the stock executor errs', () => {
  it('reports an error of an entity at every place that shows it, also where others were not requested', async () => {
    const { errors } = await runQuery('{ media { ... on Book { price } } }', {
      catalog: [MEDIA],
      shop: [
        {
          data: { _entities: [{ price: null }] },
          errors: [{ message: 'unpriced', path: ['_entities', 0, 'price'] }],
        },
      ],
    })
    expect(errors).toEqual([
      { message: 'unpriced', path: ['media', 1, 'price'] },
      { message: 'unpriced', path: ['media', 3, 'price'] },
    ])
  })

  it('determines the type of an object by its place, within a fragment on its interface too', async () => {
    const { data } = await runQuery('{ book { ... on Media { ... on Book { pages } } } }', {
      catalog: [{ data: { book: { pages: 3 } } }],
    })
    expect(data).toEqual({ book: { pages: 3 } })
  })

  it('determines it also when null propagates elsewhere', async () => {
    const query = '{ book { ... on Media { ... on Book { pages } } } shelf { books { title } } }'
    const { data } = await runQuery(query, {
      catalog: [{ data: { book: { pages: 3 }, shelf: { books: [null] } } }],
    })
    expect(data).toEqual({ book: { pages: 3 }, shelf: { books: null } })
  })

  it('keeps the type of an entity when a subgraph responds that has only its interface', async () => {
    const { data } = await runQuery('{ media { rating ... on Book { __typename pages } } }', {
      catalog: [{ data: { media: [BOOK] } }],
      reviews: [{ data: { _entities: [{ __typename: 'Media', rating: 5 }] } }],
    })
    expect(data).toEqual({ media: [{ rating: 5, __typename: 'Book', pages: 3 }] })
  })
})

it('sends one request for data that two places need at the same time', async () => {
  const { data, calls } = await runQuery('{ book { price } shelf { books { price } } }', {
    catalog: [{ data: { book: BOOK, shelf: { books: [BOOK] } } }],
    shop: [{ data: { _entities: [{ price: 7 }] } }],
  })
  expect(data).toEqual({ book: { price: 7 }, shelf: { books: [{ price: 7 }] } })
  expect(calls.map(({ subgraph }) => subgraph)).toEqual(['catalog', 'shop'])
})

describe('a condition', () => {
  const query = 'query ($v: Boolean = true) { book { title @include(if: $v) pages @skip(if: $v) } }'

  it.each([
    ['has the default of a variable that is not sent', {}, { title: 'Eaves' }],
    ['has the value that is sent', { v: false }, { pages: 3 }],
  ])('%s', async (_, variables, book) => {
    const { data } = await runQuery(query, { catalog: [{ data: { book: BOOK } }] }, variables)
    expect(data).toEqual({ book })
  })

  it.each(['compiled', 'stock'])(
    'that has very many values of a wrong type is refused with ten of them, by the %s executor',
    async (executor) => {
      const gateway = await loadGateway({
        schemas: SUBGRAPHS,
        send: () => ({ data: {} }),
        ...(executor === 'stock' && { changePlan: forStock }),
      })
      const many = 'query ($v: [Boolean!]) { book { title @include(if: true) } other: __typename }'
      const variables = { v: Array.from({ length: 1000 }, () => 'x') }
      const { errors = [] } = await gateway.executor(requestOf(gateway, many, variables))
      expect(errors).toHaveLength(10)
      expect(errors.map(({ message }) => message)).toEqual(
        errors.map(() => expect.stringContaining('got invalid value "x"') as string),
      )
    },
  )

  it.each(['compiled', 'stock'])(
    'that is null is refused before any request, by the %s executor',
    async (executor) => {
      const executors: string[] = []
      const recordAs = (name: string) => (): SubgraphResponse => {
        executors.push(name)
        return { data: { book: BOOK } }
      }
      const gateway = await loadGateway({
        schemas: SUBGRAPHS,
        send: recordAs('compiled'),
        respondToStock: recordAs('stock'),
        ...(executor === 'stock' && { changePlan: forStock }),
      })
      const execute = (variables: JsonObject) =>
        gateway.executor(requestOf(gateway, query, variables))

      const { errors, data } = await execute({ v: null })
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
      expect([data, executors]).toEqual([undefined, []])
      expect(await execute({ v: true })).toEqual({ data: { book: { title: 'Eaves' } } })
      expect(executors).toEqual([executor])
    },
  )
})

describe('introspection', () => {
  const send = (query: string, variables?: JsonObject) =>
    runQuery(query, { catalog: [{ data: { book: BOOK } }] }, variables)

  it('is executed beside other fields, by variables and in fragments, without a request to a subgraph', async () => {
    const { data, calls } = await send(
      `query ($n: String!) { a: __type(name: $n) { ...T } ...Q }
       fragment T on __Type { name isOneOf } fragment Q on Query { book { title } __schema { queryType { ...T } } }`,
      { n: 'Book' },
    )
    expect(data).toEqual({
      a: { name: 'Book', isOneOf: null },
      book: { title: 'Eaves' },
      __schema: { queryType: { name: 'Query', isOneOf: null } },
    })
    expect(calls.map(({ body }) => queryOf(body))).toEqual([
      expect.not.stringMatching(/__(type|schema)\b/),
    ])
  })

  it('has an error of its own when its argument is null by a variable', async () => {
    const query = 'query ($n: String = "Book") { type: __type(name: $n) { name } book { title } }'
    const { data, errors } = await send(query, { n: null })
    expect(data).toEqual({ type: null, book: { title: 'Eaves' } })
    expect(errors).toMatchObject([{ path: ['type'], extensions: { code: 'BAD_USER_INPUT' } }])
  })
})

describe('a response that violates the schema', () => {
  it.each<[string, JsonObject, unknown, (string | number)[]]>([
    ['text instead of an object', { label: 'A', books: ['x'] }, null, ['shelf', 'books', 0]],
    ['an object instead of a list', { label: 'A', books: {} }, null, ['shelf', 'books']],
    [
      'a number instead of a type',
      { label: 'A', books: [{ __typename: 1 }] },
      [{ title: null }],
      [],
    ],
  ])('that has %s keeps the rest of the data', async (_, shelf, books, path) => {
    const { data, errors = [] } = await runQuery('{ shelf { label books { title } } }', {
      catalog: [{ data: { shelf } }],
    })
    expect(data).toEqual({ shelf: { label: 'A', books } })
    expect(errors).toMatchObject(path.length > 0 ? [{ path }] : [])
  })

  it('cannot reach the prototype of any object', async () => {
    const text =
      '{"book":{"__proto__":{"polluted":1},"title":"Eaves","constructor":{"prototype":{"polluted":1}}}}'
    const { data } = await runQuery('{ book { title __proto__: pages constructor: pages } }', {
      catalog: [{ data: JSON.parse(text) as JsonObject }],
    })
    expect(data).toMatchObject({ book: { title: 'Eaves' } })
    expect({}).not.toHaveProperty('polluted')
  })

  it('with other entities than requested is not used', async () => {
    const { data, errors } = await runQuery('{ media { title ... on Book { price } } }', {
      catalog: [MEDIA],
      shop: [{ data: { _entities: ['x', 'y'] } }],
    })
    expect(data).toMatchObject({
      media: [{ title: 'Gable' }, { title: 'Eaves', price: null }, null, {}],
    })
    expect(errors).toMatchObject([{ message: expect.stringMatching(/other entities/) as string }])
  })

  it('has no entity for text', async () => {
    const { data } = await runQuery('{ media { title ... on Book { price } } }', {
      catalog: [MEDIA],
      shop: [{ data: { _entities: ['x'] } }],
    })
    expect(data).toMatchObject({ media: [{}, { title: 'Eaves', price: null }, null, {}] })
  })

  it('reports an error of an entity that was not requested, without a path', async () => {
    const { errors } = await runQuery('{ media { ... on Book { price } } }', {
      catalog: [MEDIA],
      shop: [
        {
          data: { _entities: [{ price: 1 }] },
          errors: [{ message: 'odd', path: ['_entities', 7] }],
        },
      ],
    })
    expect(errors).toEqual([{ message: 'odd' }])
  })
})

describe('entities', () => {
  it('are requested once each', async () => {
    const { data, calls } = await runQuery('{ media { ... on Book { price } } }', {
      catalog: [MEDIA],
      shop: [{ data: { _entities: [{ price: 7 }] } }],
    })
    expect(JSON.parse(calls[1]?.body ?? '')).toMatchObject({
      variables: { representations: [{ __typename: 'Book', id: '1' }] },
    })
    expect(data).toEqual({ media: [{}, { price: 7 }, null, { price: 7 }] })
  })

  it('are not requested when there are none', async () => {
    const { calls } = await runQuery('{ media { ... on Book { price } } }', {
      catalog: [{ data: { media: [FILM, null] } }],
    })
    expect(calls).toHaveLength(1)
  })
})
