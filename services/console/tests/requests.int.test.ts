import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { MemoryStore } from '../src/sessions/memory-store.ts'
import { DOCUMENT_ID, QUERY, startConsole } from './support/start-console.ts'
import type { TestConsole } from './support/start-console.ts'
import type { TestBrowser } from './support/test-browser.ts'

const UPLOAD_BYTES_MAX = 100_000

let console: TestConsole
let browser: TestBrowser
let respond: TestConsole['respond']

beforeAll(async () => {
  console = await startConsole({ UPLOAD_BYTES_MAX: String(UPLOAD_BYTES_MAX) })
  browser = await console.signedIn()
  respond = console.respond
})

afterAll(() => console[Symbol.asyncDispose]())

beforeEach(() => {
  console.received.length = 0
  console.respond = respond
})

const document = { documentId: DOCUMENT_ID, variables: { first: 1 } }
const own = (): Record<string, string> => ({
  'content-type': 'application/json',
  'x-takeoff-console': '1',
  origin: console.url,
})

describe('a request of another site', () => {
  const evil = 'https://evil.example'
  type Headers = Readonly<Record<string, string | undefined>>

  test.each<readonly [string, Headers, number]>([
    ['without the header of the console', { 'x-takeoff-console': undefined }, 403],
    ['with another value of the header', { 'x-takeoff-console': 'true' }, 403],
    ['of another origin', { origin: evil }, 403],
    ['of another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['of another name of this machine', { origin: 'http://localhost' }, 403],
    ['of an opaque origin', { origin: 'null' }, 403],
    ['whose origin begins as this one', { origin: 'ORIGIN.evil.example' }, 403],
    ['that a browser marks as cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['that a browser marks as same-site', { 'sec-fetch-site': 'same-site' }, 403],
    ['that a person typed', { 'sec-fetch-site': 'none' }, 403],
    ['without any mark of a browser', { origin: undefined }, 403],
    ['that is a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['that is plain text', { 'content-type': 'text/plain' }, 415],
    ['that has no type', { 'content-type': undefined }, 415],
    ['that is none', { 'sec-fetch-site': 'same-origin' }, 200],
    ['that is none, without Origin', { origin: undefined, 'sec-fetch-site': 'same-origin' }, 200],
    ['that is none, with a charset', { 'content-type': 'application/json; charset=utf-8' }, 200],
  ])('%s is refused, or not', async (_, changes, status) => {
    const all = Object.entries({ ...own(), ...changes })
    const headers = all.flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value.replace('ORIGIN', console.url)] as const],
    )
    for (const target of ['/session/graphql', '/session/sign-out']) {
      const isSignOut = target.endsWith('out')
      const person = isSignOut && status === 200 ? await console.signedIn() : browser
      // A Buffer has no type of its own, which fetch would send.
      const body = Buffer.from(JSON.stringify(isSignOut ? {} : document))
      const response = await person.send(`${console.url}${target}`, {
        method: 'POST',
        headers: Object.fromEntries(headers),
        body,
      })
      const { code } = (await response.json()) as { readonly code?: string }
      const codes: Readonly<Record<number, string>> = { 403: 'FORBIDDEN', 415: 'BAD_REQUEST' }
      expect([target, response.status, code]).toEqual([target, status, codes[status]])
    }
    expect(console.received).toHaveLength(status === 200 ? 1 : 0)
    expect(await browser.isSignedInAt(console.url)).toBe(true)
  })

  it('cannot upload a file', async () => {
    const response = await browser.send(`${console.url}/session/measurement-files?orgId=1`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: evil, 'x-takeoff-console': '1' },
      body: 'x',
    })
    expect(response.status).toBe(403)
    expect(console.received).toEqual([])
  })
})

