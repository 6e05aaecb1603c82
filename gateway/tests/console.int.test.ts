import type { IncomingMessage, RequestListener } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { readServiceToken } from '@takeoff/kit/testing/service-token'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { startGateway } from './fixtures/start-gateway.ts'

const SECRET = 'the service secret of the console'
const COOKIES = [
  'theme=dark',
  'takeoff-session-4000=a',
  '__Host-takeoff-session=b',
  '__Host-takeoff-sign-in=c',
].join('; ')

let seen: { request: IncomingMessage; body: string }[] = []
let listener: RequestListener

const library = await disposeAfterAll(startLibrary())
const upstream = await disposeAfterAll(
  startLocalServer((request, response) => {
    void record(request, response)
  }),
)
const gateway = await disposeAfterAll(
  startGateway(library.supergraphSdl, {
    CONSOLE_URL: `${upstream.url}/behind/`,
    FILES_URL: upstream.url,
    SUBGRAPH_SECRETS: JSON.stringify({ console: SECRET }),
  }),
)

const record: (...exchange: Parameters<RequestListener>) => Promise<void> = async (
  request,
  response,
) => {
  seen.push({ request, body: await text(request) })
  listener(request, response)
}

beforeEach(() => {
  seen = []
  listener = (_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      'content-security-policy': "default-src 'none'",
      'set-cookie': ['a=1; HttpOnly', 'b=2; HttpOnly'],
      'permissions-policy': 'camera=()',
    })
    response.end('<title>Console</title>')
  }
})

describe('a page', () => {
  test.each(['/', '/organizations/1/jobs/2?tab=lists', '/assets/app-abc.js', '/session', '/docx'])(
    'at %s is that of the console',
    async (target) => {
      const response = await fetch(`${gateway.url}${target}`, { headers: { accept: 'text/html' } })

      expect([response.status, await response.text()]).toEqual([200, '<title>Console</title>'])
      expect(seen[0]?.request.url).toBe(`/behind${target}`)
      expect(response.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2; HttpOnly'])
      expect(response.headers.get('content-security-policy')).toBe("default-src 'none'")
      expect(response.headers.get('permissions-policy')).toBe('camera=()')
    },
  )

  it('is requested with cookies, a service token, and the client’s address and host as the gateway sees them', async () => {
    await fetch(`${gateway.url}/session`, {
      headers: {
        cookie: COOKIES,
        authorization: 'Bearer t',
        'x-forwarded-for': '10.0.0.7',
        'x-forwarded-host': 'evil.example',
        'x-client-address': '10.0.0.7',
        'x-service-authorization': 'forged',
        'x-request-id': 'my-request-1',
        'x-takeoff-console': '1',
      },
    })
    const headers = seen[0]?.request.headers

    expect(headers).toMatchObject({
      cookie: COOKIES,
      'x-client-address': '127.0.0.1',
      'x-forwarded-host': new URL(gateway.url).host,
      'x-request-id': 'my-request-1',
      'x-takeoff-console': '1',
      traceparent: expect.stringMatching(/^00-/) as string,
    })
    for (const name of ['authorization', 'x-forwarded-for'])
      expect(headers).not.toHaveProperty(name)
    const token = headers?.['x-service-authorization']
    expect(await readServiceToken(token, SECRET)).toBe('gateway → console')
  })

  it('has the errors of the console as they are', async () => {
    listener = (_request, response) =>
      void response.writeHead(503, { 'retry-after': '3' }).end('soon')
    const response = await fetch(`${gateway.url}/`)

    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
      503,
      '3',
      'soon',
    ])
  })

  it('of a console that does not respond is an error with a code', async () => {
    listener = (_request, response) => void response.destroy()
    const response = await fetch(`${gateway.url}/`)

    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ code: 'SUBGRAPH_UNAVAILABLE' })
  })

  it('has a HEAD without a body', async () => {
    const response = await fetch(`${gateway.url}/jobs`, { method: 'HEAD' })

    expect([response.status, await response.text(), seen[0]?.request.method]).toEqual([
      200,
      '',
      'HEAD',
    ])
  })
})

