import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { afterEach, describe, expect, it } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import { startGateway } from './fixtures/start-gateway.ts'

const library = await disposeAfterAll(startLibrary())
const gateway = await disposeAfterAll(
  startGateway(library.supergraphSdl, { COST_EXTENSION: 'on', COST_MAX: '500' }),
)

afterEach(() => {
  library.respond('stock', undefined)
  library.seen.length = 0
})

const costOf = async (query: string, variables = {}) =>
  (await gateway.send({ query, variables })).body.extensions?.['cost']

describe('extensions.cost', () => {
  it('reports the estimate, and the cost of the data returned', async () => {
    expect(await costOf('{ books { id copies } }')).toEqual({ requested: 20, actual: 2 })
  })

  it('goes by the weights of the supergraph, under the names of its imports', async () => {
    const query = 'query ($yes: Boolean) { book(id: 1) { appraisal(thorough: $yes) } }'
    expect(await costOf(query, { yes: true })).toEqual({ requested: 11, actual: 11 })
    expect(await costOf(query)).toEqual({ requested: 4, actual: 4 })
  })

  it('goes by the slicing arguments of each request', async () => {
    const query = 'query ($first: Int) { books { related(first: $first) { title } } }'
    expect(await costOf(query, { first: 1 })).toEqual({ requested: 40, actual: 4 })
    expect(await costOf(query, { first: 4 })).toEqual({ requested: 100, actual: 6 })
  })

  it('is reported also for an operation that is cached by its text', async () => {
    const query = 'query ($first: Int) { book(id: 2) { related(first: $first) { title } } }'
    for (const first of [1, 2, 1])
      expect(await costOf(query, { first })).toEqual({ requested: 1 + first, actual: 1 + first })
  })

  it('is added to other extensions', async () => {
    library.respond('stock', (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end('{"data":{"warehouses":["north"]},"extensions":{"warnings":["cold"]}}')
    })
    const { body } = await gateway.send({ query: '{ warehouses }' })
    expect(body.extensions).toEqual({ warnings: ['cold'], cost: { requested: 0, actual: 0 } })
  })

  it('is present when a part of the response is missing', async () => {
    library.respond('catalog', (_request, response) => void response.writeHead(500).end())
    const { body } = await gateway.send({ query: '{ book(id: 1) { id } }' })
    expect(body.errors).toHaveLength(1)
    expect(body.extensions).toEqual({ cost: { requested: 1, actual: 0 } })
    library.respond('catalog', undefined)
  })

  it('includes fields that the error of another one has removed', async () => {
    library.respond('catalog', (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end('{"data":null,"errors":[{"message":"no","path":["books"]}]}')
    })
    const { body } = await gateway.send({ query: '{ book(id: 1) { id } books { id } }' })
    expect(body.data).toBeNull()
    expect(body.extensions).toEqual({ cost: { requested: 21, actual: 1 } })
    library.respond('catalog', undefined)
  })

  it('is absent where it is turned off, and without an operation', async () => {
    await using silent = await startGateway(library.supergraphSdl, { COST_EXTENSION: 'off' })
    expect((await silent.send({ query: '{ warehouses }' })).body).not.toHaveProperty('extensions')
    expect((await gateway.send({ query: '{ nothing }' })).body).not.toHaveProperty('extensions')
  })
})

describe('an operation that may cost more than COST_MAX', () => {
  const bomb = '{ books { related { related { related { title } } } } }'

  it('is COST_EXCEEDED before anything is fetched', async () => {
    const { status, body } = await gateway.send({ query: bomb })
    expect(status).toBe(400)
    expect(body).not.toHaveProperty('data')
    expect(body.errors?.[0]).toMatchObject({
      message: expect.stringContaining('may cost 3120 points; at most 500') as string,
      extensions: { code: 'COST_EXCEEDED', requested: 3120, max: 500 },
    })
    expect(body.extensions).toEqual({ cost: { requested: 3120, actual: 0 } })
    expect(library.seen).toEqual([])
  })

  it('is served when its variables request less', async () => {
    const query =
      'query ($n: Int!) { books { related(first: $n) { related(first: $n) { title } } } }'
    for (const [n, expected] of [
      [5, 400],
      [1, 200],
      [5, 400],
      [1, 200],
    ])
      expect((await gateway.send({ query, variables: { n } })).status).toBe(expected)
  })
})

it('a list with no slicing argument or with two is BAD_USER_INPUT', async () => {
  const query = '{ books { related(first: null) { title } } }'
  const { status, body } = await gateway.send({ query })
  expect(status).toBe(400)
  expect(body.errors?.[0]).toMatchObject({
    message: 'Book.related needs exactly one of first.',
    extensions: { code: 'BAD_USER_INPUT', argument: 'first' },
  })
})

describe('a mutation whose value a subgraph refuses', () => {
  const MUTATION = `mutation ($title: String!) {
    one: rename(id: "1", title: $title) { id }
    other: rename(id: "2", title: $title) { id }
  }`
  const send = (...paths: readonly string[][]) => {
    library.respond('catalog', (_request, response) => {
      const message = 'Variable "$title" got invalid value "x"; it is no title'
      const extensions = { code: 'BAD_USER_INPUT' }
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          data: null,
          errors: paths.map((path) => ({ message, path, extensions })),
        }),
      )
    })
    return gateway.send({ query: MUTATION, variables: { title: 'x' } })
  }
  afterEach(() => library.respond('catalog', undefined))

  it('is refused as a whole when each of its mutations is', async () => {
    const { status, body } = await send(['one'], ['other'])
    expect(status).toBe(400)
    expect(body).not.toHaveProperty('data')
    expect(body.extensions?.['cost']).toMatchObject({ actual: 0 })
  })

  it.each([
    ['another one may have run', [['other']], 200],
    // The book is charged too.
    ['only a field below one is refused', [['one'], ['other', 'id']], 201],
  ])('has status 200 and its full price when %s', async (_when, paths, actual) => {
    const { status, body } = await send(...paths)
    expect(status).toBe(200)
    expect(body.data).toEqual({ one: null, other: null })
    expect(body.extensions?.['cost']).toEqual({ requested: 202, actual })
  })
})
