import { once } from 'node:events'
import http from 'node:http'
import { startTestIssuer } from '@takeoff/kit/testing/issuer'
import type { TestIssuer } from '@takeoff/kit/testing/issuer'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import type { Library } from './fixtures/library.ts'
import { startGateway } from './fixtures/start-gateway.ts'
import type { TestGateway } from './fixtures/start-gateway.ts'

let library: Library
let issuer: TestIssuer
let gateway: TestGateway
let guarded: TestGateway

beforeAll(async () => {
  library = await startLibrary()
  issuer = await startTestIssuer()
  gateway = await startGateway(library.supergraphSdl, { COST_MAX: '100', BODY_BYTES_MAX: '10000' })
  guarded = await startGateway(library.supergraphSdl, { AUTH: 'on', AUTH_ISSUER: issuer.url })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await guarded[Symbol.asyncDispose]()
  await issuer[Symbol.asyncDispose]()
  await library[Symbol.asyncDispose]()
})

type Sent = Readonly<Record<string, string>>

/** Past Fastify, if that can be. */
async function plainly(url: string, body: string | Buffer, headers: Sent = {}) {
  const answer = await request(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'request-1', ...headers },
    body,
  })
  const { date: _date, vary: _vary, ...others } = answer.headers
  return { status: answer.statusCode, headers: others, text: await answer.body.text() }
}

/** With a header that says no more than its absence, but that is Fastify's. */
function byFastify(url: string, body: string | Buffer, headers: Sent = {}) {
  return plainly(url, body, { ...headers, 'accept-encoding': 'identity' })
}

describe('a plain request is answered as by way of Fastify', () => {
  it.each<[string, number, string | Buffer]>([
    ['with an operation that nobody sent before', 200, '{"query":"{ warehouses } #new"}'],
    ['with an operation that is no GraphQL', 400, '{"query":"{"}'],
    ['with a field that does not exist', 400, '{"query":"{ nothing }"}'],
    ['without an operation', 400, '{}'],
    ['with two operations', 400, '[{"query":"{ warehouses }"},{"query":"{ warehouses }"}]'],
    ['with no JSON', 400, '{"query":'],
    ['with nothing', 400, ''],
    ['with a key that could change prototypes', 400, '{"__proto__":{"query":"{ warehouses }"}}'],
    [
      'with bytes that are no UTF-8',
      400,
      Buffer.from('{"query":"{ warehouses } #\xff"}', 'latin1'),
    ],
    ['with more bytes than may come', 413, `{"query":"{ warehouses } #${'a'.repeat(10_000)}"}`],
    ['that costs too much', 400, '{"query":"{ books { related(first: 50) { id title } } }"}'],
    ['with a document of too many tokens', 400, `{"query":"{${' id'.repeat(2000)} }"}`],
  ])('%s: %i', async (_what, status, body) => {
    const plain = await plainly(gateway.url, body)
    expect(plain.status).toBe(status)
    expect(plain).toEqual(await byFastify(gateway.url, body))
    expect(plain).toEqual(await plainly(gateway.url, body))
  })

  it('with an operation that is known and costs too much with these variables', async () => {
    const query = 'query ($n: Int!) { books { related(first: $n) { id title } } }'
    const few = JSON.stringify({ query, variables: { n: 1 } })
    const many = JSON.stringify({ query, variables: { n: 50 } })
    expect((await plainly(gateway.url, few)).status).toBe(200)
    expect((await plainly(gateway.url, few)).status).toBe(200)
    const refused = await plainly(gateway.url, many)
    expect(refused.text).toContain('"code":"COST_EXCEEDED"')
    expect(refused).toEqual(await byFastify(gateway.url, many))
  })

  it('with a Host header that is none, also after a good one', async () => {
    const body = '{"query":"{ warehouses }"}'
    expect((await plainly(gateway.url, body)).status).toBe(200)
    const refused = await plainly(gateway.url, body, { host: 'a b' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('The Host header is malformed.')
    expect(refused).toEqual(await byFastify(gateway.url, body, { host: 'a b' }))
  })
})

describe('where tokens are checked, a plain request', () => {
  const body = '{"query":"{ warehouses } #guarded"}'

  it('is answered with a valid one, each time', async () => {
    const headers = { authorization: `Bearer ${await issuer.token()}` }
    const first = await plainly(guarded.url, body, headers)
    expect(first).toMatchObject({
      status: 200,
      text: expect.stringContaining('warehouses') as string,
    })
    expect(await plainly(guarded.url, body, headers)).toEqual(first)
    expect(await byFastify(guarded.url, body, headers)).toEqual(first)
  })

  it.each<[string, Sent]>([
    ['without one', {}],
    ['with one that is none', { authorization: 'Bearer abc' }],
    ['with another scheme', { authorization: 'Basic abc' }],
  ])('is refused %s, though its operation is known', async (_what, headers) => {
    const refused = await plainly(guarded.url, body, headers)
    expect(refused.status).toBe(401)
    expect(refused.headers['www-authenticate']).toBe('Bearer')
    expect(refused).toEqual(await byFastify(guarded.url, body, headers))
  })

  it('is refused before its body has come', async () => {
    const head = { 'content-type': 'application/json', 'content-length': String(body.length) }
    const call = http.request(`${guarded.url}/graphql`, { method: 'POST', headers: head })
    call.on('error', () => undefined).flushHeaders()
    const [response] = (await once(call, 'response')) as [http.IncomingMessage]
    expect(response.statusCode).toBe(401)
    call.destroy()
  })
})