describe('a document', () => {
  it('is sent with the access token, its text and hash, and what the page says of the request', async () => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    const response = await browser.send(`${console.url}/session/graphql`, {
      method: 'POST',
      headers: {
        ...own(),
        'idempotency-key': 'key-1',
        'x-request-id': 'request-1',
        'x-client-address': '203.0.113.7',
        authorization: 'Bearer of the page',
        'x-forwarded-for': '10.0.0.1',
        traceparent,
      },
      body: JSON.stringify(document),
    })

    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ data: { jobs: { nodes: [] } } })
    const [request] = console.received
    expect(request).toMatchObject({ method: 'POST', url: '/behind/graphql' })
    const sha256Hash = DOCUMENT_ID.replace('sha256:', '')
    expect(JSON.parse(request?.body ?? '')).toEqual({
      query: QUERY,
      variables: document.variables,
      extensions: { persistedQuery: { version: 1, sha256Hash } },
    })
    expect(request?.headers).toMatchObject({
      authorization: expect.stringMatching(/^Bearer eyJ/) as string,
      'content-type': 'application/json',
      'graphql-client-name': 'takeoff-console',
      'idempotency-key': 'key-1',
      'x-forwarded-for': '203.0.113.7',
      'x-request-id': 'request-1',
      traceparent,
    })
    for (const name of ['cookie', 'x-client-address', 'x-service-authorization', 'origin'])
      expect(request?.headers).not.toHaveProperty(name)
  })

  it('has the response of the gateway as it is', async () => {
    console.respond = (_request, response) => {
      response.writeHead(429, {
        'content-type': 'application/json',
        'retry-after': '7',
        'x-request-id': 'request-of-the-gateway',
        ratelimit: '"token";r=0;t=7',
        'set-cookie': 'evil=1',
        'access-control-allow-origin': '*',
      })
      response.end('{"errors":[{"message":"spent"}]}')
    }
    const response = await console.post(browser, '/session/graphql', document)

    expect(response.status).toBe(429)
    expect(await response.text()).toBe('{"errors":[{"message":"spent"}]}')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'retry-after': '7',
      'x-request-id': 'request-of-the-gateway',
      ratelimit: '"token";r=0;t=7',
    })
    expect(response.headers.has('set-cookie')).toBe(false)
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
  })

  test.each<readonly [string, object, number, object]>([
    [
      'with an id that is unknown',
      { documentId: `sha256:${'0'.repeat(64)}` },
      400,
      { code: 'PERSISTED_DOCUMENT_NOT_FOUND', argument: 'documentId' },
    ],
    ['without an id', {}, 400, { code: 'PERSISTED_DOCUMENT_NOT_FOUND' }],
    [
      'with a name of Object',
      { documentId: '__proto' },
      400,
      { code: 'PERSISTED_DOCUMENT_NOT_FOUND' },
    ],
    [
      'that is a text',
      { query: '{ __typename }' },
      400,
      {
        code: 'BAD_USER_INPUT',
        argument: 'query',
        detail: 'The body has a field that is unknown. Send documentId and variables only.',
      },
    ],
    [
      'that has a text beside its id',
      { ...document, query: '{ __typename }' },
      400,
      { code: 'BAD_USER_INPUT', argument: 'query' },
    ],
    ['that is a batch', [document], 400, { code: 'BAD_REQUEST' }],
    ['that is too large', { ...document, x: 'x'.repeat(1_100_000) }, 413, { code: 'BAD_REQUEST' }],
  ])('%s is refused', async (_, body, status, expected) => {
    const response = await console.post(browser, '/session/graphql', body)

    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject(expected)
    expect(console.received).toEqual([])
  })

  it('needs a session', async () => {
    const response = await console.post(console.browser(), '/session/graphql', document)

    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('of a gateway that does not respond is 503 with the time to try again', async () => {
    console.respond = (_request, response) => void response.destroy()
    const response = await console.post(browser, '/session/graphql', document)

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({ code: 'SUBGRAPH_UNAVAILABLE' })
  })

  it('waits for a connection to the gateway no longer than for a response', async () => {
    await using busy = await startConsole({ GATEWAY_CONNECTIONS: '1', GATEWAY_TIMEOUT_MS: '2000' })
    const person = await busy.signedIn()
    const held = Promise.withResolvers<ServerResponse>()
    busy.respond = (_request, response) => {
      response.write('begin')
      held.resolve(response)
    }
    const first = await person.send(`${busy.url}/session/exports/orders`)
    const progress = setInterval(() => void held.promise.then((one) => one.write('more')), 50)
    const late = await busy.post(person, '/session/graphql', document)
    expect(late.status).toBe(503)
    clearInterval(progress)
    ;(await held.promise).end()
    expect(await first.text()).toMatch(/^begin/)
    expect(busy.received).toHaveLength(1)
  })
})

