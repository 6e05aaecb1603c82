import { once } from 'node:events'
import { Agent, get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { NotFoundError } from '../values/errors.ts'
import { authVariables } from '../service/config-groups.ts'
import { readVariables } from '../service/config.ts'
import { listenEarly } from '../http/early-server.ts'
import { createLogger } from '../service/logger.ts'
import type { Need } from '../security/access.ts'
import type { Authenticator } from '../security/auth.ts'
import { DateTime, JSONScalar } from './scalars.ts'
import { SubgraphClient } from './subgraph-client.ts'
import { startSubgraph } from './subgraph-server.ts'
import type { RequestContext } from './subgraph-server.ts'
import { startTestIssuer } from '../testing/issuer.ts'
import { openAccess, plainContext } from '../testing/open-access.ts'
import { serviceToken } from '../testing/service-token.ts'
import { disposeAfterAll } from '../testing/dispose-after-all.ts'

const typeDefs = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.12", import: ["@key"])
  type Query { whoAmI: Int!  refused: Int!  secret: String  missing: String  bug: String  advice: String  since(at: DateTime): String  half(of: Float, json: JSON): Float }
  scalar DateTime
  scalar JSON
  type Thing @key(fields: "id") { id: ID! }
`
const resolvers = {
  DateTime,
  JSON: JSONScalar,
  Query: {
    whoAmI: (_: unknown, __: unknown, { caller }: RequestContext) => caller.userId,
    refused: () => {
      throw new NotFoundError('There is none.', 'id')
    },
    secret: () => 'hush',
    missing: () => {
      throw new NotFoundError('There is no such thing.', 'id')
    },
    bug: () => {
      throw new Error('password=hunter2')
    },
    advice: (_: unknown, __: unknown, { warnings }: RequestContext) => {
      warnings.push('Better ask something else.')
      return 'fine'
    },
    since: () => 'then',
    half: (_: unknown, { of }: { of: number }) => of / 2,
  },
}

const open = openAccess({ Query: resolvers.Query })
const readAudit: Need = { scope: 'audit:read', formerly: [] }
const access = { ...open, operations: { ...open.operations, 'Query.secret': [readAudit] } }

const SERVICE_TOKEN = await serviceToken('things', 'open sesame')
const issuer = await disposeAfterAll(startTestIssuer())
const service = await disposeAfterAll(startThings(issuer.url))

async function startThings(
  issuerUrl: string,
  routes?: (app: FastifyInstance, authenticator: Authenticator) => void,
) {
  return startSubgraph({
    name: 'things',
    config: {
      ...readVariables(authVariables, { AUTH_ISSUER: issuerUrl }),
      host: '127.0.0.1',
      adminHost: '127.0.0.1',
      adminPort: undefined,
      serviceSecrets: ['open sesame'],
    },
    logger: createLogger('test', 'silent'),
    early: await listenEarly({ host: '127.0.0.1', port: 0 }),
    typeDefs,
    resolvers,
    access,
    context: plainContext,
    ready: () => Promise.resolve(),
    ...(routes !== undefined && { routes }),
  })
}

async function send(query: string, headers: Record<string, string> = {}) {
  const { status, text } = await post({ query }, headers)
  return { status, body: JSON.parse(text) as Record<string, unknown> }
}

async function post(body: object, headers: Record<string, string>) {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-service-authorization': SERVICE_TOKEN,
      'x-request-id': 'request-0001',
      authorization: `Bearer ${await issuer.token()}`,
      ...headers,
    },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => name !== 'date'),
    text: await response.text(),
  }
}

describe('a subgraph server', () => {
  test('serves a request on an idle connection while it drains, and requests that outlast it', async () => {
    const started = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const things = await startThings(issuer.url, (app) => {
      app.get('/slow', async () => {
        started.resolve()
        await released.promise
        return 'done'
      })
    })
    const headers = { 'x-service-authorization': SERVICE_TOKEN }
    const request = async (path: string, agent: Agent) => {
      const sent = get(`${things.url}${path}`, { agent, headers })
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      return { connection: response.headers.connection, body: await text(response) }
    }
    const [idle, busy] = [0, 1].map(() => new Agent({ keepAlive: true })) as [Agent, Agent]
    await request('/health/live', idle)
    const slow = request('/slow', busy)
    await started.promise
    const drained = things.drain?.()
    expect(await request('/health/live', idle)).toMatchObject({ connection: 'close' })
    await drained
    const disposed = things[Symbol.asyncDispose]()
    released.resolve()
    expect(await slow).toMatchObject({ body: 'done' })
    await disposed
  })

  test('serves a caller with a token of the user and one of the service', async () => {
    expect(await send('{ whoAmI }')).toEqual({ status: 200, body: { data: { whoAmI: 7 } } })
  })

  test('accepts the representations of a long response, up to a limit', async () => {
    const send = (bytes: number) =>
      fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-service-authorization': SERVICE_TOKEN },
        body: JSON.stringify({ query: '{ whoAmI }', variables: { padding: 'x'.repeat(bytes) } }),
      })
    expect((await send(4_900_000)).status).toBe(401)
    expect((await send(5_000_000)).status).toBe(413)
  })

  test('_entities and _service are closed without a service token', async () => {
    const query =
      '{ _service { sdl } _entities(representations: [{ __typename: "Thing", id: 1 }]) { __typename } }'
    const { status, body } = await send(query, { 'x-service-authorization': 'guess' })
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'FORBIDDEN' })
  })

  test('a request without a token fails with 401 and a GraphQL error body', async () => {
    expect(await send('{ whoAmI }', { authorization: '' })).toEqual({
      status: 401,
      body: {
        errors: [
          {
            message: expect.stringContaining('Bearer') as string,
            extensions: { code: 'UNAUTHENTICATED', requestId: 'request-0001' },
          },
        ],
      },
    })
  })

  test('a token that cannot be verified, because the issuer is unavailable, fails with 503 and Retry-After', async () => {
    await using away = await startTestIssuer()
    away.keysResponse = (response) => response.writeHead(500).end()
    await using unsure = await startThings(away.url)
    const response = await fetch(`${unsure.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-service-authorization': SERVICE_TOKEN,
        authorization: `Bearer ${await away.token()}`,
      },
      body: JSON.stringify({ query: '{ whoAmI }' }),
    })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'SUBGRAPH_UNAVAILABLE', retryAfterSeconds: 1 } }],
    })
  })

  test('an AppError keeps message, code and extensions, and gains the request id', async () => {
    const { body } = await send('{ missing }')
    expect(body['errors']).toEqual([
      {
        message: 'There is no such thing.',
        path: ['missing'],
        locations: [{ line: 1, column: 3 }],
        extensions: { code: 'NOT_FOUND', argument: 'id', requestId: 'request-0001' },
      },
    ])
  })

  test('a bug is masked', async () => {
    const { body } = await send('{ bug }')
    expect(JSON.stringify(body)).not.toContain('hunter2')
    expect(body['errors']).toMatchObject([
      { extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'request-0001' } },
    ])
  })

  test('an invalid query is reported with code and request id', async () => {
    const { status, body } = await send('{ nothing }')
    expect(status).toBe(400)
    expect(body['errors']).toMatchObject([
      { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', requestId: 'request-0001' } },
    ])
  })

  test('a value that a scalar refuses is an error of the caller, not of the query', async () => {
    const { body } = await send('{ since(at: "yesterday") }')
    expect(body['errors']).toMatchObject([
      {
        message: expect.stringContaining('ISO 8601') as string,
        extensions: { code: 'BAD_USER_INPUT', requestId: 'request-0001' },
      },
    ])
  })

  test.each([
    ['a literal', '{ half(of: 1e400) }', 'of'],
    ['a literal in JSON', '{ half(of: 1, json: [{ a: 1e400 }]) }', 'json'],
    ['a default of a variable', 'query ($x: Float = 1e400) { half(of: $x) }', 'x'],
  ])('a number too large in %s is refused by name', async (_where, query, argument) => {
    const { status, body } = await send(query)
    expect(status).toBe(400)
    expect(body['errors']).toMatchObject([
      {
        message: expect.stringContaining('holds a number that is too large.') as string,
        extensions: { code: 'BAD_USER_INPUT', argument, requestId: 'request-0001' },
      },
    ])
  })

  test.each([
    { __typename: 'Nothing', id: 1 },
    { __typename: 'Query' },
    { __typename: 'DateTime' },
    { __typename: ['Thing'], id: 1 },
    { id: 1 },
    'Thing',
  ])('the representation %j, which is of no entity, is refused each time', async (wrong) => {
    const entity = { __typename: 'Thing', id: 1 }
    const entities = (representations: string) =>
      `_entities(representations: ${representations}) { __typename }`
    const query = `query ($representations: [_Any!]!) { ${entities('$representations')} }`
    const request = (representations: unknown[]) => ({ query, variables: { representations } })
    const accept = { accept: '*/*' }
    expect((await post(request([entity]), accept)).status).toBe(200)

    const literal = JSON.stringify(wrong).replaceAll(/"(\w+)":/g, '$1:')
    for (const body of [request([entity, wrong]), { query: `{ ${entities(`[${literal}]`)} }` }]) {
      const { status, text } = await post(body, accept)
      expect([body, status]).toEqual([body, 400])
      expect(JSON.parse(text)).toMatchObject({
        errors: [
          {
            message: expect.stringContaining('must have the __typename of an entity') as string,
            extensions: { code: 'BAD_REQUEST', requestId: 'request-0001' },
          },
        ],
      })
    }
  })

  test('a gateway that requests a trace receives one with the same response, and only then', async () => {
    const traced = await send('{ whoAmI advice }', { 'apollo-federation-include-trace': 'ftv1' })
    expect(traced.body).toEqual({
      data: { whoAmI: 7, advice: 'fine' },
      extensions: {
        ftv1: expect.any(String) as string,
        warnings: ['Better ask something else.'],
      },
    })
    expect((await send('{ whoAmI }')).body).toEqual({ data: { whoAmI: 7 } })
  })

  test.each([
    ['a response', { query: '{ a: whoAmI }' }],
    ['a response with warnings', { query: '{ a: advice }' }],
    ['a response in which two fields have one warning', { query: '{ a: advice b: advice }' }],
    ['an error of ours', { query: '{ a: missing }' }],
    ['a masked error', { query: '{ a: bug }' }],
    ['no data at all', { query: '{ whoAmI a: refused }' }],
    [
      'one of several operations',
      { query: 'query A { whoAmI } query B { bug }', operationName: 'A' },
    ],
    [
      'a violation in variables',
      { query: 'query ($at: DateTime) { since(at: $at) }', variables: { at: 1 } },
    ],
    ['an operation without a name', { query: '{ a: whoAmI }', operationName: '' }],
    ['variables that are a list', { query: '{ a: whoAmI }', variables: [] }],
    ['extensions without effect', { query: '{ a: whoAmI }', extensions: 'x' }],
  ])('%s is the same each time it is requested', async (_what, body) => {
    for (const accept of ['application/json', 'application/graphql-response+json', 'text/html']) {
      const first = await post(body, { accept })
      expect(await post(body, { accept })).toEqual(first)
      expect(await post(body, { accept })).toEqual(first)
    }
  })

  test('introspection works', async () => {
    expect((await send('{ __schema { queryType { name } } }')).body).toEqual({
      data: { __schema: { queryType: { name: 'Query' } } },
    })
  })

  test('variables with violations are an error of the caller', async () => {
    const { status, body } = await send('query ($at: DateTime!) { since(at: $at) }')
    expect(status).toBe(400)
    expect(body['errors']).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', requestId: 'request-0001' } },
    ])
  })

  test('warnings of resolvers are in the extensions of the response', async () => {
    const { body } = await send('{ advice }')
    expect(body).toEqual({
      data: { advice: 'fine' },
      extensions: { warnings: ['Better ask something else.'] },
    })
  })
})

