import type { RequestListener } from 'node:http'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { afterEach, describe, expect, it } from 'vitest'
import { ERRORS_MAX } from '../src/execution/compiled/gathered-errors.ts'
import { startLibrary } from './fixtures/library.ts'
import { startGateway } from './fixtures/start-gateway.ts'
import type { TestResponse } from './fixtures/start-gateway.ts'

const BOOKS = { query: '{ books { id title copies } }' }
/** Texts that clients must not see: addresses, statuses, texts of the subgraph, words of our libraries. */
const INTERNALS =
  /10\.0\.0\.7|127\.0\.0\.1|localhost|http|SELECT|<h1>|\bat .*\.[jt]s|ECONN|undici|JSON|\b50\d\b/

const library = await disposeAfterAll(startLibrary())
const gateway = await disposeAfterAll(
  startGateway(library.supergraphSdl, {
    SUBGRAPH_TIMEOUT_MS: '500',
    SUBGRAPH_ANSWER_BYTES_MAX: '1000000',
  }),
)

afterEach(() => {
  library.respond('stock', undefined)
  library.respond('catalog', undefined)
})

const head = (status: number, type: string) => ({ status, headers: { 'content-type': type } })
const send =
  ({ status, headers }: ReturnType<typeof head>, text: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(text)
const JSON_HEAD = head(200, 'application/json')

const VIOLATIONS: Readonly<Record<string, RequestListener>> = {
  'responds with 500 and HTML': send(head(500, 'text/html'), '<h1>10.0.0.7 SELECT</h1>'),
  'responds with 200 and HTML': send(head(200, 'text/html'), '<h1>10.0.0.7 SELECT</h1>'),
  'responds with 503 and JSON': send(
    head(503, 'application/json'),
    '{"errors":[{"message":"10.0.0.7"}]}',
  ),
  'never responds': () => undefined,
  'stops in the middle': (_request, response) => {
    response.writeHead(200, JSON_HEAD.headers).write('{"data":{"_entities":[')
  },
  'is cut off in the middle': (_request, response) => {
    response.writeHead(200, { ...JSON_HEAD.headers, 'content-length': '1000' })
    response.write('{"data":{"_entities":[', () => response.destroy())
  },
  'responds with broken JSON': send(JSON_HEAD, '{"data":{"_entities":[{"SELECT"'),
  'responds with JSON that is not GraphQL': send(JSON_HEAD, '["SELECT"]'),
  'redirects the gateway': (_request, response) => {
    response.writeHead(307, { location: 'http://10.0.0.7/graphql' }).end()
  },
  'breaks the connection': (request) => void request.socket.destroy(),
}

function expectOnlyItsDataMissing({ body, text, headers }: TestResponse): void {
  expect(body.data).toEqual({
    books: [
      { id: '1', title: 'Shingles', copies: null },
      { id: '2', title: 'Gutters', copies: null },
    ],
  })
  expect(body.errors).toEqual(
    [0, 1].map((index) => ({
      message:
        'The stock service does not respond. Send the same request again in a moment, a mutation with the same Idempotency-Key.',
      path: ['books', index, 'copies'],
      extensions: { code: 'SUBGRAPH_UNAVAILABLE', requestId: headers.get('x-request-id') },
    })),
  )
  expect(text).not.toMatch(INTERNALS)
}

it('a subgraph with thousands of errors for each of many entities gets some of them reported', async () => {
  const books = Array.from({ length: 100 }, (_, index) => ({ __typename: 'Book', id: `${index}` }))
  const errors = Array.from({ length: 12_000 }, () => ({ message: 'It is away.' }))
  library.respond('catalog', send(JSON_HEAD, JSON.stringify({ data: { books } })))
  library.respond('stock', send(JSON_HEAD, JSON.stringify({ errors })))
  const { body } = await gateway.send({ query: '{ books { id copies } }' })
  expect(body.data).toEqual({ books: books.map(({ id }) => ({ id, copies: null })) })
  expect(body.errors).toHaveLength(ERRORS_MAX)
})

describe('the data of the other subgraph is returned, with an error at each place, when one', () => {
  it.each(Object.entries(VIOLATIONS))('%s', async (_violation, listener) => {
    library.respond('stock', listener)
    const response = await gateway.send(BOOKS)
    expect(response.status).toBe(200)
    expectOnlyItsDataMissing(response)
    // The operation is known now, and takes another path.
    expectOnlyItsDataMissing(await gateway.send(BOOKS))
    library.respond('stock', undefined)
    expect((await gateway.send(BOOKS)).body).not.toHaveProperty('errors')
  })

  it('is stopped', async () => {
    const urls = { stock: 'http://127.0.0.1:9/graphql' }
    await using alone = await startGateway(library.supergraphSdl, {
      SUBGRAPH_URLS: JSON.stringify(urls),
    })
    const response = await alone.send(BOOKS)
    expect(response.status).toBe(200)
    expectOnlyItsDataMissing(response)
  })
})

it('a response that is too large leaves the data of the other subgraph, and says to request less', async () => {
  library.respond('stock', send(JSON_HEAD, `{"data":{"_entities":["${'x'.repeat(2_000_000)}"]}}`))
  // The operation is known by the second request, and takes another path.
  for (const { status, body } of [await gateway.send(BOOKS), await gateway.send(BOOKS)]) {
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ books: [{ title: 'Shingles', copies: null }, {}] })
    expect(body.errors).toMatchObject(
      [0, 1].map((index) => ({
        message: expect.stringContaining('stock service is too large. Request less') as string,
        path: ['books', index, 'copies'],
        extensions: { code: 'OPERATION_TOO_COMPLEX' },
      })),
    )
  }
})