describe('a file or an export', () => {
  it('whose page is left ends at the gateway', async () => {
    const arrived = Promise.withResolvers<ServerResponse>()
    console.respond = (_request, response) => arrived.resolve(response)
    const page = new AbortController()
    const { signal } = page
    const outcome = browser
      .send(`${console.url}/session/exports/orders`, { signal })
      .catch((error: unknown) => error)
    const ended = once(await arrived.promise, 'close')
    page.abort()
    await ended
    expect(await outcome).toMatchObject({ name: 'AbortError' })
  })

  test.each([
    ['/session/files/f1', '/behind/files/f1'],
    ['/session/files/f1/download?signature=s', '/behind/files/f1/download?signature=s'],
    ['/session/exports/orders?orgId=1', '/behind/exports/orders?orgId=1'],
  ])('%s is read from %s with the access token', async (target, url) => {
    console.respond = (_request, response) => {
      response.writeHead(206, {
        'content-type': 'application/pdf',
        'content-range': 'bytes 0-3/9',
        'cache-control': 'private, max-age=60',
      })
      response.end('%PDF')
    }
    const response = await browser.send(`${console.url}${target}`, {
      headers: { range: 'bytes=0-3' },
    })

    expect([response.status, await response.text()]).toEqual([206, '%PDF'])
    expect(response.headers.get('content-range')).toBe('bytes 0-3/9')
    expect(response.headers.get('cache-control')).toBe('private, max-age=60')
    expect(console.received[0]?.url).toBe(url)
    expect(console.received[0]?.headers['range']).toBe('bytes=0-3')
    expect(console.received[0]?.headers.authorization).toMatch(/^Bearer eyJ/)
  })

  test.each([
    ['an export', '/session/exports/orders?orgId=1', 'cross-site', 403],
    ['an export', '/session/exports/orders?orgId=1', 'same-site', 403],
    ['an export', '/session/exports/orders?orgId=1', 'same-origin', 200],
    ['an export that a person typed', '/session/exports/orders?orgId=1', 'none', 200],
    ['a file, as from a mail,', '/session/files/f1', 'cross-site', 200],
  ])('%s (%s) that a %s page links to is %i', async (_what, target, site, status) => {
    for (const method of ['GET', 'HEAD']) {
      const headers = { 'sec-fetch-site': site }
      const response = await browser.send(`${console.url}${target}`, { method, headers })
      expect([method, response.status]).toEqual([method, status])
    }
    expect(console.received).toHaveLength(status === 200 ? 2 : 0)
  })

  it('that is elsewhere is a redirect for the browser', async () => {
    console.respond = (_request, response) => void response.writeHead(302, { location: '/x' }).end()
    const response = await browser.send(`${console.url}/session/files/f1`)

    expect([response.status, response.headers.get('location')]).toEqual([302, '/x'])
  })

  it('is streamed: its beginning arrives before its end is known', async () => {
    const end = Promise.withResolvers<void>()
    console.respond = (_request, response) => {
      response.write('begin')
      void end.promise.then(() => response.end('end'))
    }
    const response = await browser.send(`${console.url}/session/exports/orders`)
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('begin')
    end.resolve()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('end')
  })

  test.each([
    '/session/files/../graphql',
    '/session/files/../../health/ready',
    '/session/files/%2e%2e/graphql',
    '/session/files/..%2fgraphql',
    '/session/files/..%5cgraphql',
    '/session/files/%252e%252e/graphql',
    '/session/exports/../files/f1',
    '/session/files/..;/graphql',
    '//session/files/f1',
  ])('at %s is not outside of its prefix', async (target) => {
    await raw(target)
    for (const { url } of console.received)
      expect(url).toMatch(/^\/behind\/files\/[^.]*(?:\.\.;.*)?$/)
  })

  it('needs a session', async () => {
    expect((await console.browser().send(`${console.url}/session/files/f1`)).status).toBe(401)
    expect(console.received).toEqual([])
  })

  it('tells a person without a session where to sign in, and a program the code', async () => {
    const read = (accept: string): Promise<Response> =>
      console.browser().send(`${console.url}/session/files/f1`, { headers: { accept } })
    const response = await read('text/html,application/xhtml+xml,*/*;q=0.8')
    const page = await response.text()

    expect(response.status).toBe(401)
    expect(page).toContain('You are not signed in')
    expect(page).toContain('<a href="/">')
    expect(await (await read('*/*')).json()).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('tells a person to wait while sessions cannot be read, and when to try again', async () => {
    vi.spyOn(MemoryStore.prototype, 'read').mockRejectedValueOnce(new Error('no connection'))
    const headers = { accept: 'text/html' }
    const response = await browser.send(`${console.url}/session/files/f1`, { headers })

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.text()).toContain('Try again in a minute.')
  })

  /** Sends a request line unchanged; fetch would normalise the path. */
  async function raw(target: string): Promise<string> {
    const { hostname, port } = new URL(console.url)
    const socket = connect(Number(port), hostname)
    const headers = {
      host: `${hostname}:${port}`,
      connection: 'close',
      cookie: `${console.cookieName}=${browser.cookie(console.cookieName)}`,
      ...(await console.gatewayHeaders()),
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`)
    return text(socket)
  }
})

describe('a measurement file', () => {
  const upload = (body: RequestInit['body'], more: RequestInit & { duplex?: 'half' } = {}) =>
    browser.send(`${console.url}/session/measurement-files?orgId=1`, {
      method: 'POST',
      headers: {
        'content-type': 'application/xml',
        'content-disposition': "attachment; filename*=UTF-8''house%20%C3%A9.xml",
        'x-takeoff-console': '1',
        origin: console.url,
      },
      body: body ?? null,
      ...more,
    })

  it('is streamed to the gateway with its type and name', async () => {
    console.respond = (_request, response) => response.writeHead(201).end('{"id":1}')
    const response = await upload('<house/>')

    expect([response.status, await response.text()]).toEqual([201, '{"id":1}'])
    expect(console.received[0]).toMatchObject({
      method: 'POST',
      url: '/behind/measurement-files?orgId=1',
      body: '<house/>',
      headers: {
        'content-type': 'application/xml',
        'content-length': '8',
        'content-disposition': "attachment; filename*=UTF-8''house%20%C3%A9.xml",
      },
    })
  })

  it('that is too large is refused, with and without a length', async () => {
    const large = Buffer.alloc(UPLOAD_BYTES_MAX + 1)
    const stream = Readable.toWeb(Readable.from([large])) as unknown as ReadableStream
    for (const response of [await upload(large), await upload(stream, { duplex: 'half' })]) {
      expect(response.status).toBe(413)
      expect(await response.json()).toMatchObject({ code: 'BAD_REQUEST' })
    }
    expect(console.received).toEqual([])
  })
})

describe('pages', () => {
  beforeAll(async () => {
    await mkdir(path.join(console.folder, 'assets'), { recursive: true })
    const page = '<!doctype html><title>App</title>'
    await writeFile(path.join(console.folder, 'index.html'), page)
    await writeFile(path.join(console.folder, 'index.html.br'), brotliCompressSync(page))
    await writeFile(path.join(console.folder, 'icon.svg'), '<svg/>')
    await writeFile(path.join(console.folder, 'assets/app-abc.js'), 'let x')
    await writeFile(path.join(console.folder, 'assets/app-abc.js.br'), 'compressed')
    await writeFile(path.join(path.dirname(console.folder), 'secret.txt'), 'not to be read')
  })

  test.each([
    ['/', 200, 'no-store', 'text/html; charset=utf-8'],
    ['/index.html', 200, 'no-store', 'text/html; charset=utf-8'],
    ['/o/1/jobs/2', 200, 'no-store', 'text/html; charset=utf-8'],
    ['/nothing', 404, null, 'application/problem+json; charset=utf-8'],
    ['/icon.svg', 200, 'no-cache', 'image/svg+xml'],
    [
      '/assets/app-abc.js',
      200,
      'public, max-age=31536000, immutable',
      'application/javascript; charset=utf-8',
    ],
    ['/assets/app-abc.js.br', 404, null, 'application/problem+json; charset=utf-8'],
    ['/assets/app-of-before.js', 404, null, 'application/problem+json; charset=utf-8'],
    ['/.env', 404, null, 'application/problem+json; charset=utf-8'],
    ['/%2e%2e/secret.txt', 404, null, 'application/problem+json; charset=utf-8'],
    ['/..%2fsecret.txt', 404, null, 'application/problem+json; charset=utf-8'],
    ['/assets/%00', 404, null, 'application/problem+json; charset=utf-8'],
    [`/assets/${'a'.repeat(256)}`, 404, null, 'application/problem+json; charset=utf-8'],
    ['/session', 200, 'no-store', 'application/json; charset=utf-8'],
    ['/session/unknown', 404, null, 'application/problem+json; charset=utf-8'],
  ])('%s has status %i, cache-control %s and type %s', async (target, status, cache, type) => {
    const response = await browser.send(`${console.url}${target}`)

    expect(response.status).toBe(status)
    expect(response.headers.get('cache-control')).toBe(cache)
    expect(response.headers.get('content-type')).toBe(type)
    const page = await response.text()
    expect(page.includes('<title>App</title>')).toBe(type.startsWith('text/html'))
    expect(page).not.toContain('not to be read')
  })

  it('are the application at an unknown address in a browser, which shows that there is no such page', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const response = await browser.send(`${console.url}/nothing`, { headers })

    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
  })

  // A browser would keep them as they were left, and show them by Back after a sign-out.
  it('are not stored by a browser, compressed or not', async () => {
    for (const encoding of ['br', 'identity']) {
      const headers = { 'accept-encoding': encoding }
      const response = await browser.send(`${console.url}/o/1/jobs`, { method: 'HEAD', headers })
      expect(response.headers.get('content-encoding')).toBe(encoding === 'br' ? 'br' : null)
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('are compressed where the build has done so', async () => {
    const headers = { 'accept-encoding': 'br' }
    const { hostname, port } = new URL(console.url)
    const response = await browser.send(`http://${hostname}:${port}/assets/app-abc.js`, {
      method: 'HEAD',
      headers,
    })

    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
  })

  it('that were requested at another name of this machine are at the configured one', async () => {
    const { port } = new URL(console.url)
    const at = (host: string, target = '/o/1/jobs?x=1') =>
      browser.send(`${console.url}${target}`, { headers: { 'x-forwarded-host': host } })

    for (const target of ['/o/1/jobs?x=1', '/session/sign-in?return=%2Fjobs'])
      expect((await at(`localhost:${port}`, target)).headers.get('location')).toBe(
        `${console.url}${target}`,
      )
    for (const host of ['evil.example', 'localhost:1', `127.0.0.1:${port}`, '@@'])
      expect((await at(host)).status).toBe(200)
  })

  it('that are not built say so, and load again; the process is ready when they are built', async () => {
    await using other = await startConsole()
    const response = await other.browser().send(`${other.url}/o/1/jobs`)
    const page = await response.text()

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('3')
    expect(page).toContain('http-equiv="refresh" content="3"')
    expect(page).toContain('npm run console')
    const readiness = async () => (await fetch(`${other.url}/health/ready`)).status
    expect(await readiness()).toBe(503)
    await mkdir(other.folder)
    await writeFile(path.join(other.folder, 'index.html'), '<!doctype html>')
    expect(await readiness()).toBe(200)
  })
})

