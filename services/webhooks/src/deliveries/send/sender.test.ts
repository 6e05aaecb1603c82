import { createServer as createSocketServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import type { Listener } from '@takeoff/kit/testing/local-server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Lookup } from '../addresses/resolve-name.ts'
import { createSender } from './sender.ts'
import type { WebhookRequest, Sender, SenderOptions } from './sender.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => server.close())
  return (server.address() as AddressInfo).port
}

/** A receiver that writes raw bytes for each request, by socket and request. */
async function serveRaw(
  respond: (socket: Socket, nth: { readonly socket: number; readonly request: number }) => void,
) {
  const seen = { sockets: 0, requests: 0 }
  const server = createSocketServer((socket) => {
    const nth = (seen.sockets += 1)
    let request = 0
    socket.on('error', () => undefined)
    socket.on('data', () => {
      seen.requests += 1
      request += 1
      respond(socket, { socket: nth, request })
    })
  })
  return { url: `http://127.0.0.1:${await listen(server)}/`, seen }
}

async function serve(listener: Listener): Promise<string> {
  const server = await startLocalServer(listener)
  opened.push(() => server[Symbol.asyncDispose]())
  return `${server.url}/hooks?a=1`
}

/** For what takes the whole time; long enough for a response that comes at once. */
const SHORT = { attemptTimeoutMs: 1_000 }

function open(options: Partial<SenderOptions> = {}): Sender {
  const sender = createSender({
    allowLoopback: true,
    connectTimeoutMs: 5_000,
    attemptTimeoutMs: 5_000,
    ...options,
  })
  opened.push(() => sender[Symbol.asyncDispose]())
  return sender
}

const messageTo = (url: string): WebhookRequest => ({
  url,
  headers: { 'webhook-id': '1' },
  body: Buffer.from('{"a":"ü"}'),
})

const send = (url: string, options: Partial<SenderOptions> = {}) =>
  open(options).send(messageTo(url))

