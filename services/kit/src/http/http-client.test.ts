import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { buildConnector } from 'undici'
import { describe, expect, it, vi } from 'vitest'
import { CERTIFICATE } from '../testing/certificate.ts'
import { startRawHttpServer } from '../testing/raw-http-server.ts'
import type { Peer } from '../testing/raw-http-server.ts'
import { HttpClient, HttpError } from './http-client.ts'
import type { HttpClientOptions, HttpRequest, HttpResponse } from './http-client.ts'

const LIMITS = { connections: 1, timeoutMs: 5_000, responseBytesMax: 30_000 }

/** A server, and a client with one connection to it. */
async function open(options: Partial<HttpClientOptions> = {}) {
  const server = await startRawHttpServer()
  const client = new HttpClient({ ...LIMITS, ...options })
  const origin = `http://127.0.0.1:${server.port}`
  const request = { origin, path: '/', method: 'POST', body: '{}' } as const
  const post = (more: Partial<HttpRequest> = {}): Promise<HttpResponse> =>
    client.request({ ...request, ...more })
  return {
    server,
    client,
    post,
    /** A request that can be cancelled. */
    send() {
      const { promise, resolve } = Promise.withResolvers<HttpResponse | HttpError>()
      return { exchange: client.send(request, resolve), outcome: promise }
    },
    /** A connection over which a response has come. */
    async used(): Promise<Peer> {
      const response = post()
      const peer = await server.accept()
      await peer.request()
      peer.socket.write(response200('first'))
      expect(await textOf(response)).toBe('first')
      return peer
    },
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

function response200(body: string): string {
  return `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

async function textOf(response: Promise<HttpResponse>): Promise<string> {
  return (await response).body.toString()
}

/** The outcome of a promise that is awaited later. */
function settled(response: Promise<HttpResponse>): Promise<unknown> {
  return response.catch((error: unknown) => error)
}

describe('a response', () => {
  it('has a status, headers by lower-case name and the bytes of its body', async () => {
    await using http = await open()
    const response = http.post({ path: '/a?b=c', headers: { 'x-a': 'b' }, body: '{"a":"é"}' })
    const peer = await http.server.accept()
    const request = Buffer.from(await peer.request(), 'latin1').toString()
    expect(request).toMatch(/^POST \/a\?b=c HTTP\/1.1\r\nhost: 127.0.0.1:\d+\r\n/)
    expect(request).toMatch(/\r\nx-a: b\r\ncontent-length: 10\r\n\r\n{"a":"é"}$/)
    peer.socket.write('HTTP/1.1 404 Not Found\r\nX-A: 1\r\nX-A: 2\r\ncontent-length: 2\r\n\r\né')
    expect(await response).toEqual({
      statusCode: 404,
      headers: { 'x-a': ['1', '2'], 'content-length': '2' },
      body: Buffer.from('é'),
    })
  })

  it.each([1, 7, 30_000])('is put together from chunks of %i bytes', async (size) => {
    await using http = await open()
    const response = http.post()
    const body = Array.from({ length: 30_000 }, (_, index) => String(index % 10)).join('')
    const peer = await http.server.accept()
    peer.socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
    for (let at = 0; at < body.length; at += size) {
      const chunk = body.slice(at, at + size)
      peer.socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    }
    peer.socket.write('0\r\n\r\n')
    expect(await textOf(response)).toBe(body)
  })

  it('follows informational responses', async () => {
    await using http = await open()
    const response = http.post()
    const peer = await http.server.accept()
    peer.socket.write(`HTTP/1.1 103 Early Hints\r\nx-a: 1\r\n\r\n${response200('a')}`)
    expect((await response).headers).toEqual({ 'content-length': '1' })
  })

  it('that is too large is an error, with what was read', async () => {
    await using http = await open()
    const response = http.post()
    const peer = await http.server.accept()
    peer.socket.write(response200('x'.repeat(1_000_000)))
    const error = { code: 'response too large', response: { statusCode: 200 }, isUnsent: false }
    await expect(response).rejects.toMatchObject(error)
    await peer.closed
  })

  it('that breaks off is an error, with what was read', async () => {
    await using http = await open()
    const response = http.post()
    const peer = await http.server.accept()
    peer.socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')
    const error = { code: 'connection lost', response: { body: Buffer.from('half') } }
    await expect(response).rejects.toMatchObject(error)
  })

  it('that is not wanted is drained when it is small, so that its connection is used again', async () => {
    await using http = await open()
    const response = http.post({ readsBody: (statusCode) => statusCode === 200 })
    const peer = await http.server.accept()
    await peer.request()
    peer.socket.write(response200('x'.repeat(16_384)).replace('200', '502'))
    expect(await response).toMatchObject({ statusCode: 502, body: Buffer.alloc(0) })
    const next = http.post()
    await peer.request()
    peer.socket.write(response200('next'))
    expect(await textOf(next)).toBe('next')
  })

  it('that is not wanted is cut off when it is large', async () => {
    await using http = await open()
    const response = http.post({ readsBody: () => false })
    const peer = await http.server.accept()
    peer.socket.write(response200('x'.repeat(16_385)))
    expect(await response).toMatchObject({ statusCode: 200, body: Buffer.alloc(0) })
    await peer.closed
  })
})

describe('bytes that are not the response to a request are never taken for it', () => {
  it.each([
    ['right behind the response', (peer: Peer) => peer.socket.write(response200('poison'))],
    [
      'while the connection is idle',
      (peer: Peer) => setImmediate(() => peer.socket.write(response200('poison'))),
    ],
  ])('%s', async (_when, write) => {
    await using http = await open()
    const first = http.post()
    const next = http.post()
    const peer = await http.server.accept()
    await peer.request()
    peer.socket.write(response200('first'))
    write(peer)
    expect(await textOf(first)).toBe('first')
    await peer.closed
    const other = await http.server.accept()
    await other.request()
    other.socket.write(response200('next'))
    expect(await textOf(next)).toBe('next')
  })

  it.each([
    ['two lengths', 'content-length: 1\r\ncontent-length: 2'],
    ['a length and chunks', 'content-length: 1\r\ntransfer-encoding: chunked'],
    ['a space before a colon', 'content-length : 1'],
    ['a bare line feed', 'x-a: a\ncontent-length: 1'],
    ['a folded line', 'x-a: a\r\n b\r\ncontent-length: 1'],
  ])('a response with %s is refused', async (_what, headers) => {
    await using http = await open()
    const response = settled(http.post())
    const peer = await http.server.accept()
    peer.socket.write(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\na`)
    expect(await response).toBeInstanceOf(HttpError)
    await peer.closed
  })
})

