import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Lookup } from './guarded-connector.ts'
import { createSender } from './sender.ts'
import type { SenderOptions } from './sender.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => server.close())
  return (server.address() as AddressInfo).port
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  const port = await listen(server)
  opened.push(() => server.closeAllConnections())
  return `http://127.0.0.1:${port}/hooks?a=1`
}

function send(
  url: string,
  options: Partial<SenderOptions> = {},
  signal = new AbortController().signal,
) {
  const sender = createSender({
    allowLoopback: true,
    connectTimeoutMs: 500,
    attemptTimeoutMs: 300,
    ...options,
  })
  opened.push(() => sender[Symbol.asyncDispose]())
  return sender.send(
    { url, headers: { 'webhook-id': '1' }, body: Buffer.from('{"a":"ü"}') },
    signal,
  )
}

const resolvingTo =
  (...addresses: string[]): Lookup =>
  (_hostname, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

describe('a message', () => {
  test('is posted as the bytes it is, to path and query, with its headers', async () => {
    let seen: unknown
    const url = await serve((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        seen = [
          request.method,
          request.url,
          request.headers['webhook-id'],
          Buffer.concat(chunks).toString(),
        ]
        response.writeHead(202, { 'retry-after': '7' }).end('thanks')
      })
    })
    expect(await send(url)).toEqual({
      kind: 'answered',
      statusCode: 202,
      retryAfter: '7',
      body: Buffer.from('thanks'),
      durationMs: expect.any(Number) as number,
    })
    expect(seen).toEqual(['POST', '/hooks?a=1', '1', '{"a":"ü"}'])
  })

  test('a redirect is the answer', async () => {
    let requests = 0
    const url = await serve((_request, response) => {
      requests += 1
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await send(url)).toMatchObject({ kind: 'answered', statusCode: 307 })
    expect(requests).toBe(1)
  })
})

describe('limits', () => {
  test('64 KiB of an endless answer are read', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200)
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 'a')));
        response.once('drain', more)
      }
      more()
    })
    const answer = await send(url, { attemptTimeoutMs: 5_000 })
    expect(answer).toMatchObject({ kind: 'answered', statusCode: 200 })
    expect(answer.kind === 'answered' && answer.body.length).toBe(65_536)
    expect(answer.durationMs).toBeLessThan(4_000)
  })

  test('no answer in time', async () => {
    expect(await send(await serve(() => undefined))).toMatchObject({
      kind: 'unanswered',
      error: 'no answer in time',
    })
  })

  test('a status that came in time counts, though its body does not end', async () => {
    const url = await serve((_request, response) => response.writeHead(200).write('begun'))
    expect(await send(url)).toMatchObject({
      kind: 'answered',
      statusCode: 200,
      body: Buffer.from('begun'),
    })
  })

  test('a stop ends the attempt', async () => {
    const stopping = new AbortController()
    const url = await serve(() => stopping.abort())
    expect(await send(url, { attemptTimeoutMs: 5_000 }, stopping.signal)).toMatchObject({
      error: 'stopped',
    })
  })
})

describe('network errors', () => {
  test('connection refused', async () => {
    const port = await listen(createSocketServer())
    for (const close of opened.splice(0)) await close()
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ error: 'connection refused' })
  })

  test('connection lost before the answer', async () => {
    const port = await listen(
      createSocketServer((socket) => socket.once('data', () => socket.destroy())),
    )
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ error: 'connection lost' })
  })

  test('an answer that is not HTTP', async () => {
    const port = await listen(createSocketServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')))
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ error: 'not HTTP' })
  })

  test('https where there is none', async () => {
    const port = await listen(
      createSocketServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    )
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ error: 'TLS failed' })
  })

  test('name not found', async () => {
    const lookup: Lookup = (_hostname, _options, done) =>
      done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
    expect(await send('https://nowhere.example.com/', { lookup })).toMatchObject({
      error: 'name not found',
    })
  })
})

describe('the address connected to', () => {
  const refused = { kind: 'unanswered', error: 'address not allowed' }

  test.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'https://169.254.169.254/',
    'https://[::ffff:10.0.0.1]/',
  ])('%s is refused without a connection', async (url) => {
    expect(await send(url, { allowLoopback: false })).toMatchObject(refused)
  })

  test.each([
    [['10.0.0.1']],
    [['127.0.0.1']],
    [['::ffff:127.0.0.1']],
    [['8.8.8.8', '10.0.0.1']],
    [['fd00::1', '2606:4700::1']],
    [[]],
  ])('a name that resolves to %j is refused', async (addresses) => {
    expect(
      await send('https://hooks.example.com/', {
        allowLoopback: false,
        lookup: resolvingTo(...addresses),
      }),
    ).toMatchObject(refused)
  })

  test('a name that changes its answer is checked at every connection', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { connection: 'close' }).end(),
    )
    const answers = ['127.0.0.1', '10.0.0.1']
    const lookup: Lookup = (hostname, options, done) =>
      resolvingTo(answers.shift() ?? '10.0.0.1')(hostname, options, done)
    const sender = createSender({
      allowLoopback: true,
      connectTimeoutMs: 500,
      attemptTimeoutMs: 500,
      lookup,
    })
    opened.push(() => sender[Symbol.asyncDispose]())
    const message = {
      url: url.replace('127.0.0.1', 'hooks.example.com'),
      headers: {},
      body: Buffer.from('{}'),
    }
    const signal = new AbortController().signal
    expect(await sender.send(message, signal)).toMatchObject({ kind: 'answered', statusCode: 200 })
    expect(await sender.send(message, signal)).toMatchObject(refused)
  })
})