describe('every response', () => {
  test.each(['/', '/session', '/session/unknown', '/session/callback', '/missing.js'])(
    'of %s has the headers of security',
    async (target) => {
      const { headers } = await browser.send(`${console.url}${target}`)
      const policy = new Map(
        (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
          const [name = '', ...values] = directive.split(' ')
          return [name, values.join(' ')] as const
        }),
      )

      expect(Object.fromEntries(policy)).toEqual({
        'default-src': "'none'",
        'script-src': "'self'",
        'style-src': "'self'",
        'img-src': "'self'",
        'font-src': "'self'",
        'connect-src': "'self'",
        'frame-src': "'self'",
        'worker-src': "'self'",
        'manifest-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
        'frame-ancestors': "'none'",
      })
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
    },
  )

  it('is for the gateway only', async () => {
    for (const target of ['/', '/session', '/session/sign-in'])
      expect((await fetch(`${console.url}${target}`)).status).toBe(403)
  })
})

describe('cookies', () => {
  async function cookiesOf(publicUrl?: string): Promise<string[]> {
    await using other = await startConsole(publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl })
    const response = await other.browser().send(`${other.url}/session/sign-in`)
    return response.headers.getSetCookie()
  }

  it('have a prefix and Secure where the origin is https', async () => {
    const [cookie, ...others] = await cookiesOf('https://takeoff.example.com')

    expect(others).toEqual([])
    expect(cookie).toMatch(
      /^__Host-takeoff-sign-in=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('have neither on http at a loopback address', async () => {
    const [cookie] = await cookiesOf()

    expect(cookie).toMatch(
      /^takeoff-sign-in-\d+=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })
})
