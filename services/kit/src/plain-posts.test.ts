import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpServer } from './http-server.ts'
import type { Answer, PlainReply, PlainRequest, PlainRoute } from './plain-posts.ts'

const BODY_BYTES_MAX = 1000

interface Line {
  readonly msg: string
  readonly statusCode?: number
}

/** A server on which `/plain` tells who answered what, and the lines of its requests. */
async function serve(answer: AnswerTo, accept: PlainRoute['accept'] = routeOf(answer)) {
  const lines: Line[] = []
  const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Line) })
  const app = createHttpServer({ logger, bodyLimitBytes: BODY_BYTES_MAX })
  app.route({
    method: ['GET', 'POST'],
    url: '/plain',
    handler: ({ body }) => ({ by: 'Fastify', body }),
  })
  app.post('/other', () => ({ by: 'Fastify' }))
  app.answerPlainPosts({ path: '/plain', accept })
  const closing = new Promise<void>((resolve) => {
    app.addHook('preClose', (done) => {
      resolve()
      done()
    })
  })
  onTestFinished(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    url,
    closing,
    open: () => connect((app.server.address() as AddressInfo).port, '127.0.0.1').setNoDelay(),
    requestLines: () => lines.filter(({ msg }) => msg === 'request completed'),
  }
}

const HEAD = 'POST /plain HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'

function write(socket: Socket, piece: string): Promise<unknown> {
  return new Promise((resolve) => socket.write(piece, resolve))
}

type AnswerTo = (request: PlainRequest, reply: PlainReply) => ReturnType<Answer>

const answered: AnswerTo = async ({ body }, reply) => {
  await Promise.resolve()
  reply.code(201)
  reply.header('content-type', 'application/json; charset=utf-8')
  return { text: JSON.stringify({ by: 'route', body }), encoding: 'utf8' }
}

const left: AnswerTo = () => Promise.resolve(undefined)

/** Accepts all. */
function routeOf(answer: AnswerTo): PlainRoute['accept'] {
  return (request) => (reply) => answer(request, reply)
}

interface Sent {
  readonly path?: string
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer | AsyncIterable<Buffer> | null
}

async function send(url: string, { path = '/plain', method = 'POST', headers, body = '{}' }: Sent) {
  const answer = await request(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: body as Buffer,
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    json: (await answer.body.json()) as { by?: string; body?: unknown; code?: string },
  }
}

async function* inPieces(...pieces: string[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    await Promise.resolve()
    yield Buffer.from(piece)
  }
}

test('a plain POST is answered past Fastify, with its id, and logged', async () => {
  const { url, requestLines } = await serve(answered)
  const headers = { 'x-request-id': 'request-1' }
  const answer = await send(url, { headers, body: '{"a":"é"}' })
  expect(answer).toMatchObject({
    status: 201,
    headers: {
      'x-request-id': 'request-1',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength('{"by":"route","body":{"a":"é"}}')),
    },
    json: { by: 'route', body: { a: 'é' } },
  })
  expect(requestLines()).toMatchObject([
    {
      requestId: 'request-1',
      method: 'POST',
      path: '/plain',
      statusCode: 201,
      durationMs: expect.any(Number) as number,
      sqlStatements: 0,
      msg: 'request completed',
    },
  ])
})

