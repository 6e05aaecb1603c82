import { writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { ConfigError } from '@takeoff/kit/service/config'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { readServiceToken } from '@takeoff/kit/testing/service-token'
import { buildClientSchema, getIntrospectionQuery, printType } from 'graphql'
import type { GraphQLNamedType, IntrospectionQuery } from 'graphql'
import { afterEach, describe, expect, it } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import { startGateway } from './fixtures/start-gateway.ts'

const BOOKS = '{ books { id title copies shippingCost } }'
const SECRETS = {
  catalog: 'the service secret of the catalog subgraph',
  stock: 'the service secret of the stock subgraph',
}

const library = await disposeAfterAll(startLibrary())
const gateway = await disposeAfterAll(
  startGateway(library.supergraphSdl, {
    SUBGRAPH_SECRETS: JSON.stringify(SECRETS),
    ERROR_CODES: 'OUT_OF_STOCK',
    // Longer than a test may take, so that it never ends a request in a test.
    SUBGRAPH_TIMEOUT_MS: '60000',
  }),
)

afterEach(() => {
  library.respond('catalog', undefined)
  library.respond('stock', undefined)
  library.seen.length = 0
})

function respondJson(body: unknown, status = 200) {
  return (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
}

describe('a query over several subgraphs', () => {
  it('gets one response', async () => {
    const { status, body } = await gateway.send({ query: BOOKS })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
        books: [
          { id: '1', title: 'Shingles', copies: 10, shippingCost: 4 },
          { id: '2', title: 'Gutters', copies: 20, shippingCost: 2.5 },
        ],
      },
    })
  })

  it('takes variables, names, aliases, fragments and directives', async () => {
    const query = `query One($id: ID!, $no: Boolean!) { it: book(id: $id) { ...F copies @include(if: $no) } }
      fragment F on Book { label: title }`
    const { body } = await gateway.send({ query, variables: { id: '2', no: false } })
    expect(body).toEqual({ data: { it: { label: 'Gutters' } } })
  })

  it('reaches each subgraph with the caller’s headers, one trace, and a service token for that subgraph', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await gateway.send(
      { query: BOOKS },
      {
        authorization: 'Bearer t',
        traceparent,
        'x-request-id': 'my-request-1',
        'idempotency-key': 'k',
      },
    )
    expect(library.seen.map(({ subgraph }) => subgraph)).toEqual(['catalog', 'stock'])
    for (const { subgraph, headers } of library.seen) {
      expect(headers).toMatchObject({
        authorization: 'Bearer t',
        traceparent,
        'x-request-id': 'my-request-1',
        'idempotency-key': 'k',
      })
      const token = headers['x-service-authorization']
      const secret = SECRETS[subgraph as keyof typeof SECRETS]
      expect(await readServiceToken(token, secret)).toBe(`gateway → ${subgraph}`)
    }
  })

  it('forwards an empty Idempotency-Key, so that it is refused instead of ignored', async () => {
    await gateway.send({ query: '{ books { id } }' }, { 'idempotency-key': '' })
    expect(library.seen.map(({ headers }) => headers['idempotency-key'])).toEqual([''])
  })

  it.each([
    ['{ a: RENAME b: RENAME }', 'true'],
    ['{ a: RENAME ...B } fragment B on Mutation { ... @skip(if: true) { b: RENAME } }', 'true'],
    ['{ __typename RENAME }', undefined],
  ])('reports whether the Idempotency-Key is that of several mutations: %s', async (text, sent) => {
    const query = `mutation ${text.replaceAll('RENAME', 'rename(id: "1", title: "Eaves") { id }')}`
    const headers = { 'idempotency-key': 'k', 'idempotency-key-per-path': 'of the client' }
    await gateway.send({ query }, headers)
    const seen = library.seen.map((request) => request.headers['idempotency-key-per-path'])
    expect(seen.length).toBeGreaterThan(0)
    expect(new Set(seen)).toEqual(new Set([sent]))
  })

  it('begins a trace when the client has none, the same for all subgraphs', async () => {
    await gateway.send({ query: BOOKS })
    const traces = new Set(library.seen.map(({ headers }) => headers['traceparent']))
    expect([...traces]).toEqual([expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-01$/)])
  })

  it('carries the warnings of all subgraphs', async () => {
    const data = { books: [{ __typename: 'Book', id: '1' }] }
    library.respond('catalog', respondJson({ data, extensions: { warnings: ['from catalog'] } }))
    const entities = { _entities: [{ copies: 1 }] }
    library.respond(
      'stock',
      respondJson({ data: entities, extensions: { warnings: ['from stock'] } }),
    )
    const { body } = await gateway.send({ query: '{ books { id copies } }' })
    expect(body).toEqual({
      data: { books: [{ id: '1', copies: 1 }] },
      extensions: { warnings: ['from catalog', 'from stock'] },
    })
  })

  it('is harmless with names that mean something to JavaScript', async () => {
    const query = '{ __proto__: books { constructor: id __proto__: title hasOwnProperty: copies } }'
    const { text } = await gateway.send({ query })
    expect(text).toContain('{"constructor":"1","__proto__":"Shingles","hasOwnProperty":10}')
    expect(Object.prototype).not.toHaveProperty('title')
  })
})

