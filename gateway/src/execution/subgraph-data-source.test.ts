import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { MeasureSubgraph } from '@takeoff/kit/graphql/subgraph-metrics'
import type { Caller } from '@takeoff/kit/security/auth'
import { createLogger } from '@takeoff/kit/service/logger'
import { readServiceToken } from '@takeoff/kit/testing/service-token'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { RequestClient } from './request-client.ts'
import type { RequestContext } from './request-context.ts'
import { createSubgraphDataSource } from './subgraph-data-source.ts'
import { serviceTokensFor } from './service-tokens-for.ts'
import { SubgraphPools } from './subgraph-pools.ts'
import { ALWAYS } from './testing/load-gateway.ts'

const LIMITS = {
  connections: 4,
  connectTimeoutMs: 5_000,
  timeoutMs: 5_000,
  responseBytesMax: 1_000_000,
}

const measure = vi.fn<MeasureSubgraph>()

const callerOf = (orgId: number): Caller => ({
  userId: orgId,
  orgIds: [orgId],
  scopes: new Set(),

  token: 'token',
})

type Listener = (...call: Parameters<RequestListener>) => void | Promise<void>
type Response = Awaited<ReturnType<ReturnType<typeof createSubgraphDataSource>['process']>>

function requestContext(overrides: Partial<RequestContext> = {}): RequestContext {
  return {
    requestId: 'request-1',
    forwarded: ['x-request-id', 'request-1'],
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    client: new RequestClient(),
    warnings: [],
    caller: undefined,
    turns: ALWAYS,
    missingTypes: new Set(),
    ...overrides,
  }
}

interface Question {
  readonly query?: string
  readonly variables?: Record<string, unknown>
  readonly operation?: 'query' | 'mutation'
  readonly context?: RequestContext
}

type Source = ReturnType<typeof createSubgraphDataSource>

async function send(url: string, question: Question = {}, limits = LIMITS): Promise<Response> {
  await using pools = new SubgraphPools(limits)
  return await ask(sourceAt(url, pools), question)
}

function sourceAt(url: string, pools: SubgraphPools): Source {
  const address = new URL('/graphql', url)
  return createSubgraphDataSource({
    name: 'catalog',
    ...pools.of('catalog', address.origin),
    origin: address.origin,
    path: address.pathname,
    serviceTokens: serviceTokensFor('catalog', { catalog: ['catalog-secret'] }),
    canResolve: () => true,
    logger: createLogger('test', 'silent'),
    measure,
  })
}

async function ask(source: Source, question: Question = {}): Promise<Response> {
  const { query = '{ book { id } }', variables = {}, operation = 'query' } = question
  const context = question.context ?? requestContext()
  return await source.process({
    kind: 'incoming operation',
    request: { query, variables },
    context,
    incomingRequestContext: { operation: { operation } },
  } as never)
}

async function fetchFrom(
  listener: Listener,
  question: Question = {},
  limits = LIMITS,
): Promise<Response> {
  await using server = await startLocalServer(
    (request, response) => void listener(request, response),
  )
  return await send(server.url, question, limits)
}

function json(body: unknown, status = 200): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
}

const UNAVAILABLE = {
  errors: [
    {
      message:
        'The catalog service does not respond. Send the same request again in a moment, a mutation with the same Idempotency-Key.',
      path: ['book'],
      extensions: { code: 'SUBGRAPH_UNAVAILABLE' },
    },
  ],
}

describe('a response', () => {
  it('passes data on', async () => {
    expect(await fetchFrom(json({ data: { book: { id: '1' } } }))).toEqual({
      data: { book: { id: '1' } },
    })
  })

  it('passes data and errors on together', async () => {
    const error = { message: 'No.', path: ['book'], extensions: { code: 'FORBIDDEN', scope: 'a' } }
    expect(await fetchFrom(json({ data: { book: null }, errors: [error] }))).toEqual({
      data: { book: null },
      errors: [error],
    })
  })

  it('reports an error of the whole request at each place that misses data', async () => {
    const error = { message: 'Expired.', extensions: { code: 'UNAUTHENTICATED' } }
    expect(await fetchFrom(json({ errors: [error] }, 401))).toEqual({
      errors: [{ ...error, path: ['book'] }],
    })
  })

  it('adds its warnings to the request', async () => {
    const context = requestContext({ warnings: ['first'] })
    await fetchFrom(json({ data: {}, extensions: { warnings: ['second'] } }), { context })
    expect(context.warnings).toEqual(['first', 'second'])
  })
})