test('a caller without an id gets one', async () => {
  const { url } = await serve(answered)
  expect((await send(url, {})).headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
})

test('a body that comes in pieces is one', async () => {
  const { app, open } = await serve(answered)
  const head = once(app.server, 'request') as Promise<[IncomingMessage]>
  const socket = open()
  await write(socket, `${HEAD}connection: close\r\ncontent-length: 7\r\n\r\n{"`)
  const [raw] = await head
  for (const piece of ['a"', ':1}']) {
    const read = once(raw, 'data')
    await write(socket, piece)
    await read
  }
  expect(await text(socket)).toMatch(/{"by":"route","body":{"a":1}}$/)
})

test.each<[string, Sent]>([
  ['another method', { method: 'GET', body: null }],
  ['another path', { path: '/other' }],
  ['a query string', { path: '/plain?a' }],
  ['another spelling of the media type', { headers: { 'content-type': 'Application/JSON' } }],
  ['a body of untold size', { body: inPieces('{', '}') }],
  ['a client that takes compressed answers', { headers: { 'accept-encoding': 'gzip' } }],
  ['an encoding of the body', { headers: { 'content-encoding': 'identity' } }],
])('%s is left to Fastify', async (_what, sent) => {
  const { url } = await serve(answered)
  expect((await send(url, sent)).json.by).toBe('Fastify')
})

test.each<[string, Sent, number]>([
  ['a method that it does not serve', { method: 'PUT' }, 404],
  ['another media type', { headers: { 'content-type': 'text/plain' } }, 415],
  ['a body that is too large', { body: `"${'a'.repeat(BODY_BYTES_MAX - 1)}"` }, 413],
  ['broken JSON', { body: '{' }, 400],
  ['nothing', { body: '' }, 400],
  ['JSON that is not UTF-8', { body: Buffer.from('{"a":"\xff"}', 'latin1') }, 400],
  ['JSON with a key that could change prototypes', { body: '{"__proto__":{"a":1}}' }, 400],
])('%s is refused by Fastify', async (_what, sent, status) => {
  const { url } = await serve(answered)
  const answer = await send(url, sent)
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
})

test.each([
  ['an object', '{"a":1}'],
  ['a text of the largest size', `"${'a'.repeat(BODY_BYTES_MAX - 2)}"`],
  ['null', 'null'],
])('what the route leaves to Fastify comes there with its body: %s', async (_what, body) => {
  const { url, requestLines } = await serve(left)
  const answer = await send(url, { body })
  expect(answer.json).toEqual({ by: 'Fastify', body: JSON.parse(body) as unknown })
  expect(requestLines()).toMatchObject([{ msg: 'request completed', statusCode: 200 }])
})

test.each<[string, PlainRoute['accept']]>([
  ['at once', () => undefined],
  ['later', () => Promise.resolve(undefined)],
])('who is not accepted, %s, is left to Fastify with the body', async (_when, accept) => {
  const { url } = await serve(answered, accept)
  expect((await send(url, { body: '{"a":1}' })).json).toEqual({ by: 'Fastify', body: { a: 1 } })
})

test('who is accepted later is answered by the route', async () => {
  const accept = routeOf(answered)
  const { url } = await serve(answered, async (request) => {
    await new Promise((resolve) => setImmediate(resolve))
    return accept(request)
  })
  const { json } = await send(url, { body: '{"a":1}' })
  expect(json).toEqual({ by: 'route', body: { a: 1 } })
})

test('a client that leaves in the midst of its body is answered by nobody', async () => {
  const asked: unknown[] = []
  const { app, open } = await serve((plain, reply) => {
    asked.push(plain.body)
    return answered(plain, reply)
  })
  const connected = once(app.server, 'connection') as Promise<[Socket]>
  const socket = open()
  const [peer] = await connected
  const left = new Promise((resolve) => peer.on('close', resolve))
  await write(socket, `${HEAD}content-length: 9\r\n\r\n{"a"`)
  socket.end()
  await left
  expect(asked).toEqual([])
})

test('what a client leaves behind is done once, and the next is served', async () => {
  const asked: unknown[] = []
  const { url, open } = await serve(async (plain, reply) => {
    asked.push(plain.body)
    if (asked.length === 1) {
      socket.destroy()
      await once(plain.response, 'close')
    }
    return answered(plain, reply)
  })
  const socket = open()
  await write(socket, `${HEAD}content-length: 7\r\n\r\n{"a":1}`)
  await once(socket, 'close')
  expect((await send(url, { body: '{"a":2}' })).json.by).toBe('route')
  expect(asked).toEqual([{ a: 1 }, { a: 2 }])
})

test('while a server closes Fastify answers, which tells that the connection closes', async () => {
  const released = Promise.withResolvers<undefined>()
  const { app, url, closing, open } = await serve(async (plain, reply) => {
    await released.promise
    return answered(plain, reply)
  })
  const late = open()
  await write(late, HEAD)
  const underWay = once(app.server, 'request')
  const held = send(url, {})
  await underWay
  const closed = app.close()
  await closing
  await write(late, 'content-length: 2\r\n\r\n{}')
  expect(await text(late)).toMatch(/\r\nconnection: close\r\n[^]*{"by":"Fastify","body":{}}$/i)
  released.resolve(undefined)
  expect((await held).json.by).toBe('route')
  await closed
})

test('a server that asks for a secret answers nothing past Fastify', () => {
  const app = createHttpServer({ logger: pino({ level: 'silent' }), serviceSecret: 'open sesame' })
  expect(() => app.answerPlainPosts({ path: '/plain', accept: routeOf(answered) })).toThrow(
    'Nobody would ask for the service secret.',
  )
})