describe('a subgraph that is unavailable', () => {
  it('leaves the data of the others, with an error at each missing place and no detail', async () => {
    library.respond('stock', (_request, response) => {
      response.writeHead(500, { 'content-type': 'text/html' })
      response.end('<h1>10.0.0.7 SELECT</h1>')
    })
    const { status, body, text, headers } = await gateway.send({ query: BOOKS })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      books: [
        { id: '1', title: 'Shingles', copies: null, shippingCost: null },
        { id: '2', title: 'Gutters', copies: null, shippingCost: null },
      ],
    })
    expect(body.errors?.map(({ path }) => path)).toEqual([
      ['books', 0, 'copies'],
      ['books', 0, 'shippingCost'],
      ['books', 1, 'copies'],
      ['books', 1, 'shippingCost'],
    ])
    expect(body.errors?.[0]).toEqual({
      message:
        'The stock service does not respond. Send the same request again in a moment, a mutation with the same Idempotency-Key.',
      path: ['books', 0, 'copies'],
      extensions: { code: 'SUBGRAPH_UNAVAILABLE', requestId: headers.get('x-request-id') },
    })
    expect(text).not.toMatch(/10\.0\.0\.7|SELECT|127\.0\.0\.1|http:|at .*\.[jt]s/)
  })

  it('keeps a gateway with a READY_FILE unready until that file is there', async () => {
    await using folder = await openTemporaryFolder('takeoff-ready')
    const file = path.join(folder.path, 'loaded.json')
    await using waiting = await startGateway(library.supergraphSdl, { READY_FILE: file })
    const status = async () => (await fetch(`${waiting.url}/health/ready`)).status
    expect(await status()).toBe(503)
    await writeFile(file, '{}')
    expect(await status()).toBe(200)
  })

  it.each([
    ['SUBGRAPH_SECRETS', JSON.stringify({ ...SECRETS, stok: SECRETS.stock })],
    ['SUBGRAPH_URLS', '{"stok":"http://127.0.0.1:9/graphql"}'],
  ])('that %s misspells keeps the gateway from starting', async (name, value) => {
    const starting = startGateway(library.supergraphSdl, { [name]: value })
    await expect(starting).rejects.toThrow(ConfigError)
    await expect(starting).rejects.toThrow(new RegExp(`${name} has .*"stok".*catalog, stock`))
  })

  it('leaves the gateway ready, and shows in /health/ready?deep with its name', async () => {
    await using away = await startGateway(library.supergraphSdl, {
      SUBGRAPH_URLS: '{"stock":"http://127.0.0.1:9/graphql"}',
    })
    expect((await fetch(`${away.url}/health/ready`)).status).toBe(200)
    const deep = await fetch(`${away.url}/health/ready?deep`)
    expect(deep.status).toBe(503)
    const text = await deep.text()
    expect(text).toContain('The stock service does not respond.')
    expect(text).not.toContain('127.0.0.1')
    expect((await fetch(`${gateway.url}/health/ready?deep`)).status).toBe(200)
  })
})