describe('a request of a session', () => {
  test.each([
    ['application/json', '{"documentId":"x"}'],
    ['application/xml', '<house/>'],
    ['text/csv', 'a,b\n'],
  ])('with a body of %s is streamed to the console', async (type, body) => {
    const response = await fetch(`${gateway.url}/session/anything?orgId=1`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })

    expect(response.status).toBe(200)
    expect(seen[0]?.body).toBe(body)
    expect(seen[0]?.request.headers).toMatchObject({
      'content-type': type,
      'content-length': String(body.length),
    })
  })

  it('without a body is one', async () => {
    expect((await fetch(`${gateway.url}/session/x`, { method: 'POST' })).status).toBe(200)
    expect(seen[0]?.request.method).toBe('POST')
  })
})

test('the requests of one address take half of the connections until their responses are read', async () => {
  await using behindProxy = await startGateway(library.supergraphSdl, {
    CONSOLE_URL: upstream.url,
    SUBGRAPH_CONNECTIONS: '4',
    TRUSTED_PROXIES: '["127.0.0.1"]',
  })
  const { hostname, port } = new URL(behindProxy.url)
  listener = ({ headers }, response) =>
    void response.end(headers['x-client-address'] === '192.0.2.1' ? Buffer.alloc(20_000_000) : '')
  const unread = Array.from({ length: 4 }, () => {
    const socket = connect(Number(port), hostname).pause()
    socket.write('GET /assets/a.js HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.1\r\n\r\n')
    return socket
  })
  await expect.poll(() => seen).toHaveLength(2)
  const other = { headers: { 'x-forwarded-for': '192.0.2.2' } }
  expect((await fetch(`${behindProxy.url}/jobs`, other)).status).toBe(200)
  expect(seen).toHaveLength(3)
  for (const socket of unread) socket.destroy()
})

test.each([
  ['GET', '/docs'],
  ['GET', '/docs/orders'],
  ['GET', '/files'],
  ['GET', '/exports'],
  ['GET', '/health/unknown'],
  ['GET', '/mcp'],
  ['GET', '/llms.txt'],
  ['GET', '/measurement-files'],
  ['GET', '/%64ocs/orders?x=1'],
  ['POST', '/'],
  ['POST', '/jobs'],
  ['DELETE', '/jobs'],
])('%s %s is not for the console', async (method, target) => {
  const response = await fetch(`${gateway.url}${target}`, { method })

  expect(response.status).toBe(404)
  expect(seen).toEqual([])
})

test('a path of the gateway in a whole address is not for the console', async () => {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect(Number(port), hostname)
  socket.write('GET http://x/docs HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')

  expect(await text(socket)).toMatch(/^HTTP\/1.1 404/)
  expect(seen).toEqual([])
})

test('without a console, pages are not found, and / leads to the explorer', async () => {
  await using other = await startGateway(library.supergraphSdl)
  const at = (target: string) =>
    fetch(`${other.url}${target}`, { redirect: 'manual', headers: { accept: 'text/html' } })

  expect((await at('/jobs')).status).toBe(404)
  expect((await at('/session')).status).toBe(404)
  expect((await at('/')).headers.get('location')).toBe('/graphiql')
})

describe('the cookie of the console', () => {
  it('is not forwarded with a file', async () => {
    await fetch(`${gateway.url}/files/f1`, { headers: { cookie: COOKIES } })
    await fetch(`${gateway.url}/files/f1`, { headers: { cookie: '__Host-takeoff-session=b' } })

    expect(seen.map(({ request }) => request.headers.cookie)).toEqual(['theme=dark', undefined])
  })

  it('is not forwarded to a subgraph', async () => {
    library.seen.length = 0
    await gateway.send({ query: '{ books { title } }' }, { cookie: COOKIES })

    expect(library.seen).toHaveLength(1)
    expect(library.seen[0]?.headers).not.toHaveProperty('cookie')
  })
})
