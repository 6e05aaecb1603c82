import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { startTestIssuer } from '@takeoff/kit/testing/issuer'
import { describe, expect, it } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import { post, read, startGateway } from './fixtures/start-gateway.ts'
import type { TestResponse } from './fixtures/start-gateway.ts'

const QUERY = { query: '{ warehouses }' }

const library = await disposeAfterAll(startLibrary())
const issuer = await disposeAfterAll(startTestIssuer())
const gateway = await disposeAfterAll(
  startGateway(library.supergraphSdl, {
    BODY_BYTES_MAX: '5000',
    QUERY_DEPTH_MAX: '15',
    QUERY_TOKENS_MAX: '500',
    QUERY_ALIASES_MAX: '1',
  }),
)
const guarded = await disposeAfterAll(
  startGateway(library.supergraphSdl, {
    AUTH: 'on',
    AUTH_ISSUER: issuer.url,
  }),
)

/** The status of a response to this Host header, or the error. */
function sendAs(host: string): Promise<string> {
  const headers = { host, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const call = request(`${gateway.url}/graphql`, { method: 'POST', headers }, (response) => {
      const { statusCode } = response
      text(response).then((body) => resolve(statusCode === 200 ? '200' : body), reject)
    })
    call.on('error', reject).end(JSON.stringify(QUERY))
  })
}

/** HTTP status and code of a refusal that is complete: JSON, with the request id of its header. */
function refusal(response: TestResponse): string {
  const extensions = response.body.errors?.[0]?.extensions
  const complete =
    extensions?.['requestId'] === response.headers.get('x-request-id') &&
    response.headers.get('content-type')?.includes('json')
  return complete ? `${response.status} ${String(extensions?.['code'])}` : 'incomplete'
}

describe('a token', () => {
  it('grants access to /graphql', async () => {
    const { status, body } = await guarded.send(QUERY, {
      authorization: `Bearer ${await issuer.token()}`,
    })
    expect(status).toBe(200)
    expect(body).toEqual({ data: { warehouses: ['north', 'south'] } })
  })

  it.each([
    ['none', () => undefined],
    ['not a bearer token', () => 'Basic abc'],
    ['nonsense', () => 'Bearer abc'],
    ['an expired one', async () => `Bearer ${await issuer.token({ expires: '-1 hour' })}`],
    ['one for another audience', async () => `Bearer ${await issuer.token({ audience: 'other' })}`],
    [
      'one of another issuer',
      async () => `Bearer ${await issuer.token({ issuer: 'https://other.example' })}`,
    ],
    ['an unsigned one', async () => `Bearer ${(await issuer.token()).replace(/\.[^.]*$/, '.')}`],
  ])('%s is UNAUTHENTICATED, HTTP 401', async (_name, authorization) => {
    const before = library.seen.length
    const header = await authorization()
    const response = await guarded.send(
      QUERY,
      header === undefined ? {} : { authorization: header },
    )
    expect(refusal(response)).toBe('401 UNAUTHENTICATED')
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(library.seen).toHaveLength(before)
  })

  it('that cannot be checked, because the issuer is unavailable, is HTTP 503 with Retry-After', async () => {
    await using away = await startTestIssuer()
    away.keysResponse = (response) => response.writeHead(500).end()
    await using unsure = await startGateway(library.supergraphSdl, {
      AUTH: 'on',
      AUTH_ISSUER: away.url,
    })
    const response = await unsure.send(QUERY, { authorization: `Bearer ${await away.token()}` })
    expect(refusal(response)).toBe('503 SUBGRAPH_UNAVAILABLE')
    expect(response.headers.get('retry-after')).toBe('1')
    expect(response.headers.get('www-authenticate')).toBeNull()
    expect(response.body.errors?.[0]).toMatchObject({
      message: expect.stringContaining('sign-in service') as string,
      extensions: { retryAfterSeconds: 1 },
    })
  })

  it('is checked before the body arrives', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '100' }
    const call = request(`${guarded.url}/graphql`, { method: 'POST', headers })
    call.on('error', () => undefined).flushHeaders()
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(401)
    call.destroy()
  })

  it('is not needed for health and the explorer page', async () => {
    expect((await fetch(`${guarded.url}/health/live`)).status).toBe(200)
    expect((await fetch(`${guarded.url}/graphiql`, { method: 'HEAD' })).status).toBe(200)
  })
})

