import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { NotFoundError, SubgraphUnavailableError } from '../values/errors.ts'
import { createHttpServer } from './http-server.ts'
import { createLogger } from '../service/logger.ts'
import { createMetrics } from '../service/metrics.ts'
import { serviceToken } from '../testing/service-token.ts'

const logger = createLogger('test', 'silent')

function server(ready: () => Promise<void> = () => Promise.resolve()) {
  const app = createHttpServer({
    logger,
    serviceTokens: { audience: 'things', secrets: ['open sesame'] },
    ready,
    metrics: createMetrics('test'),
  })
  app.get('/things/:id', () => {
    throw new NotFoundError('There is no such thing.')
  })
  app.post('/things', (request) => request.body)
  app.post('/discard', (_request, reply) => reply.code(204).send())
  app.get('/busy', () => {
    throw new SubgraphUnavailableError('sign-in', { retryAfterSeconds: 7 })
  })
  app.get('/bug', () => {
    throw new Error('select * from secrets')
  })
  return app
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

const secret = { 'x-service-authorization': await serviceToken('things', 'open sesame') }
const SECRET_LINE = `x-service-authorization: ${secret['x-service-authorization']}`
const POST_HEAD = `POST /things HTTP/1.1\r\nhost: a\r\n${SECRET_LINE}\r\ncontent-type: application/json\r\n`

describe('an HTTP server', () => {
  test('names the time of another try in Retry-After, for an error that has one', async () => {
    const busy = await server().inject({ url: '/busy', headers: secret })
    const missing = await server().inject({ url: '/things/1', headers: secret })
    expect(busy.statusCode).toBe(503)
    expect(busy.headers['retry-after']).toBe('7')
    expect(missing.headers).not.toHaveProperty('retry-after')
  })

  test('returns an AppError as problem+json with its status and code', async () => {
    const response = await server().inject({ url: '/things/1', headers: secret })
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(response.json()).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is no such thing.',
      code: 'NOT_FOUND',
      requestId: response.headers['x-request-id'],
    })
  })

  test('reports a malformed address like any other violation', async () => {
    const response = await server().inject({ url: '/things/%zz', headers: secret })
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(response.json()).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      requestId: response.headers['x-request-id'],
    })
  })

  test('masks every other error', async () => {
    const response = await server().inject({ url: '/bug', headers: secret })
    expect(response.statusCode).toBe(500)
    expect(response.body).not.toContain('secrets')
    expect(response.json()).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
  })

  test('keeps a harmless request id and replaces any other', async () => {
    const requestIdFor = async (id: string) =>
      (await server().inject({ url: '/health/live', headers: { 'x-request-id': id } })).headers[
        'x-request-id'
      ]
    expect(await requestIdFor('crm-2026-000001')).toBe('crm-2026-000001')
    expect(await requestIdFor('short')).not.toBe('short')
    expect(await requestIdFor('{"evil":"log line"}')).toMatch(/^[\w-]{36}$/)
  })

  test('is live at once and ready when its check succeeds', async () => {
    const unready = server(() => Promise.reject(new Error('password=hunter2')))
    expect((await unready.inject('/health/live')).statusCode).toBe(200)
    const response = await unready.inject('/health/ready')
    expect(response.statusCode).toBe(503)
    expect(response.body).not.toContain('hunter2')
    expect((await server().inject('/health/ready')).statusCode).toBe(200)
  })

  test('checks its readiness once for all calls within a second, and again after a failure', async () => {
    const check = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('starting'))
    const app = server(check)
    const status = async () => (await app.inject('/health/ready')).statusCode
    expect(await status()).toBe(503)
    expect(await Promise.all(Array.from({ length: 50 }, status))).toEqual(Array(50).fill(200))
    expect(await status()).toBe(200)
    expect(check).toHaveBeenCalledTimes(2)
  })

  test('shows metrics', async () => {
    expect((await server().inject('/metrics')).body).toContain(
      'process_cpu_seconds_total{service="test"}',
    )
  })

  test('measures requests by their routes, never by their paths', async () => {
    const app = server()
    await app.inject({ url: '/things/1', headers: secret })
    await app.inject({ url: '/things/2', headers: secret })
    await app.inject({ url: '/nothing/3', headers: secret })
    const counts = (await app.inject('/metrics')).body.match(
      /^http_request_duration_seconds_count.*/gm,
    )
    expect(counts).toEqual([
      'http_request_duration_seconds_count{service="test",method="GET",route="/things/:id",status="404"} 2',
      'http_request_duration_seconds_count{service="test",method="GET",route="(none)",status="404"} 1',
    ])
  })

  test('logs a line per request, without its query string', async () => {
    const lines: unknown[] = []
    const app = createHttpServer({
      logger: pino({}, { write: (line) => void lines.push(JSON.parse(line)) }),
    })
    await app.inject({ url: '/nothing?token=abc', headers: { 'x-request-id': 'request-1' } })
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.any(Number) as number,
        pid: process.pid,
        hostname: expect.any(String) as string,
        requestId: 'request-1',
        method: 'GET',
        path: '/nothing',
        statusCode: 404,
        durationMs: expect.any(Number) as number,
        sqlStatements: 0,
        msg: 'request completed',
      },
    ])
  })

  test('writes responses when it has started all requests that arrived', async () => {
    const app = server()
    onTestFinished(() => app.close())
    const steps: string[] = []
    app.get('/steps', () => {
      steps.push('started')
      return ''
    })
    app.addHook('onResponse', (_request, _reply, done) => {
      steps.push('written')
      done()
    })
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const clients = await Promise.all([connected(Number(port)), connected(Number(port))])
    const requestTogether = () =>
      Promise.all(
        clients.map(async (client) => {
          client.write(`GET /steps HTTP/1.1\r\nhost: a\r\n${SECRET_LINE}\r\n\r\n`)
          await once(client, 'data')
        }),
      )
    // The server accepts connections one by one.
    await requestTogether()
    steps.length = 0
    await requestTogether()
    for (const client of clients) client.destroy()
    expect(steps).toEqual(['started', 'started', 'written', 'written'])
  })

  test('no response may be read as another media type than its own', async () => {
    const app = server()
    onTestFinished(() => app.close())
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    for (const path of ['/health/live', '/metrics', '/things/1', '/nothing', '/things/%zz']) {
      const { headers } = await fetch(`${url}${path}`, { headers: secret })
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
    }
    const noHttp = await connected(Number(new URL(url).port))
    noHttp.write('no HTTP\r\n\r\n')
    expect(await text(noHttp)).toContain('\r\nx-content-type-options: nosniff\r\n')
  })

  test.each([
    ['two Host headers', 'host: b', 'The Host header may be sent once only.'],
    [
      'two Authorization headers',
      'Authorization: Bearer a\r\nauthorization: Bearer a',
      'The Authorization header may be sent once only.',
    ],
    [
      'a transfer coding before chunked',
      'transfer-encoding: identity, chunked',
      'The only accepted transfer coding is chunked.',
    ],
    [
      'a transfer coding in a header of its own',
      'transfer-encoding: identity\r\ntransfer-encoding: chunked',
      'The only accepted transfer coding is chunked.',
    ],
  ])('refuses %s, and closes the connection', async (_what, lines, detail) => {
    const app = server()
    onTestFinished(() => app.close())
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const client = await connected(Number(port))
    const ending = lines.startsWith('transfer') ? '2\r\n{}\r\n0\r\n\r\n' : ''
    client.write(`${POST_HEAD}${lines}\r\n\r\n${ending}`)
    const response = await text(client)
    expect(response).toMatch(/^HTTP\/1.1 400 [^]*\r\nconnection: close\r\n/i)
    expect(JSON.parse(response.slice(response.indexOf('{')))).toMatchObject({
      code: 'BAD_REQUEST',
      detail,
    })
  })

  test('accepts a chunked body, in any case', async () => {
    const app = server()
    onTestFinished(() => app.close())
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const client = await connected(Number(port))
    client.write(`${POST_HEAD}connection: close\r\nTransfer-Encoding: Chunked\r\n\r\n`)
    client.write('2\r\n{}\r\n0\r\n\r\n')
    expect(await text(client)).toMatch(/^HTTP\/1.1 200 [^]*{}$/)
  })

  describe('while it closes', () => {
    test('serves a request whose headers had begun, and announces that the connection closes', async () => {
      const app = server()
      const closing = new Promise<void>((resolve) => {
        app.addHook('preClose', (done) => {
          resolve()
          done()
        })
      })
      const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
      const started = once(app.server, 'request')
      const client = await connected(Number(port))
      client.write(POST_HEAD)
      const other = await connected(Number(port))
      other.write(`${POST_HEAD}content-length: 2\r\n\r\n{`)
      await started
      const closed = app.close()
      await closing
      client.write('content-length: 2\r\n\r\n{}')
      expect(await text(client)).toMatch(/^HTTP\/1.1 200 [^]*\r\nconnection: close\r\n[^]*{}$/i)
      other.write('}')
      expect(await text(other)).toMatch(/{}$/)
      await closed
    })
  })

  describe('given a JSON body', () => {
    const send = (payload: Buffer) =>
      server().inject({
        method: 'POST',
        url: '/things',
        headers: { ...secret, 'content-type': 'application/json' },
        payload,
      })

    test.each(['{"name":"Café 屋根 🏠"}', '\ufeff{"name":"\ufffd"}'])(
      'accepts %j',
      async (json) => {
        const response = await send(Buffer.from(json))
        expect(response.statusCode).toBe(200)
        expect(response.json()).toEqual(JSON.parse(json.replace('\ufeff', '')))
      },
    )

    test.each([
      ['a byte of another encoding', Buffer.from('{"name":"Café"}', 'latin1')],
      ['a character that is cut off', Buffer.from('{"name":"\xf0\x9f\x8f"}', 'latin1')],
      ['half of a surrogate pair', Buffer.from('{"name":"\xed\xa0\x80"}', 'latin1')],
      ['UTF-16', Buffer.from('\ufeff{"name":"Cafe"}', 'utf16le')],
    ])('refuses %s', async (_what, bytes) => {
      const response = await send(bytes)
      expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(response.json()).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
        detail: 'The body is not valid UTF-8. Send JSON in that encoding.',
      })
    })

    test.each(['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}'])(
      'reports invalid keys for %j, because it is valid JSON',
      async (json) => {
        expect((await send(Buffer.from(json))).json()).toMatchObject({
          status: 400,
          code: 'BAD_REQUEST',
          detail: 'The body may not have the keys __proto__ and constructor.prototype.',
        })
      },
    )

    test.each([
      '{"name":1,"name":2}',
      '{"name":1,"n\\u0061me":1}',
      '{"a":[{"b":{}},{"b":{},"c":{"d":1, "d" :2}}]}',
      '{"\\\\":1,"\\\\":2}',
      '{"\\"":1,"\\"":"a\\":"}',
      '{"":1,"":2}',
    ])('refuses %s, because readers differ on the value of a duplicate key', async (json) => {
      expect((await send(Buffer.from(json))).json()).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
        detail: 'The body has an object with a duplicate key. Give each key once.',
      })
    })

    test.each([
      '{"name":{"name":1},"names":[{"name":1},{"name":1}]}',
      '{"a":"b","b":"a","c":":","d":"\\":","e":"\\\\"}',
      '{ "a" : 1 , "b"\n:\t[ "a" , "b" ] }',
      '["a","a"]',
      '"a"',
      'null',
      '7',
    ])('accepts %s, which has none', async (json) => {
      expect((await send(Buffer.from(json))).statusCode).toBe(200)
    })

    test('accepts one that nests deeper than calls can', async () => {
      const json = '['.repeat(100_000) + ']'.repeat(100_000)
      const response = await server().inject({
        method: 'POST',
        url: '/discard',
        headers: { ...secret, 'content-type': 'application/json' },
        payload: json,
      })
      expect(response.statusCode).toBe(204)
    })

    test('accepts one that arrives in chunks, also without a length', async () => {
      const app = server()
      onTestFinished(() => app.close())
      const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
      // A token that is verified already: while it is verified, the listener below would take data from the server.
      await app.inject({ url: '/things/1', headers: secret })
      for (const [length, pieces] of [
        ['content-length: 10', ['{"name', '":', '1}']],
        ['transfer-encoding: chunked', ['6\r\n{"name\r\n4\r\n', '":1}', '\r\n0\r\n\r\n']],
      ] as const) {
        const client = await connected(Number(port))
        const head = once(app.server, 'request') as Promise<[IncomingMessage]>
        client.write(`${POST_HEAD}connection: close\r\n${length}\r\n\r\n`)
        const [request] = await head
        for (const piece of pieces) {
          const read = once(request, 'data')
          client.write(piece)
          if (piece.includes('"')) await read
        }
        expect(await text(client)).toMatch(/{"name":1}$/)
      }
    })

    test.each<[string, Record<string, string>, number]>([
      ['a media type that is not JSON', { 'content-type': 'text/plain' }, 415],
      ['a size over the limit', { 'content-length': '2000000' }, 413],
    ])('refuses %s', async (_what, headers, status) => {
      const response = await server().inject({
        method: 'POST',
        url: '/things',
        headers: { ...secret, 'content-type': 'application/json', ...headers },
        payload: '{}',
      })
      expect(response.statusCode).toBe(status)
      expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
    })

    test.each(['', '{"name":'])('refuses %j', async (json) => {
      expect((await send(Buffer.from(json))).json()).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
      })
    })
  })
})

test('a second response to a request is discarded and logged', async () => {
  const lines: string[] = []
  const app = createHttpServer({
    logger: pino({}, { write: (line: string) => void lines.push(line) }),
  })
  onTestFinished(() => app.close())
  app.get('/twice', {
    errorHandler(_error, _request, reply) {
      void reply.code(400).send('first')
      throw new Error('after the response')
    },
    handler() {
      throw new Error('refused')
    },
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  expect(await (await fetch(`${url}/twice`)).text()).toBe('first')
  expect(lines.join('')).toContain('a second response was discarded')
})
