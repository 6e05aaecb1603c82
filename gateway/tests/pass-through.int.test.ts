import { once } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { readServiceToken } from '@takeoff/kit/testing/service-token'
import { beforeEach, describe, expect, it } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { startGateway } from './fixtures/start-gateway.ts'

const FILES_SECRET = 'the service secret behind /files/*'
const EXPORTS_SECRET = 'the service secret behind /exports/*'
const AUDIT_SECRET = 'the service secret behind /exports/audit'
const CONTENT = 'name,quantity\nShingles,3\n'

let seen: IncomingMessage[] = []
let listener: RequestListener

const { supergraphSdl } = await disposeAfterAll(startLibrary())
const upstream = await disposeAfterAll(
  startLocalServer((request, response) => {
    seen.push(request)
    listener(request, response)
  }),
)
const gateway = await disposeAfterAll(
  startGateway(supergraphSdl, {
    FILES_URL: upstream.url,
    EXPORTS_URL: `${upstream.url}/behind/`,
    AUDIT_URL: `${upstream.url}/webhooks`,
    SUBGRAPH_SECRETS: JSON.stringify({
      'order-documents': FILES_SECRET,
      'production-lists': EXPORTS_SECRET,
      webhooks: AUDIT_SECRET,
    }),
    SUBGRAPH_TIMEOUT_MS: '1000',
  }),
)

beforeEach(() => {
  seen = []
  listener = (_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/csv',
      'content-length': CONTENT.length,
      'content-disposition': 'attachment; filename="order.csv"',
      etag: '"abc"',
      'x-powered-by': 'upstream',
    })
    response.end(CONTENT)
  }
})