describe('POST /graphql', () => {
  const url = () => `${gateway.url}/graphql`

  it('refuses bytes that are not UTF-8, which would become names with replacement characters', async () => {
    const before = library.seen.length
    const response = await post(url(), Buffer.from('{"query":"{ warehouses } # Café"}', 'latin1'))
    expect(refusal(response)).toBe('400 BAD_REQUEST')
    expect(response.body.errors?.[0]?.message).toContain('not valid UTF-8')
    expect(library.seen).toHaveLength(before)
  })
  it.each([
    ['an empty body', ''],
    ['null', 'null'],
    ['a body without a query', '{}'],
    ['a query that is no text', '{"query":1}'],
  ])('refuses %s', async (_what, body) =>
    expect(refusal(await post(url(), body))).toBe('400 BAD_REQUEST'),
  )
  it('refuses two Authorization headers', async () => {
    const type = ['content-type', 'application/json']
    const headers = ['host', 'a.test', ...type, 'authorization', 'a', 'authorization', 'b']
    const call = request(url(), { method: 'POST', headers })
    call.end(JSON.stringify(QUERY))
    const [reply] = (await once(call, 'response')) as [IncomingMessage]
    expect(reply.statusCode).toBe(400)
    expect(await json(reply)).toMatchObject({
      errors: [
        {
          message: 'The Authorization header may be sent once only.',
          extensions: { code: 'BAD_REQUEST' },
        },
      ],
    })
  })
  it('refuses a body over the limit, and reports the limit', async () => {
    const response = await post(url(), JSON.stringify({ query: ' '.repeat(6000) }))
    expect(refusal(response)).toBe('413 BAD_REQUEST')
    expect(response.body.errors?.[0]).toMatchObject({
      message: 'The body has more than 5000 bytes. Split the request into smaller ones.',
      extensions: { limit: 5000 },
    })
  })
  it.each([
    'application/xml',
    // The defaults of curl and fetch, and a type that a form on another site could send.
    'application/x-www-form-urlencoded',
    'text/plain;charset=UTF-8',
  ])('refuses %s, and names the accepted media type', async (mediaType) => {
    const response = await post(url(), JSON.stringify(QUERY), { 'content-type': mediaType })
    expect(refusal(response)).toBe('415 BAD_REQUEST')
    expect(response.body.errors?.[0]?.message).toContain('"content-type: application/json"')
  })
  it('refuses a compressed body, and names the reason', async () => {
    const body = gzipSync(JSON.stringify(QUERY))
    const response = await post(url(), body, { 'content-encoding': 'gzip' })
    expect(refusal(response)).toBe('415 BAD_REQUEST')
    expect(response.body.errors?.[0]?.message).toContain('uncompressed')
    expect(response.headers.get('accept-encoding')).toBe('identity')
  })
  it('accepts a body with the encoding identity', async () =>
    expect(
      await post(url(), JSON.stringify(QUERY), { 'content-encoding': 'identity' }),
    ).toMatchObject({ status: 200 }))

  it('refuses a field of the federation', async () =>
    expect(refusal(await gateway.send({ query: '{ _service { sdl } }' }))).toBe(
      '400 GRAPHQL_VALIDATION_FAILED',
    ))
  it('refuses a document over a limit, and names the limit', async () => {
    const response = await gateway.send({ query: `{ ${'x '.repeat(500)} }` })
    expect(refusal(response)).toBe('400 TOKENS_EXCEEDED')
    expect(response.body.errors?.[0]?.extensions['limit']).toBe(500)
    const query = `{ __schema { types { ${'ofType { '.repeat(14)}name${' }'.repeat(14)} } } }`
    expect(refusal(await gateway.send({ query }))).toBe('400 DEPTH_EXCEEDED')
  })
  it('responds so with 200 to a client that accepts application/json only', async () => {
    const accept = 'application/json'
    const query = '{ a: warehouses b: warehouses }'
    expect(refusal(await gateway.send({ query }, { accept }))).toBe('200 ALIASES_EXCEEDED')
    expect(refusal(await gateway.send({ query: '{' }, { accept }))).toBe('200 GRAPHQL_PARSE_FAILED')
    expect(refusal(await post(url(), '{}', { accept }))).toBe('400 BAD_REQUEST')
  })
  it('reports for an empty name that no operation has it', async () => {
    const body = { query: 'query A { warehouses }', operationName: '' }
    const response = await post(url(), JSON.stringify(body))
    expect(refusal(response)).toBe('400 OPERATION_RESOLUTION_FAILURE')
    expect(response.body.errors?.[0]?.message).toBe(
      'The document has no operation named "". Give the name of one that it has.',
    )
  })
})

