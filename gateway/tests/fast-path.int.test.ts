import { hash } from 'node:crypto'
import { request } from 'undici'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { afterEach, describe, expect, it } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import { post, startGateway } from './fixtures/start-gateway.ts'
import type { TestResponse } from './fixtures/start-gateway.ts'

const library = await disposeAfterAll(startLibrary())
const gateway = await disposeAfterAll(startGateway(library.supergraphSdl))

afterEach(() => {
  library.respond('catalog', undefined)
  library.respond('stock', undefined)
})

/** Number of operations on the fast path, spliced or parsed. */
async function runOnFastPath(): Promise<number> {
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text()
  const counts = metrics.matchAll(/gateway_operations_total\{path="(?:written|fast)".*\} (\d+)/g)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

type Sent = Parameters<typeof post>

/** The responses to the same request: the first is Apollo Server's. */
async function twice(body: object, headers?: Sent[2]) {
  const send = (): Promise<TestResponse> =>
    post(`${gateway.url}/graphql`, JSON.stringify(body), {
      ...headers,
      'x-request-id': 'request-1',
    })
  const before = await runOnFastPath()
  const [first, second] = [await send(), await send()]
  return { first: visible(first), second: visible(second), fast: (await runOnFastPath()) - before }
}

function visible({ status, headers, text }: TestResponse) {
  const { date: _date, ...others } = Object.fromEntries(headers)
  return { status, headers: others, text }
}

type VisibleResponse = ReturnType<typeof visible>

/** The response to a client that accepts no compressed ones, which `fetch` always does. */
async function sendPlainly(body: object): Promise<VisibleResponse> {
  const {
    statusCode,
    headers,
    body: reply,
  } = await request(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: '*/*', 'x-request-id': 'request-1' },
    body: JSON.stringify(body),
  })
  const { date: _date, ...others } = headers as Record<string, string>
  return { status: statusCode, headers: others, text: await reply.text() }
}

/** The same response without compression. */
function uncompressed({ status, headers, text }: VisibleResponse): VisibleResponse {
  const { 'content-encoding': _encoding, vary: _vary, ...others } = headers
  const length = String(Buffer.byteLength(text))
  return { status, headers: { ...others, 'content-length': length }, text }
}

const BOOK = 'query Book($id: ID!) { book(id: $id) { id title copies } }'

it('a query that is sent with its hash, or requested by it, is on the fast path, too', async () => {
  const query = '{ books { id } } #hash'
  const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', query, 'hex') } }
  const sent = await twice({ query, extensions })
  const requested = await twice({ extensions })
  expect([sent.fast, requested.fast]).toEqual([1, 2])
  expect([requested.first, requested.second]).toEqual([sent.first, sent.second])
})

describe('an operation that was accepted before gets the same response on the fast path', () => {
  const refused = {
    errors: [{ message: 'No.', path: ['book'], extensions: { code: 'FORBIDDEN' } }],
  }
  const missing = { errors: [{ message: 'Expired.', extensions: { code: 'UNAUTHENTICATED' } }] }
  const limited = {
    errors: [{ message: 'Slow.', extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 3 } }],
  }
  const unknown = {
    errors: [{ message: 'host 10.0.0.7', path: ['book'], extensions: { code: 'DB' } }],
  }
  const warned = { data: { book: null }, extensions: { warnings: [{ code: 'W', message: 'w' }] } }

  it.each([
    ['a query', { query: '{ books { id title copies shippingCost } }' }, undefined],
    ['with variables', { query: BOOK, variables: { id: '1' } }, undefined],
    ['with a missing object', { query: `${BOOK} #2`, variables: { id: '9' } }, undefined],
    [
      'one of several',
      { query: `${BOOK} query B { books { id } }`, operationName: 'B' },
      undefined,
    ],
    ['a mutation', { query: 'mutation { rename(id: "1", title: "T") { title } }' }, undefined],
    ['introspection', { query: '{ __schema { queryType { name } } __typename }' }, undefined],
    [
      'members that are null',
      { query: '{ warehouses }', variables: null, operationName: null },
      undefined,
    ],
    [
      'data that breaks the schema',
      { query: '{ books { id } } #1' },
      { data: { books: [null, { id: null }] } },
    ],
    [
      'an error',
      { query: `${BOOK} #e`, variables: { id: '1' } },
      { data: { book: null }, ...refused },
    ],
    [
      'an error that is masked',
      { query: `${BOOK} #m`, variables: { id: '1' } },
      { data: { book: null }, ...unknown },
    ],
    ['an error with a status', { query: `${BOOK} #s`, variables: { id: '1' } }, missing],
    ['an error with a header', { query: `${BOOK} #h`, variables: { id: '1' } }, limited],
    ['a warning', { query: `${BOOK} #w`, variables: { id: '1' } }, warned],
    [
      'text in any script',
      { query: `${BOOK} #t`, variables: { id: '1' } },
      {
        data: {
          book: { __typename: 'Book', id: '1', title: 'Черепица “ü” \u{1f3e0}\u2028\u007f' },
        },
      },
    ],
    [
      'a response so long that it is compressed',
      { query: '{ books { id title } } #z' },
      {
        data: { books: Array.from({ length: 100 }, (_, n) => ({ id: `${n}`, title: 'Ziegel é' })) },
      },
    ],
  ])('%s', async (_name, body, reply) => {
    if (reply !== undefined)
      library.respond('catalog', (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(reply))
      })
    const { first, second, fast } = await twice(body)
    expect(second).toEqual(first)
    expect(fast).toBe(1)
    expect(await sendPlainly(body)).toEqual(uncompressed(second))
  })

  it.each(['application/graphql-response+json', 'application/json', '*/*'])(
    'for accept: %s',
    async (accept) => {
      const { first, second, fast } = await twice(
        { query: `{ books { id } } # ${accept}` },
        { accept },
      )
      expect(second).toEqual(first)
      expect(fast).toBe(1)
    },
  )
})