describe('a request', () => {
  it.each(['a\r\ncontent-length: 0', 'a\nb', 'a\0b'])(
    'with a header that could begin another request is not sent: %j',
    async (value) => {
      await using http = await open()
      const error = { code: 'network error', isUnsent: true }
      await expect(http.post({ headers: ['x-a', value] })).rejects.toMatchObject(error)
      expect(http.server.count()).toBe(0)
    },
  )

  it('with a value that no header can have takes no connection from others', async () => {
    await using http = await open({ connections: 2 })
    for (const value of ['→', '→', 'a\nb', 'a\nb']) {
      const error = { code: 'network error', isUnsent: true }
      await expect(http.post({ headers: { 'x-a': value } })).rejects.toMatchObject(error)
    }
    const next = http.post({ headers: { 'x-a': '\u00e9' } })
    const peer = await http.server.accept()
    expect(await peer.request()).toContain('\r\nx-a: \u00e9\r\n')
    peer.socket.write(response200('next'))
    expect(await textOf(next)).toBe('next')
  })

  it('that cannot reach a server is reported as unsent', async () => {
    await using http = await open()
    await http.server[Symbol.asyncDispose]()
    await expect(http.post()).rejects.toMatchObject({ code: 'connection refused', isUnsent: true })
  })

  it('that reached a server is not reported as unsent', async () => {
    await using http = await open()
    const response = settled(http.post())
    const peer = await http.server.accept()
    await peer.request()
    peer.socket.end()
    expect(await response).toMatchObject({ code: 'connection lost', isUnsent: false })
  })

  it('waits for a free connection, and its deadline includes the wait', async () => {
    // Only the first connection opens, so that the second request still waits when its deadline passes.
    const connect = vi.fn<buildConnector.connector>()
    connect.mockImplementationOnce(buildConnector({}))
    await using http = await open({ timeoutMs: 50, connect })
    const [first, second] = [settled(http.post()), settled(http.post())]
    const peer = await http.server.accept()
    const late = { code: 'no response in time' }
    expect(await first).toMatchObject({ ...late, isUnsent: false })
    expect(await second).toMatchObject({ ...late, isUnsent: true })
    await peer.closed
  })

  it('that is cancelled while it waits leaves the connections alone', async () => {
    await using http = await open()
    const first = http.post()
    const { exchange, outcome } = http.send()
    const third = http.post({ body: 'third' })
    const peer = await http.server.accept()
    await peer.request()
    exchange.cancel()
    expect(await outcome).toMatchObject({ code: 'stopped', isUnsent: true })
    peer.socket.write(response200('first'))
    expect(await textOf(first)).toBe('first')
    expect(await peer.request()).toContain('third')
    peer.socket.write(response200('third'))
    expect(await textOf(third)).toBe('third')
    expect(http.server.count()).toBe(1)
  })

  it('that is cancelled under way closes its connection', async () => {
    await using http = await open()
    const { exchange, outcome } = http.send()
    const peer = await http.server.accept()
    await peer.request()
    exchange.cancel()
    expect(await outcome).toMatchObject({ code: 'stopped' })
    await peer.closed
  })
})