describe('with introspection off', () => {
  it('errors tell no names that the request does not have', async () => {
    await using closed = await startGateway(library.supergraphSdl, { INTROSPECTION: 'off' })
    const misspelled = '{ warehuses }'
    expect((await gateway.send({ query: misspelled })).text).toContain('warehouses')
    const { status, text } = await closed.send({ query: misspelled })
    expect([status, text]).toEqual([
      400,
      expect.stringContaining('Cannot query field \\"warehuses\\" on type \\"Query\\"."'),
    ])
  })
})

describe('a value that cannot be forwarded is refused, with its argument', () => {
  const DECLARED = 'query ($limit: Int) { warehouses(limit: $limit) }'

  it.each([
    ['a literal that is too large', '{ warehouses(limit: 1e400) }', 'null'],
    [
      'a default that is too large',
      'query ($limit: Int = 1e400) { warehouses(limit: $limit) }',
      'null',
    ],
    ['a variable that is too large', DECLARED, '1e400'],
    ['a variable that is nested too deep', DECLARED, '['.repeat(1000) + ']'.repeat(1000)],
  ])('%s', async (_what, query, limit) => {
    const before = library.seen.length
    const body = `{"query":${JSON.stringify(query)},"variables":{"limit":${limit}}}`
    const response = await post(`${gateway.url}/graphql`, body)
    expect(refusal(response)).toBe('400 BAD_USER_INPUT')
    expect(response.body.errors?.[0]?.extensions['argument']).toBe('limit')
    expect(library.seen).toHaveLength(before)
  })
})