describe('a request', () => {
  it('carries the forwarded headers, a service token and the operation', async () => {
    let seen: { headers: Record<string, unknown>; body: unknown } | undefined
    const context = requestContext({
      forwarded: ['authorization', 'Bearer t', 'idempotency-key', 'key-1'],
    })
    await fetchFrom(
      async (request, response) => {
        seen = { headers: request.headers, body: JSON.parse(await text(request)) }
        json({ data: {} })(request, response)
      },
      { context, query: 'query ($a: Int) { book(a: $a) { id } }', variables: { a: 1 } },
    )
    expect(seen?.headers).toMatchObject({
      authorization: 'Bearer t',
      'idempotency-key': 'key-1',
    })
    const token = seen?.headers['x-service-authorization']
    expect(await readServiceToken(token as string, 'catalog-secret')).toBe('gateway → catalog')
    expect(seen?.body).toEqual({
      query: 'query ($a: Int) { book(a: $a) { id } }',
      variables: { a: 1 },
    })
  })

  it('that cannot be sent is reported like a missing response', async () => {
    const context = requestContext({
      forwarded: ['authorization', 'Bearer t\r\nx-other: 1'],
    })
    expect(await fetchFrom(json({ data: {} }), { context })).toEqual(UNAVAILABLE)
  })
})

describe('a subgraph that cannot be used yields SUBGRAPH_UNAVAILABLE, without any detail, when it', () => {
  const violations: Record<string, RequestListener> = {
    'responds with 500 and HTML': (_request, response) => {
      response.writeHead(500, { 'content-type': 'text/html' })
      response.end('<h1>10.0.0.7: SELECT secret FROM account</h1>')
    },
    'responds with 500 and JSON': json({ errors: [{ message: 'db 10.0.0.7 is down' }] }, 500),
    'responds with 200 and HTML': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<h1>Welcome to nginx</h1>')
    },
    'responds with a redirect': (_request, response) => {
      response.writeHead(302, { location: 'http://10.0.0.7/' })
      response.end()
    },
    'refuses the gateway with problem+json': (_request, response) => {
      response.writeHead(403, { 'content-type': 'application/problem+json' })
      response.end('{"detail":"wrong secret"}')
    },
    'responds with broken JSON': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"data": {"book"')
    },
    'responds with JSON that is not a GraphQL response': json(['book']),
    'responds with data that is a list': json({ data: [1] }),
    'responds with neither data nor errors': json({ data: null }),
    'never responds': () => {},
    'stops in the middle of its body': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"data":')
    },
    'drips its body forever': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    },
    'breaks the connection': (request) => void request.socket.destroy(),
  }

  it.each(Object.entries(violations))('%s', async (_name, listener) => {
    expect(await fetchFrom(listener, {}, { ...LIMITS, timeoutMs: 300 })).toEqual(UNAVAILABLE)
  })

  it('is not there', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    expect(await send(`http://127.0.0.1:${port}`)).toEqual(UNAVAILABLE)
  })
})

describe('a response that is too large', () => {
  const tooLarge = json({ data: { book: 'x'.repeat(50_000_000) } })

  it('has the client request less, and is requested once', async () => {
    let requests = 0
    const response = await fetchFrom((request, reply) => {
      requests += 1
      return tooLarge(request, reply)
    })
    expect(response).toEqual({
      errors: [
        {
          message:
            'The response of the catalog service is too large. Request less at once: a smaller "first", or fewer fields.',
          path: ['book'],
          extensions: { code: 'OPERATION_TOO_COMPLEX' },
        },
      ],
    })
    expect(requests).toBe(1)
    expect(measure).toHaveBeenLastCalledWith('catalog', expect.any(Number), 'response')
  })

  it('keeps the code of an unknown outcome where it is that of a mutation', async () => {
    expect(await fetchFrom(tooLarge, { operation: 'mutation' })).toEqual({
      errors: [
        {
          message:
            'The response of the catalog service is too large, and the mutation may have been executed. Send it again with the same Idempotency-Key and fewer fields.',
          path: ['book'],
          extensions: { code: 'SUBGRAPH_UNAVAILABLE' },
        },
      ],
    })
  })
})