describe('errors of a subgraph', () => {
  async function requestWithError(...each: Record<string, unknown>[]) {
    const errors = each.map((extensions) => ({ message: 'Said so.', path: ['book'], extensions }))
    library.respond('catalog', respondJson({ data: { book: null }, errors }))
    return gateway.send({ query: '{ book(id: 1) { id } }' })
  }

  it('pass with a known code and extensions for the caller', async () => {
    const { status, body, headers } = await requestWithError({
      code: 'OUT_OF_STOCK',
      left: 0,
      stacktrace: ['x'],
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: { book: null },
      errors: [
        {
          message: 'Said so.',
          path: ['book'],
          extensions: { code: 'OUT_OF_STOCK', left: 0, requestId: headers.get('x-request-id') },
        },
      ],
    })
  })

  it('are masked with any other', async () => {
    const { body, text } = await requestWithError({ code: 'ER_BAD_SQL', sql: 'SELECT' })
    expect(body.errors?.[0]?.extensions['code']).toBe('INTERNAL_SERVER_ERROR')
    expect(text).not.toMatch(/Said so|SELECT/)
  })

  it('UNAUTHENTICATED is HTTP 401', async () => {
    const { status, headers } = await requestWithError({ code: 'UNAUTHENTICATED' })
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Bearer')
  })

  it('RATE_LIMITED is HTTP 429 with the time of the next try', async () => {
    const { status, headers } = await requestWithError({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 7,
    })
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toBe('7')
  })

  it('RATE_LIMITED of several fields names the longest time', async () => {
    const { headers } = await requestWithError(
      { code: 'RATE_LIMITED', retryAfterSeconds: 2 },
      { code: 'RATE_LIMITED', retryAfterSeconds: 50 },
    )
    expect(headers.get('retry-after')).toBe('50')
  })

  it('a null that the schema forbids is reported, not hidden', async () => {
    library.respond('catalog', respondJson({ data: { book: { id: '1', title: null } } }))
    const { body } = await gateway.send({ query: '{ book(id: 1) { id title } }' })
    expect(body.data).toEqual({ book: null })
    expect(body.errors?.[0]?.extensions['code']).toBe('INTERNAL_SERVER_ERROR')
    expect(body).not.toHaveProperty('extensions')
  })
})

it('the response to a mutation has data of another subgraph', async () => {
  const query = 'mutation { rename(id: 1, title: "Slate") { title copies } }'
  expect((await gateway.send({ query })).body).toEqual({
    data: { rename: { title: 'Slate', copies: 10 } },
  })
})

it('introspection in full builds the schema that is served', async () => {
  const query = getIntrospectionQuery({
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  })
  const { body } = await gateway.send({ query })
  const schema = buildClientSchema(body.data as unknown as IntrospectionQuery)
  expect(printType(schema.getType('Book') as GraphQLNamedType)).toContain('shippingCost: Float')
})

it('introspection can be combined with data, variables, fragments and conditions', async () => {
  const query = `query ($name: String!, $no: Boolean!) {
    type: __type(name: $name) { ...T fields @skip(if: $no) { name } } book(id: 1) { title }
  } fragment T on __Type { name isOneOf ...K } fragment K on __Type { kind }`
  const { body } = await gateway.send({ query, variables: { name: 'Book', no: true } })
  expect(body).toEqual({
    data: { type: { name: 'Book', isOneOf: null, kind: 'OBJECT' }, book: { title: 'Shingles' } },
  })
})

it('stopping lets requests in flight finish', async () => {
  const arrived = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  library.respond('catalog', async (_request, _response, next) => {
    arrived.resolve()
    await release.promise
    next()
  })
  const stopping = await startGateway(library.supergraphSdl)
  const pending = stopping.send({ query: '{ books { id } }' })
  await arrived.promise
  const stopped = stopping[Symbol.asyncDispose]()
  release.resolve()
  expect((await pending).body.data).toEqual({ books: [{ id: '1' }, { id: '2' }] })
  await stopped
  await expect(fetch(stopping.url)).rejects.toThrow('fetch failed')
})
