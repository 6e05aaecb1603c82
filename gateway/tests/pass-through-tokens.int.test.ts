import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { startTestIssuer } from '@takeoff/kit/testing/issuer'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { beforeEach, describe, expect, it } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import { secretsOf, startGateway } from './fixtures/start-gateway.ts'
import type { TestGateway } from './fixtures/start-gateway.ts'

const CONTENT = 'name,quantity\nShingles,3\n'
const PENDING_PER_CALLER = 10

let seen: IncomingMessage[] = []
let listener: RequestListener

const { supergraphSdl } = await disposeAfterAll(startLibrary())
const upstream = await disposeAfterAll(
  startLocalServer((request, response) => {
    seen.push(request)
    listener(request, response)
  }),
)
const issuer = await disposeAfterAll(startTestIssuer())
const token = await issuer.token()
const gateway = await disposeAfterAll(start())

beforeEach(() => {
  seen = []
  listener = (_request, response) => void response.end(CONTENT)
})

function start(environment: Readonly<Record<string, string>> = {}): Promise<TestGateway> {
  return startGateway(supergraphSdl, {
    AUTH: 'on',
    AUTH_ISSUER: issuer.url,
    SUBGRAPH_SECRETS: secretsOf('catalog', 'stock', 'production-lists', 'order-documents'),
    EXPORTS_URL: upstream.url,
    FILES_URL: upstream.url,
    ...environment,
  })
}

function get(path: string, bearer?: string, { url } = gateway): Promise<Response> {
  const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
  return fetch(`${url}${path}`, { headers })
}

describe('a token that is not valid', () => {
  it.each(['/exports/lists', '/files/f1', '/measurement-files/m1'])(
    'is refused before its request waits for a turn at %s',
    async (path) => {
      const refused = await get(path, `${token}x`)
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      expect(refused.headers.get('content-type')).toContain('application/problem+json')
      expect(await refused.json()).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
      expect(seen).toEqual([])
    },
  )

  it('is refused before the end of an upload', async () => {
    const refused = await fetch(`${gateway.url}/measurement-files?orgId=1`, {
      method: 'POST',
      headers: { authorization: 'Bearer none' },
      body: Buffer.alloc(6_000_000),
    })
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'UNAUTHENTICATED' }])
    expect(seen).toEqual([])
  })

  it('with a key that the issuer may have published takes no connection', async () => {
    await using few = await start({ SUBGRAPH_CONNECTIONS: '1' })
    await (await get('/exports/lists', token, few)).text()
    const keys = Promise.withResolvers<ServerResponse>()
    issuer.keysResponse = keys.resolve
    const refused = get('/exports/lists', await issuer.token({ keyId: 'unknown' }), few)
    const held = await keys.promise

    expect((await get('/exports/lists', token, few)).status).toBe(200)

    issuer.keysResponse = undefined
    held.writeHead(500).end()
    const { status, headers } = await refused
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    expect(seen.map(({ headers: { authorization } }) => authorization)).toEqual([
      `Bearer ${token}`,
      `Bearer ${token}`,
    ])
  })
})

describe('requests without a token that counts', () => {
  it('are those of one caller when they come from one address', async () => {
    const held: ServerResponse[] = []
    listener = ({ headers }, response) => {
      if (headers.authorization === `Bearer ${token}`) response.end(CONTENT)
      else held.push(response)
    }
    const first = Array.from({ length: PENDING_PER_CALLER }, (_, n) => get(`/files/f${n}`))
    await expect.poll(() => held).toHaveLength(PENDING_PER_CALLER)
    const next = get('/files/f1/download?signature=s', 'expired')

    expect((await get('/exports/lists', token)).status).toBe(200)
    expect((await get('/files/f1', token)).status).toBe(200)
    expect(held).toHaveLength(PENDING_PER_CALLER)

    listener = (_request, response) => response.end(CONTENT)
    for (const response of held) response.end(CONTENT)
    const statuses = (await Promise.all([...first, next])).map(({ status }) => status)
    expect(statuses).toEqual(statuses.map(() => 200))
  })
})