describe('a request that is lost on a connection that was used before', () => {
  it.each([
    ['closed', ({ socket }: Peer) => socket.end()],
    ['reset', ({ socket }: Peer) => socket.resetAndDestroy()],
  ])('is repeated once when that is %s before a response', async (_how, close) => {
    await using http = await open()
    const peer = await http.used()
    const onRepeat = vi.fn<() => void>()
    const response = settled(http.post({ isRepeatable: true, onRepeat }))
    await peer.request()
    close(peer)
    const other = await http.server.accept()
    expect(await other.request()).toContain('\r\n\r\n{}')
    expect(onRepeat).toHaveBeenCalledOnce()
    close(other)
    expect(await response).toMatchObject({ code: 'connection lost', isUnsent: false })
    expect(http.server.count()).toBe(2)
  })

  it('fails when no other connection can be opened', async () => {
    const connector = buildConnector({})
    const connect = vi
      .fn<typeof connector>((_target, done) => {
        setImmediate(done, Object.assign(new Error('reset'), { code: 'ECONNRESET' }), null)
      })
      .mockImplementationOnce(connector)
    await using http = await open({ connect })
    const peer = await http.used()
    const response = settled(http.post({ isRepeatable: true }))
    await peer.request()
    peer.socket.end()
    expect(await response).toMatchObject({ code: 'connection lost', isUnsent: false })
    expect(connect).toHaveBeenCalledTimes(2)
  })

  it('is repeated before those that wait for a connection', async () => {
    await using http = await open()
    const peer = await http.used()
    const lost = http.post({ isRepeatable: true, body: 'lost' })
    const waiting = http.post({ body: 'waiting' })
    await peer.request()
    peer.socket.end()
    const other = await http.server.accept()
    for (const [body, response] of [
      ['lost', lost],
      ['waiting', waiting],
    ] as const) {
      expect(await other.request()).toContain(body)
      other.socket.write(response200(body))
      expect(await textOf(response)).toBe(body)
    }
    expect(http.server.count()).toBe(2)
  })

  it.each([
    ['when it may not be', {}, ({ socket }: Peer) => socket.end()],
    ['when a response has begun', { isRepeatable: true }, ({ socket }: Peer) => socket.end('H')],
  ])('is not repeated %s', async (_why, more, close) => {
    await using http = await open()
    const peer = await http.used()
    const response = settled(http.post(more))
    await peer.request()
    close(peer)
    expect(await response).toMatchObject({ isUnsent: false })
    expect(http.server.count()).toBe(1)
  })
})

it('a request is not repeated when it is lost on a new connection in the place of a used one', async () => {
  await using http = await open()
  const peer = await http.used()
  peer.socket.end()
  await peer.closed
  await nextTurn()
  const response = settled(http.post({ isRepeatable: true }))
  const other = await http.server.accept()
  await other.request()
  other.socket.end()
  expect(await response).toMatchObject({ code: 'connection lost' })
  expect(http.server.count()).toBe(2)
})

describe('a client', () => {
  it('that is closed completes all running and waiting requests, and keeps no connection', async () => {
    await using http = await open()
    const responses = [http.post(), http.post()]
    const peer = await http.server.accept()
    await peer.request()
    const closed = http.client.close()
    peer.socket.write(response200('a'))
    await peer.request()
    peer.socket.write(response200('b'))
    expect(await Promise.all(responses.map(textOf))).toEqual(['a', 'b'])
    await peer.closed
    await closed
    await expect(http.post()).rejects.toMatchObject({ code: 'stopped', isUnsent: true })
  })

  it('that is disposed fails all requests', async () => {
    await using http = await open()
    const responses = [settled(http.post()), settled(http.post())]
    const peer = await http.server.accept()
    await peer.request()
    await http.client[Symbol.asyncDispose]()
    for (const response of responses) expect(await response).toMatchObject({ code: 'stopped' })
    await peer.closed
  })
})

describe('over TLS', () => {
  async function openTls(host: string) {
    const server = await startRawHttpServer({ ...CERTIFICATE, ALPNProtocols: ['h2', 'http/1.1'] })
    const client = new HttpClient(LIMITS)
    const origin = `https://${host}:${server.port}`
    const get = (): Promise<HttpResponse> => client.request({ origin, path: '/', method: 'GET' })
    return {
      server,
      get,
      async [Symbol.asyncDispose]() {
        await client[Symbol.asyncDispose]()
        await server[Symbol.asyncDispose]()
      },
    }
  }

  function trusting() {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, CERTIFICATE.cert])
    return { [Symbol.dispose]: () => setDefaultCACertificates(before) }
  }

  it('a server with a certificate for its name is used, with HTTP/1.1', async () => {
    using _trust = trusting()
    await using http = await openTls('localhost')
    const response = http.get()
    const { socket } = await http.server.accept()
    socket.write(response200('a'.repeat(20_000)))
    expect(await textOf(response)).toBe('a'.repeat(20_000))
    expect(socket).toMatchObject({ alpnProtocol: 'http/1.1', servername: 'localhost' })
    socket.end()
    await once(socket, 'close')
  })

  it('a server with a certificate for another name is not used', async () => {
    using _trust = trusting()
    await using http = await openTls('127.0.0.1')
    await expect(http.get()).rejects.toMatchObject({
      code: 'certificate not trusted',
      isUnsent: true,
    })
  })

  it('a server with an unknown certificate is not used', async () => {
    await using http = await openTls('localhost')
    await expect(http.get()).rejects.toMatchObject({
      code: 'certificate not trusted',
      isUnsent: true,
    })
  })
})