test('the keys of the issuer are fetched once for /graphql and the other routes', async () => {
  await using other = await startTestIssuer()
  await using things = await startThings(other.url, (app, authenticator) => {
    app.get('/file', ({ headers }) => authenticator.authenticate(headers.authorization))
  })
  const headers = {
    'content-type': 'application/json',
    'x-service-authorization': SERVICE_TOKEN,
    authorization: `Bearer ${await other.token()}`,
  }
  const body = JSON.stringify({ query: '{ whoAmI }' })
  const read = await fetch(`${things.url}/file`, { headers })
  const queried = await fetch(`${things.url}/graphql`, { method: 'POST', headers, body })
  expect([read.status, queried.status, other.keyRequests]).toEqual([200, 200, 1])
})

describe('a subgraph client', () => {
  const client = (url: string, timeoutMs = 2_000) =>
    new SubgraphClient({
      caller: 'others',
      name: 'things',
      url,
      secrets: ['open sesame'],
      certificates: undefined,
      timeoutMs,
    })
  const as = async () => ({
    caller: { userId: 7, orgIds: [1], scopes: new Set<string>(), token: await issuer.token() },
    requestId: 'request-0002',
  })

  test('sends requests as the caller', async () => {
    await using things = client(`${service.url}/graphql`)
    expect(await things.request('{ whoAmI }', {}, await as())).toEqual({ whoAmI: 7 })
  })

  test('passes a refusal on with its code', async () => {
    await using things = client(`${service.url}/graphql`)
    await expect(things.request('{ missing }', {}, await as())).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no such thing.',
      extensions: { argument: 'id' },
    })
  })

  test.each([
    ['no server listens', () => 'http://127.0.0.1:1/graphql', '{ whoAmI }'],
    ['the response is not GraphQL', () => `${issuer.url}/keys`, '{ whoAmI }'],
    ['the other service has a bug', () => `${service.url}/graphql`, '{ bug }'],
  ])('reports SUBGRAPH_UNAVAILABLE without an address when %s', async (_when, url, query) => {
    await using things = client(url())
    await expect(things.request(query, {}, await as())).rejects.toMatchObject({
      code: 'SUBGRAPH_UNAVAILABLE',
      message:
        'The things service does not respond. Send the same request again in a moment, a mutation with the same Idempotency-Key.',
    })
  })
})