/** Sends a request line unchanged; fetch would normalise the path. */
async function raw(line: string): Promise<string> {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect(Number(port), hostname)
  socket.write(`${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  return text(socket)
}

describe('a file', () => {
  it('is forwarded with its own headers and none of the upstream server’s', async () => {
    const response = await fetch(`${gateway.url}/files/f1/download?signature=s&expires=1`)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(CONTENT)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv',
      'content-length': String(CONTENT.length),
      'content-disposition': 'attachment; filename="order.csv"',
      etag: '"abc"',
    })
    expect(response.headers.has('x-powered-by')).toBe(false)
    expect(seen[0]?.url).toBe('/files/f1/download?signature=s&expires=1')
  })

  it('is requested with a service token, the caller’s credentials and conditions, and no other header', async () => {
    await fetch(`${gateway.url}/files/f1`, {
      headers: {
        authorization: 'Bearer t',
        cookie: 'session=1',
        range: 'bytes=0-3',
        'if-none-match': '"abc"',
        'x-service-authorization': 'forged',
        'x-forwarded-for': '10.0.0.7',
        'x-client-address': '10.0.0.7',
        'x-request-id': 'my-request-1',
      },
    })
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer t',
      cookie: 'session=1',
      range: 'bytes=0-3',
      'if-none-match': '"abc"',
      'x-request-id': 'my-request-1',
      'x-client-address': '127.0.0.1',
    })
    expect(seen[0]?.headers).not.toHaveProperty('x-forwarded-for')
    const token = seen[0]?.headers['x-service-authorization']
    expect(await readServiceToken(token, FILES_SECRET)).toBe('gateway → order-documents')
  })

  it('has a HEAD without a body', async () => {
    const response = await fetch(`${gateway.url}/files/f1`, { method: 'HEAD' })
    expect(response.headers.get('content-length')).toBe(String(CONTENT.length))
    expect(await response.text()).toBe('')
    expect(seen[0]?.method).toBe('HEAD')
  })

  it.each([
    [206, { 'content-range': 'bytes 0-3/25' }],
    [304, { etag: '"abc"' }],
    [401, { 'www-authenticate': 'Bearer' }],
    [404, {}],
  ])('with status %i is forwarded with that status', async (status, headers) => {
    listener = (_request, response) => void response.writeHead(status, headers).end()
    const response = await fetch(`${gateway.url}/files/f1`)
    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toMatchObject(headers)
  })

  it('that is elsewhere is a redirect for the client, not for the gateway', async () => {
    const location = `${gateway.url}/files/f1/download?signature=s`
    listener = (_request, response) => void response.writeHead(302, { location }).end()
    const response = await fetch(`${gateway.url}/files/f1`, { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(location)
    expect(seen).toHaveLength(1)
  })

  it('is streamed: its beginning arrives before its end is known', async () => {
    const end = Promise.withResolvers<void>()
    listener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' })
      response.write('begin')
      void end.promise.then(() => response.end('end'))
    }
    const response = await fetch(`${gateway.url}/files/f1`)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('begin')
    end.resolve()
    expect((await reader?.read())?.value).toBe('end')
  })

  it('that the client has cancelled is not fetched further', async () => {
    const dropped = Promise.withResolvers<void>()
    listener = (_request, response) => {
      response.on('close', () => dropped.resolve())
      response.writeHead(200).write('begin')
    }
    const client = new AbortController()
    await fetch(`${gateway.url}/files/f1`, { signal: client.signal })
    client.abort()
    await expect(dropped.promise).resolves.toBeUndefined()
  })
})

describe('a measurement file', () => {
  const url = () => `${gateway.url}/measurement-files?orgId=1`
  const send = (body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(url(), {
      method: 'POST',
      body,
      headers: { authorization: 'Bearer t', 'content-type': 'application/xml', ...headers },
    })

  it('is forwarded with its bytes, type and name, and a service token', async () => {
    let received = ''
    const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      received = await text(request)
      response.writeHead(201, { location: '/measurement-files/m1' }).end('{}')
    }
    listener = (request, response) => void respond(request, response)
    const disposition = `attachment; filename*=UTF-8''a.xml`
    const response = await send('<A>é</A>', { 'content-disposition': disposition })
    expect([response.status, response.headers.get('location'), received]).toEqual([
      201,
      '/measurement-files/m1',
      '<A>é</A>',
    ])
    expect(seen[0]?.url).toBe('/behind/measurement-files?orgId=1')
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer t',
      'content-type': 'application/xml',
      'content-disposition': disposition,
      'content-length': '9',
    })
    const token = seen[0]?.headers['x-service-authorization']
    expect(await readServiceToken(token, EXPORTS_SECRET)).toBe('gateway → production-lists')
  })

  it.each([401, 413])(
    'that is refused with %i before its end has this response',
    async (status) => {
      listener = (request, response) => {
        request.resume()
        response
          .writeHead(status, { 'content-type': 'application/problem+json' })
          .end('{"code":"X"}')
      }
      const response = await send(Buffer.alloc(5_000_000))
      expect([response.status, await response.json()]).toEqual([status, { code: 'X' }])
    },
  )

  it('that is too large is refused before it is sent on, with and without a length', async () => {
    listener = (request, response) => request.resume().on('end', () => response.end())
    const large = Buffer.alloc(5_000_001)
    const stream = Readable.toWeb(Readable.from([large])) as unknown as ReadableStream
    for (const body of [large, stream]) {
      // The types of fetch lack what a stream needs.
      const options: object = { method: 'POST', body, duplex: 'half' }
      const response = await fetch(url(), options)
      expect([response.status, await response.json()]).toEqual([
        413,
        expect.objectContaining({ detail: 'The file has more than 5000000 bytes.' }),
      ])
    }
  })

  it('that is refused before its end leaves its connection to the next request', async () => {
    const usual = listener
    listener = (request, response) => {
      if (request.method === 'GET') usual(request, response)
      else response.writeHead(413, { 'content-type': 'application/problem+json' }).end('{}')
    }
    const { hostname, port } = new URL(gateway.url)
    const socket = connect(Number(port), hostname)
    const size = 5_000_000
    socket.write(
      `POST /measurement-files?orgId=1 HTTP/1.1\r\nhost: x\r\ncontent-length: ${size}\r\n\r\n`,
    )
    socket.write(Buffer.alloc(size / 2))
    const refused = await once(socket, 'data')
    expect(String(refused)).toContain('HTTP/1.1 413')
    socket.write(Buffer.alloc(size / 2))
    socket.write('GET /measurement-files/m1 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')

    expect(await text(socket)).toMatch(/HTTP\/1\.1 200 OK[^]*Shingles,3/)
  })

  it('is no longer sent when its client has gone', async () => {
    const [begun, dropped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    listener = (request) => {
      request.on('data', () => begun.resolve()).on('close', () => dropped.resolve())
    }
    const { hostname, port } = new URL(gateway.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      'POST /measurement-files?orgId=1 HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\nbegin',
    )
    await begun.promise
    socket.destroy()
    await expect(dropped.promise).resolves.toBeUndefined()
  })

  it('whose service is away is a 502', async () => {
    listener = (request) => void request.socket.destroy()
    const response = await send('<A/>')
    expect([response.status, await response.json()]).toMatchObject([
      502,
      { code: 'SUBGRAPH_UNAVAILABLE' },
    ])
  })

  it('is read by its id, and its address takes no other method', async () => {
    await fetch(`${gateway.url}/measurement-files/m1`)
    expect(seen[0]?.url).toBe('/behind/measurement-files/m1')
    for (const [path, method, allowed] of [
      ['/measurement-files', 'GET', 'POST'],
      ['/measurement-files', 'PUT', 'POST'],
      ['/measurement-files/m1', 'POST', 'GET'],
      ['/measurement-files/m1', 'DELETE', 'GET'],
    ] as const) {
      const refused = await fetch(`${gateway.url}${path}`, { method })
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, allowed])
    }
    expect(seen).toHaveLength(1)
  })
})

describe('an export', () => {
  it('is requested at its own address with its own service token, and read only', async () => {
    const response = await fetch(`${gateway.url}/exports/lists?orgId=1&format=csv`)
    expect(await response.text()).toBe(CONTENT)
    expect(seen[0]?.url).toBe('/behind/exports/lists?orgId=1&format=csv')
    const token = seen[0]?.headers['x-service-authorization']
    expect(await readServiceToken(token, EXPORTS_SECRET)).toBe('gateway → production-lists')
    for (const method of ['HEAD', 'POST']) {
      const refused = await fetch(`${gateway.url}/exports/lists`, { method })
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET'])
    }
    expect(seen).toHaveLength(1)
  })

  it('that is cut off upstream is cut off for the client', async () => {
    listener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      response.write('{"id":1}\n', () => setTimeout(() => response.destroy(), 20))
    }
    const response = await fetch(`${gateway.url}/exports/lists`)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
  })

  it('is read no faster than the client reads it', async () => {
    let isFull = false
    const dropped = Promise.withResolvers<void>()
    listener = (request, response) => {
      if (request.url?.endsWith('/silent')) return void response.writeHead(200).write('{"id":1}')
      response.on('close', () => dropped.resolve())
      response.writeHead(200)
      const chunk = Buffer.alloc(1_000_000)
      const more = () => {
        while (response.write(chunk)) continue
        isFull = true
      }
      response.on('drain', () => {
        isFull = false
        more()
      })
      more()
    }
    const client = new AbortController()
    const response = await fetch(`${gateway.url}/exports/lists`, { signal: client.signal })
    await expect.poll(() => isFull).toBe(true)
    // A service that is silent for longer than its limit is cut off meanwhile; a slow client is not.
    const silent = await fetch(`${gateway.url}/exports/silent`)
    await expect(silent.text()).rejects.toThrow('terminated')
    expect(isFull).toBe(true)
    const { value } = (await response.body?.getReader().read()) ?? {}
    expect(value?.byteLength).toBeGreaterThan(0)
    client.abort()
    await dropped.promise
  })

  it('that is refused because of a limit is a 429 with Retry-After', async () => {
    listener = (_request, response) =>
      void response
        .writeHead(429, { 'retry-after': '5', 'content-type': 'application/problem+json' })
        .end(JSON.stringify({ code: 'RATE_LIMITED' }))
    const response = await fetch(`${gateway.url}/exports/lists`)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toEqual({ code: 'RATE_LIMITED' })
  })

  it.each([
    [503, { code: 'ORGANIZATION_READ_ONLY', detail: 'It is being moved.' }, '60'],
    [500, { code: 'INTERNAL_SERVER_ERROR', detail: 'The bytes of this file are damaged.' }, null],
  ])('that the service refuses with %i and a problem says why', async (status, problem, retry) => {
    const body = JSON.stringify({ status, ...problem })
    listener = (_request, response) =>
      void response
        .writeHead(status, {
          'content-type': 'application/problem+json; charset=utf-8',
          'content-length': body.length,
          ...(retry !== null && { 'retry-after': retry }),
        })
        .end(body)
    const response = await fetch(`${gateway.url}/exports/jobs`)
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, retry])
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(await response.json()).toEqual({ status, ...problem })
  })

  it('that is unavailable until a time is a 503 with Retry-After', async () => {
    listener = (_request, response) => void response.writeHead(503, { 'retry-after': '7' }).end()
    const response = await fetch(`${gateway.url}/exports/lists`)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(await response.json()).toMatchObject({ status: 503, code: 'SUBGRAPH_UNAVAILABLE' })
  })

  it('that is unavailable is a 502 with the reason', async () => {
    listener = (_request, response) => void response.writeHead(500).end('10.0.0.7 SELECT')
    const response = await fetch(`${gateway.url}/exports/lists`)
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({
      code: 'SUBGRAPH_UNAVAILABLE',
      detail: 'The export cannot be fetched right now. Try again in a moment.',
    })
  })
})

describe('without an upstream service', () => {
  it.each<[string, RequestListener]>([
    ['an error', (_request, response) => void response.writeHead(500).end('10.0.0.7 SELECT')],
    ['a broken connection', (request) => void request.socket.destroy()],
    ['silence', () => {}],
  ])('%s is a 502 without any detail', async (_name, behaviour) => {
    listener = behaviour
    const response = await fetch(`${gateway.url}/files/f1`)
    expect(response.status).toBe(502)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    const body = await response.text()
    expect(JSON.parse(body)).toMatchObject({ status: 502, code: 'SUBGRAPH_UNAVAILABLE' })
    expect(body).not.toMatch(/10\.0\.0\.7|SELECT|127\.0\.0\.1|ECONN|undici/i)
  })

  it.each(['/files/f1', '/exports/lists'])(
    'there is no %s when none is configured',
    async (path) => {
      await using bare = await startGateway(supergraphSdl)
      expect((await fetch(`${bare.url}${path}`)).status).toBe(404)
    },
  )
})

describe('the prefix cannot be bypassed', () => {
  it.each([
    'GET /files/../graphql?query={__typename}',
    'GET /files/%2e%2e/graphql',
    'GET /files/a/../../health',
    'GET /files/..\\graphql',
  ])('%s', async (line) => {
    expect(await raw(line)).toMatch(/^HTTP\/1\.1 40\d/)
    expect(seen.filter(({ url }) => !url?.startsWith('/files/'))).toEqual([])
  })

  it('dot segments are resolved before the request to the upstream service', async () => {
    await raw('GET /files/a/../b')
    expect(seen.map(({ url }) => url)).toEqual(['/files/b'])
  })

  it.each(['POST', 'PUT', 'DELETE'])('%s is 405', async (method) => {
    const response = await fetch(`${gateway.url}/files/f1`, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
    expect(seen).toEqual([])
  })
})

describe('an export', () => {
  it('of the audit log comes from the webhook service, with its secret', async () => {
    await fetch(`${gateway.url}/exports/audit?orgId=1`)
    expect(seen[0]?.url).toBe('/webhooks/exports/audit?orgId=1')
    const token = seen[0]?.headers['x-service-authorization']
    expect(await readServiceToken(token, AUDIT_SECRET)).toBe('gateway → webhooks')
  })

  it('of orders comes from the service of the files', async () => {
    await fetch(`${gateway.url}/exports/orders?orgId=1`)
    expect(seen[0]?.url).toBe('/exports/orders?orgId=1')
  })

  it('leaves every other export where it was', async () => {
    for (const path of ['/exports/audit-2', '/exports/audit/1', '/exports/jobs'])
      await fetch(`${gateway.url}${path}`)
    expect(seen.map(({ url }) => url)).toEqual([
      '/behind/exports/audit-2',
      '/behind/exports/audit/1',
      '/behind/exports/jobs',
    ])
  })
})

describe('the address of a client', () => {
  const addressSeen = async (headers: Record<string, string>, proxies?: readonly string[]) => {
    await using behindProxies = await startGateway(supergraphSdl, {
      FILES_URL: upstream.url,
      FILES_SECRET,
      ...(proxies && { TRUSTED_PROXIES: JSON.stringify(proxies) }),
    })
    await fetch(`${behindProxies.url}/files/f1`, { headers })
    return seen.at(-1)?.headers['x-client-address']
  }
  const FORWARDED = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7, 10.1.2.3' }

  it('is that of the connection, whatever a client sends', async () => {
    expect(await addressSeen({ ...FORWARDED, 'x-client-address': '198.51.100.1' })).toBe(
      '127.0.0.1',
    )
  })

  it('behind trusted proxies is the last one that is no such proxy', async () => {
    expect(await addressSeen(FORWARDED, ['127.0.0.1', '10.0.0.0/8'])).toBe('203.0.113.7')
  })

  it('is not taken from a proxy that is not trusted', async () => {
    expect(await addressSeen(FORWARDED, ['10.0.0.0/8'])).toBe('127.0.0.1')
  })
})