it('an organization with many requests leaves half of the connections to others', async () => {
  let held = 0
  const halfIsHeld = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const data = { book: null }
  await using server = await startLocalServer(async (request, response) => {
    if (!(await text(request)).includes('quick')) {
      held += 1
      if (held === LIMITS.connections / 2) halfIsHeld.resolve()
      await released.promise
    }
    json({ data })(request, response)
  })
  await using pools = new SubgraphPools(LIMITS)
  const source = sourceAt(server.url, pools)
  const slow = Array.from({ length: LIMITS.connections }, () =>
    ask(source, { context: requestContext({ caller: callerOf(1) }) }),
  )
  await halfIsHeld.promise
  const context = requestContext({ caller: callerOf(2) })
  expect(await ask(source, { query: '{ book { quick } }', context })).toEqual({ data })
  expect(held).toBe(LIMITS.connections / 2)

  released.resolve()
  expect(await Promise.all(slow)).toEqual(slow.map(() => ({ data })))
})

it('a request without a turn in time is refused, with the time of another try', async () => {
  const held = Promise.withResolvers<void>()
  await using server = await startLocalServer(() => held.resolve())
  await using pools = new SubgraphPools({ ...LIMITS, connections: 1, timeoutMs: 15_000 })
  const source = sourceAt(server.url, pools)
  const context = requestContext({ caller: callerOf(1) })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  void ask(source, { context })
  await held.promise
  const waiting = ask(source, { context })
  await vi.advanceTimersByTimeAsync(10_000)

  expect((await waiting).errors).toEqual([
    {
      message: expect.stringContaining('Wait for responses before you send more') as string,
      path: ['book'],
      extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 5 },
    },
  ])
})

it('an operation goes on with the connections that it began with, however long after their subgraph was removed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await using server = await startLocalServer(json({ data: { book: null } }))
  await using pools = new SubgraphPools(LIMITS)
  const source = sourceAt(server.url, pools)
  pools.keepOnly(new Map())
  await vi.advanceTimersByTimeAsync(3_600_000)
  vi.useRealTimers()
  expect(await ask(source)).toEqual({ data: { book: null } })
})

describe('when the client disconnects', () => {
  it('a query is cancelled at the subgraph too', async () => {
    const client = new RequestClient()
    const dropped = Promise.withResolvers<void>()
    await fetchFrom(
      (_request, response) => {
        response.on('close', () => dropped.resolve())
        client.disconnect()
      },
      { context: requestContext({ client }) },
    )
    await expect(dropped.promise).resolves.toBeUndefined()
    expect(measure).toHaveBeenLastCalledWith('catalog', expect.any(Number), 'aborted')
  })

  it('no further request is sent, not even over an open connection', async () => {
    let requests = 0
    const respond = json({ data: { book: { id: '1' } } })
    await using server = await startLocalServer((request, response) => {
      requests += 1
      respond(request, response)
    })
    await using pools = new SubgraphPools(LIMITS)
    const source = sourceAt(server.url, pools)
    const client = new RequestClient()
    await ask(source, { context: requestContext({ client }) })
    client.disconnect()
    expect(await ask(source, { context: requestContext({ client }) })).toEqual(UNAVAILABLE)
    await ask(source)
    expect(requests).toBe(2)
  })

  it('a mutation is completed', async () => {
    const client = new RequestClient()
    const result = await fetchFrom(
      (request, response) => {
        client.disconnect()
        setImmediate(() => json({ data: { book: { id: '1' } } })(request, response))
      },
      { context: requestContext({ client }), operation: 'mutation' },
    )
    expect(result.data).toEqual({ book: { id: '1' } })
  })
})