it('without data of any other subgraph, the data is null', async () => {
  library.respond('catalog', send(head(500, 'text/html'), '<h1>10.0.0.7 SELECT</h1>'))
  const { status, body, text } = await gateway.send(BOOKS)
  expect([status, body.data]).toEqual([200, null])
  expect(body.errors?.map(({ path, extensions }) => [path, extensions['code']])).toEqual([
    [['books'], 'SUBGRAPH_UNAVAILABLE'],
  ])
  expect(text).not.toMatch(INTERNALS)
})

it('an error of all entities at once is reported at each place that misses one', async () => {
  const extensions = { code: 'FORBIDDEN' }
  const errors = [{ message: 'Not yours.', path: ['_entities'], extensions }]
  library.respond('stock', send(JSON_HEAD, JSON.stringify({ data: null, errors })))
  for (const { body } of [await gateway.send(BOOKS), await gateway.send(BOOKS)]) {
    expect(body.errors).toMatchObject(
      [0, 1].map((index) => ({
        message: 'Not yours.',
        path: ['books', index, 'copies'],
        extensions,
      })),
    )
    expect(body.errors).toHaveLength(2)
  }
})

describe('where a subgraph closes a connection that was used before', () => {
  /** Number of requests; the first one ends the connection. */
  async function requestFromClosingCatalog(query: string) {
    await gateway.send(BOOKS)
    let requests = 0
    library.respond('catalog', ({ socket }, _response, next) => {
      requests += 1
      if (requests === 1) socket.destroy()
      else next()
    })
    const { body } = await gateway.send({ query })
    return { requests, codes: body.errors?.map(({ extensions }) => extensions['code']) }
  }

  it('a read is sent again, and gets a response', async () => {
    expect(await requestFromClosingCatalog(BOOKS.query)).toEqual({ requests: 2, codes: undefined })
  })

  it('a mutation is not sent again, as it may have been executed', async () => {
    const rename = 'mutation { rename(id: "1", title: "Shingles") { title } }'
    expect(await requestFromClosingCatalog(rename)).toEqual({
      requests: 1,
      codes: ['SUBGRAPH_UNAVAILABLE'],
    })
  })
})