describe('GET /graphql', () => {
  const get = (search: string, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/graphql?${search}`, { headers }).then(read)

  it('executes a query that no other site can have sent', async () => {
    const search = new URLSearchParams(QUERY).toString()
    const { status, body } = await get(search, { authorization: 'Bearer t' })
    expect(status).toBe(200)
    expect(body).toEqual({ data: { warehouses: ['north', 'south'] } })
  })

  it('refuses one that another site could have sent', async () =>
    expect(refusal(await get(new URLSearchParams(QUERY).toString()))).toBe('400 BAD_REQUEST'))

  it('refuses variables with prototype members, or that are not JSON', async () => {
    const headers = { authorization: 'Bearer t' }
    for (const variables of ['{"a":{"__proto__":{"x":1}}}', '{"\\u005f_proto__":1}', '{', '[1]']) {
      const search = new URLSearchParams({ ...QUERY, variables })
      expect(refusal(await get(search.toString(), headers))).toBe('400 BAD_REQUEST')
    }
  })

  it('refuses duplicate keys in a parameter that is JSON', async () => {
    for (const name of ['variables', 'extensions']) {
      const search = new URLSearchParams({ ...QUERY, [name]: '{"a":{"b":1,"b":2}}' })
      const response = await get(search.toString(), { authorization: 'Bearer t' })
      expect(refusal(response)).toBe('400 BAD_REQUEST')
      expect(response.body.errors?.[0]?.message).toBe(
        `The parameter ${name} has an object with a duplicate key. Give each key once.`,
      )
    }
  })

  it.each([
    ['bytes that are not UTF-8', '%FF'],
    ['a character cut short', '%C3'],
    ['half of a surrogate pair', '%ED%A0%80'],
    ['an escape of no byte', '%zz'],
    ['an escape without an end', '%'],
  ])(
    'refuses %s in any parameter, which would be read as something else',
    async (_what, escape) => {
      const searches = {
        query: `query=%7B%20warehouses%20%7D%23${escape}`,
        variables: `query=%7Bwarehouses%7D&variables=%7B%22a%22:%22${escape}%22%7D`,
        extensions: `query=%7Bwarehouses%7D&extensions=%7B%22a%22:%22${escape}%22%7D`,
        operationName: `query=%7Bwarehouses%7D&operationName=${escape}`,
        documentId: `documentId=${escape}`,
        name: `query=%7Bwarehouses%7D&${escape}=1`,
      }
      const before = library.seen.length
      for (const [where, search] of Object.entries(searches)) {
        const response = await get(search, { authorization: 'Bearer t' })
        expect([where, refusal(response)]).toEqual([where, '400 BAD_REQUEST'])
        expect(response.body.errors?.[0]?.message).toContain('not valid UTF-8')
      }
      expect(library.seen).toHaveLength(before)
    },
  )

  it('accepts characters of any script', async () => {
    const search = new URLSearchParams({ query: '{ warehouses } # Café +% \u{1F3E0} \uFFFD' })
    expect(await get(search.toString(), { authorization: 'Bearer t' })).toMatchObject({
      status: 200,
    })
  })
})

describe('other requests', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s /graphql is 405', async (method) => {
    const response = await read(await fetch(`${gateway.url}/graphql`, { method, body: '{' }))
    expect(refusal(response)).toBe('405 BAD_REQUEST')
    expect(response.headers.get('allow')).toBe('GET, POST')
  })

  it.each([
    ['/nothing', 404, 'NOT_FOUND'],
    ['/graphql/', 404, 'NOT_FOUND'],
    ['/%zz', 400, 'BAD_REQUEST'],
  ])('%s is %i as problem+json', async (path, status, code) => {
    const response = await fetch(`${gateway.url}${path}`)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    const requestId = response.headers.get('x-request-id')
    expect(await response.json()).toMatchObject({ status, code, requestId })
  })

  it('a malformed Host header is refused, whichever came before', async () => {
    const hosts = ['a.test', 'a b<>', 'a b<>', 'a.test:x', 'b.test:1']
    const outcomes: string[] = []
    for (const host of hosts) outcomes.push(await sendAs(host))
    const refused = expect.stringContaining('The Host header is malformed.') as string
    expect(outcomes).toEqual(['200', refused, refused, refused, '200'])
  })

  it('a browser at / is redirected to the explorer, other clients are not', async () => {
    const browser = await fetch(gateway.url, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    })
    expect(browser.status).toBe(302)
    expect(browser.headers.get('location')).toBe('/graphiql')
    expect((await fetch(gateway.url)).status).toBe(404)
  })

  it('the explorer is served compressed only, and not again when the browser has it', async () => {
    const packed = await fetch(`${gateway.url}/graphiql`)
    expect(packed.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = await packed.text()
    expect(page).toContain('<title>GraphQL explorer</title>')
    const plain = await fetch(`${gateway.url}/graphiql`, {
      headers: { 'accept-encoding': 'identity' },
    })
    expect([plain.status, await plain.json()]).toMatchObject([
      406,
      { detail: 'The explorer is sent compressed only. Accept gzip.' },
    ])
    const again = await fetch(`${gateway.url}/graphiql`, {
      headers: { 'if-none-match': packed.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })
})