describe('a message', () => {
  test('is posted with its exact bytes, to path and query, with its headers', async () => {
    let seen: unknown
    const url = await serve(async (request, response) => {
      const { method, headers } = request
      seen = [method, request.url, headers['webhook-id'], await text(request)]
      response.writeHead(202, { 'retry-after': '7', 'content-type': 'text/plain' }).end('thanks')
    })
    expect(await send(url)).toEqual({
      kind: 'response',
      statusCode: 202,
      retryAfter: '7',
      contentType: 'text/plain',
      body: Buffer.from('thanks'),
      durationMs: expect.any(Number) as number,
    })
    expect(seen).toEqual(['POST', '/hooks?a=1', '1', '{"a":"ü"}'])
  })

  test('an interim response is not the response', async () => {
    const { url } = await serveRaw((socket) =>
      socket.write(
        'HTTP/1.1 103 Early Hints\r\nretry-after: 9\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
      ),
    )
    expect(await send(url)).toMatchObject({
      kind: 'response',
      statusCode: 204,
      retryAfter: undefined,
      body: Buffer.alloc(0),
    })
  })

  test('an interim response alone is no response', async () => {
    const { url } = await serveRaw((socket) =>
      socket.end('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
    )
    expect(await send(url)).toMatchObject({ kind: 'error', error: 'connection lost' })
  })

  test.each(['', 'hooks', 'ftp://127.0.0.1/', 'http://127.0.0.1:99999/'])(
    'an invalid url (%j) is reported as a network error',
    async (url) => {
      expect(await send(url)).toMatchObject({ kind: 'error', error: 'network error' })
    },
  )

  test('a header that cannot be sent is reported as a network error', async () => {
    const url = await serve((_request, response) => response.end())
    const sender = open()
    const message = { ...messageTo(url), headers: { 'x-a': 'a\r\nb' } }
    expect(await sender.send(message)).toMatchObject({
      kind: 'error',
      error: 'network error',
    })
  })

  test('a redirect is the response', async () => {
    let requests = 0
    const url = await serve((_request, response) => {
      requests += 1
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await send(url)).toMatchObject({ kind: 'response', statusCode: 307 })
    expect(requests).toBe(1)
  })
})

describe('a reused socket', () => {
  const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
  const lost = { kind: 'error', error: 'connection lost' }
  const onRepeat = vi.fn<() => void>()
  beforeEach(() => onRepeat.mockReset())
  const sendTwice = async (url: string, options: Partial<SenderOptions> = {}) => {
    const sender = open({ onRepeat, ...options })
    expect(await sender.send(messageTo(url))).toMatchObject({ statusCode: 200 })
    // A connection is reused from the next turn of the event loop on.
    await nextTurn()
    return sender.send(messageTo(url))
  }

  test('one socket serves consecutive requests', async () => {
    const { url, seen } = await serveRaw((socket) => socket.write(OK))
    expect(await sendTwice(url)).toMatchObject({ statusCode: 200 })
    expect(seen).toEqual({ sockets: 1, requests: 2 })
    expect(onRepeat).not.toHaveBeenCalled()
  })

  test.each([
    ['closed', (socket: Socket) => socket.end()],
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
  ])('when it is %s at the second request, the request is repeated at once', async (_how, kill) => {
    const { url, seen } = await serveRaw((socket, nth) =>
      nth.request === 1 ? socket.write(OK) : kill(socket),
    )
    expect(await sendTwice(url)).toMatchObject({ kind: 'response', statusCode: 200 })
    expect(seen).toEqual({ sockets: 2, requests: 3 })
    expect(onRepeat).toHaveBeenCalledOnce()
  })

  test('a request is repeated at most once', async () => {
    const { url, seen } = await serveRaw((socket, nth) =>
      nth.socket === 1 && nth.request === 1 ? socket.write(OK) : socket.destroy(),
    )
    expect(await sendTwice(url)).toMatchObject(lost)
    expect(seen).toEqual({ sockets: 2, requests: 3 })
  })

  test('no request is repeated when a new socket dies', async () => {
    const { url, seen } = await serveRaw((socket) => socket.destroy())
    expect(await send(url)).toMatchObject(lost)
    expect(seen).toEqual({ sockets: 1, requests: 1 })
  })

  test('no request is repeated when a new socket dies that replaced a closed one', async () => {
    const { url, seen } = await serveRaw((socket, nth) =>
      nth.socket === 1
        ? socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nok')
        : socket.destroy(),
    )
    expect(await sendTwice(url)).toMatchObject(lost)
    expect(seen).toEqual({ sockets: 2, requests: 2 })
  })

  test('no request is repeated after its response has begun', async () => {
    const { url, seen } = await serveRaw((socket, nth) =>
      nth.request === 1 ? socket.write(OK) : socket.write('H', () => socket.destroy()),
    )
    expect(await sendTwice(url)).toMatchObject(lost)
    expect(seen).toEqual({ sockets: 1, requests: 2 })
  })

  test('no request is repeated after the timeout', async () => {
    const { url, seen } = await serveRaw((socket, nth) => nth.request === 1 && socket.write(OK))
    expect(await sendTwice(url, SHORT)).toMatchObject({ error: 'no response in time' })
    expect(seen).toEqual({ sockets: 1, requests: 2 })
  })

  test('a receiver that closes after each response gets a new socket for each request', async () => {
    const { url, seen } = await serveRaw((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nok'),
    )
    expect(await sendTwice(url)).toMatchObject({ statusCode: 200, body: Buffer.from('ok') })
    expect(seen).toEqual({ sockets: 2, requests: 2 })
  })
})

describe('limits', () => {
  test('64 KiB of an endless response are read', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200)
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 'a')));
        response.once('drain', more)
      }
      more()
    })
    // Far beyond the timeout of a test: waiting for the end would fail it.
    const response = await send(url, { attemptTimeoutMs: 60_000 })
    expect(response).toMatchObject({ kind: 'response', statusCode: 200 })
    expect(response.kind === 'response' && response.body.length).toBe(65_536)
  })

  test('a missing response is an error after the timeout', async () => {
    expect(await send(await serve(() => undefined), SHORT)).toMatchObject({
      kind: 'error',
      error: 'no response in time',
    })
  })

  test('a status within the timeout counts, even if its body does not end', async () => {
    const url = await serve((_request, response) => response.writeHead(200).write('begun'))
    expect(await send(url, SHORT)).toMatchObject({
      kind: 'response',
      statusCode: 200,
      body: Buffer.from('begun'),
    })
  })

  test('disposing the sender aborts requests under way', async () => {
    const sender = open()
    const url = await serve(() => void sender[Symbol.asyncDispose]())
    expect(await sender.send(messageTo(url))).toMatchObject({ error: 'stopped' })
  })
})

describe('a network error is reported for', () => {
  test('a refused connection', async () => {
    const port = await listen(createSocketServer())
    for (const close of opened.splice(0)) await close()
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ error: 'connection refused' })
  })

  test('a connection that is lost before the response', async () => {
    const port = await listen(
      createSocketServer((socket) => socket.once('data', () => socket.destroy())),
    )
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ error: 'connection lost' })
  })

  test('a response that is not HTTP', async () => {
    const port = await listen(createSocketServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')))
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ error: 'not HTTP' })
  })

  test('an https request to a server without TLS', async () => {
    const port = await listen(
      createSocketServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    )
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ error: 'TLS failed' })
  })

  test('a name that is not found', async () => {
    const lookup: Lookup = (_hostname, _options, done) =>
      done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
    expect(await send('https://nowhere.example.com/', { lookup })).toMatchObject({
      error: 'name not found',
    })
  })
})