describe('a spliced response', () => {
  const query = `${BOOK} #b`
  const respondWith = (catalog: string): void =>
    library.respond('catalog', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(catalog)
    })

  it('goes to the client byte by byte', async () => {
    const book = '{"id":"1","title":"é \\u00e9 \u{1f3e0} \\/ \u007f","copies":null}'
    const query = '{ book(id: 1) { id title copies: weight } }'
    await gateway.send({ query })
    respondWith(`{"data":{"book":${book}}}\n`)
    expect((await gateway.send({ query })).text).toBe(`{"data":{"book":${book}}}`)
  })

  it('has the length of its header', async () => {
    await gateway.send({ query, variables: { id: '9' } })
    respondWith('{"data":{"book":null}}')
    const { headers, text } = await gateway.send({ query, variables: { id: '9' } })
    expect([headers.get('content-length'), text]).toEqual([String(text.length), text])
  })

  it('may be compressed', async () => {
    const query = '{ books { id title } } #c'
    await gateway.send({ query })
    const books = Array.from({ length: 200 }, (_, n) => ({ id: `${n}`, title: 'Ziegel é' }))
    respondWith(JSON.stringify({ data: { books } }))
    const { headers, text } = await gateway.send({ query }, { 'accept-encoding': 'gzip' })
    expect([headers.get('content-encoding'), text]).toEqual([
      'gzip',
      JSON.stringify({ data: { books } }),
    ])
  })
})

it('a body whose operation name holds a part of its query is refused, also when both together are known', async () => {
  await gateway.send({ query: 'query Known { warehouses }' })
  const { first, fast } = await twice({
    query: '{ warehouses }',
    operationName: 'query Known',
  })
  expect([first.status, fast]).toEqual([400, 0])
})

describe('the cost of a response', () => {
  it.each([
    '{ books { id copies related(first: 2) { title } } }',
    '{ book(id: 1) { appraisal(thorough: true) id } }',
    'mutation { rename(id: "1", title: "T") { title copies } }',
  ])('is reported as the first time: %s', async (query) => {
    await using costly = await startGateway(library.supergraphSdl, { COST_EXTENSION: 'on' })
    const responses = [await costly.send({ query }), await costly.send({ query })]
    const [first, second] = responses.map(({ text }) => text)
    expect(second).toBe(first)
    expect(responses[0]?.body.extensions?.['cost']).toMatchObject({
      actual: expect.any(Number) as number,
    })
  })
})

describe('a condition that is null, which passes validation where its variable has a default', () => {
  const query = 'query ($v: Boolean = true) { books { id @include(if: $v) title } }'

  it('is refused by name each time, and nothing is fetched', async () => {
    await gateway.send({ query, variables: { v: true } })
    library.seen.length = 0
    const { first, second, fast } = await twice({ query, variables: { v: null } })
    expect(second).toEqual(first)
    expect(fast).toBe(0)
    expect(first.status).toBe(400)
    expect(JSON.parse(first.text)).toEqual({
      errors: [
        {
          message: 'Variable "$v" must not be null: @skip or @include depends on it.',
          locations: [{ line: 1, column: 8 }],
          extensions: { code: 'BAD_USER_INPUT', argument: 'v', requestId: 'request-1' },
        },
      ],
    })
    expect(library.seen).toEqual([])
  })
})

describe('Apollo Server responds each time', () => {
  it.each([
    ['an operation that is not valid', { query: '{ nothing }' }, {}],
    ['variables that are missing', { query: BOOK }, {}],
    ['variables of a wrong type', { query: BOOK, variables: { id: {} } }, {}],
    ['variables that are a list', { query: BOOK, variables: [1] }, {}],
    ['a body with extensions', { query: '{ warehouses } #x', extensions: {} }, {}],
    ['a media type that is not ours', { query: '{ warehouses } #m' }, { accept: 'text/html' }],
    ['a name that the document lacks', { query: BOOK, operationName: 'Nobody' }, {}],
  ])('%s', async (_name, body, headers) => {
    if (!('extensions' in body)) await gateway.send({ query: BOOK, variables: { id: '1' } })
    const { first, second, fast } = await twice(body, headers)
    expect(second).toEqual(first)
    expect(fast).toBe(0)
  })
})
