import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { describe, expect, it } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { startGateway } from './fixtures/start-gateway.ts'
import type { TestGateway } from './fixtures/start-gateway.ts'

const APP = 'https://app.example.com'
const OTHER = 'https://other.example.com'

const library = await disposeAfterAll(startLibrary())
const upstream = await disposeAfterAll(
  startLocalServer((_request, response) => {
    response.setHeader('access-control-allow-origin', '*').end('content')
  }),
)
const gateway = await disposeAfterAll(start({ CORS_ORIGINS: `${APP}, http://localhost:5173` }))

function start(env: Readonly<Record<string, string>>): Promise<TestGateway> {
  const services = { FILES_URL: upstream.url, EXPORTS_URL: upstream.url, AUDIT_URL: upstream.url }
  return startGateway(library.supergraphSdl, { ...services, ...env })
}

interface Preflight {
  readonly path?: string
  readonly method?: string
  readonly headers?: string
  readonly at?: TestGateway
}

/** Sends what a browser sends before the request of a page. */
function preflight(
  origin: string,
  { path = '/graphql', method = 'POST', headers = 'authorization', at = gateway }: Preflight = {},
): Promise<Response> {
  return fetch(`${at.url}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': headers,
    },
  })
}

const query = (origin: string, at = gateway): Promise<Response> =>
  fetch(`${at.url}/graphql`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: '{"query":"{ warehouses }"}',
  })

const corsHeadersOf = ({ headers }: Response): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'))

describe('a page of a configured origin', () => {
  it('may send requests, after a preflight that its browser caches', async () => {
    const { status, headers } = await preflight(APP)
    expect(status).toBe(204)
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': expect.stringContaining('authorization') as string,
      'access-control-max-age': '7200',
      vary: expect.stringMatching(/origin/i) as string,
    })
    expect(headers.has('access-control-allow-credentials')).toBe(false)
  })

  it('may read responses and the headers of budgets and warnings, and its errors too', async () => {
    const { headers } = await query(APP)
    expect(headers.get('access-control-expose-headers')).toContain('x-takeoff-warning')
    expect(headers.get('access-control-allow-origin')).toBe(APP)
    expect(headers.get('access-control-expose-headers')).toContain('ratelimit')
    expect(headers.get('vary')).toMatch(/origin/i)
    const broken = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { origin: APP },
    })
    expect([broken.ok, broken.headers.get('access-control-allow-origin')]).toEqual([false, APP])
  })

  it.each([
    ['/files/order.pdf', 'GET, HEAD'],
    ['/exports/jobs', 'GET'],
    ['/exports/orders', 'GET'],
    ['/exports/audit', 'GET'],
  ])('may read %s', async (path, methods) => {
    const allowed = await preflight(APP, { path, method: 'GET' })
    expect(allowed.headers.get('access-control-allow-methods')).toBe(methods)
    const response = await fetch(`${gateway.url}${path}`, { headers: { origin: APP } })
    expect([await response.text(), response.headers.get('access-control-allow-origin')]).toEqual([
      'content',
      APP,
    ])
  })

  it('may request a part of a file, on the condition that it has not changed', async () => {
    const allowed = await preflight(APP, { path: '/files/order.pdf', method: 'GET' })
    const headers = allowed.headers.get('access-control-allow-headers')?.split(/, */)
    expect(headers).toEqual(expect.arrayContaining(['range', 'if-range', 'if-match']))
  })

  it('may send cookies only where that is configured', async () => {
    await using open = await start({ CORS_ORIGINS: APP, CORS_CREDENTIALS: 'true' })
    for (const response of [await preflight(APP, { at: open }), await query(APP, open)]) {
      expect(response.headers.get('access-control-allow-credentials')).toBe('true')
      expect(response.headers.get('access-control-allow-origin')).toBe(APP)
    }
    expect(corsHeadersOf(await preflight(OTHER, { at: open }))).toEqual([])
  })
})

describe('a page of another origin', () => {
  it.each([
    OTHER,
    'null',
    'http://app.example.com',
    `${APP}.attacker.example`,
    `${APP}:8443`,
    'https://sub.app.example.com',
  ])('is allowed nothing: %s', async (origin) => {
    const refused = await preflight(origin)
    expect([refused.status, corsHeadersOf(refused)]).toEqual([405, []])
    const { headers } = await query(origin)
    expect(headers.get('vary')).toMatch(/origin/i)
    expect(corsHeadersOf(await query(origin))).toEqual([])
  })

  it('reads no file, though the service behind would let it', async () => {
    const response = await fetch(`${gateway.url}/files/a`, { headers: { origin: OTHER } })
    expect(corsHeadersOf(response)).toEqual([])
  })
})

it('no page may read health checks or metrics', async () => {
  for (const path of ['/health/ready', '/metrics', '/graphiql']) {
    expect(corsHeadersOf(await preflight(APP, { path, method: 'GET' }))).toEqual([])
    const response = await fetch(`${gateway.url}${path}`, { headers: { origin: APP } })
    expect(corsHeadersOf(response)).toEqual([])
  }
})

it('without configured origins no page of another origin is allowed anything', async () => {
  await using closed = await start({})
  const refused = await preflight(APP, { at: closed })
  expect([refused.status, corsHeadersOf(refused)]).toEqual([405, []])
  expect(corsHeadersOf(await query(APP, closed))).toEqual([])
})

it.each(['*', 'https://app.example.com/', 'app.example.com', 'null', 'https://*.example.com'])(
  'a gateway does not start with the origin %s',
  async (origin) => {
    await expect(start({ CORS_ORIGINS: origin })).rejects.toThrow('CORS_ORIGINS must be origins')
  },
)
