import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Connections } from './connections.ts'
import { Exchange } from './exchange.ts'
import type { Answer } from './exchange.ts'
import { createGuardedConnector } from './guarded-connector.ts'

let respond: RequestListener
let sockets = 0
let accepted = 0
const server = createServer((request, response) => respond(request, response))
server.on('connection', (socket) => {
  sockets += 1
  accepted += 1
  socket.once('close', () => (sockets -= 1))
})

let port = 0
let connections: Connections

beforeEach(async () => {
  respond = (_request, response) => response.writeHead(204).end()
  accepted = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  connections = new Connections(
    createGuardedConnector({
      allowLoopback: true,
      connectTimeoutMs: 5_000,
      lookup: (_hostname, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    }),
    { openMaxPerOrigin: 4, idleMax: 16 },
  )
})
afterEach(async () => {
  await connections[Symbol.asyncDispose]()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const post = (host: string, timeoutMs = 10_000): Promise<Answer> =>
  new Promise((done) => {
    const request = { origin: `http://${host}:${port}`, path: '/', method: 'POST' } as const
    const exchange = new Exchange({ connections, request, done })
    exchange.start()
    setTimeout(() => exchange.end('no answer in time'), timeoutMs).unref()
  })
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

test('an origin has no more sockets than it may; what is more waits for one that is free', async () => {
  const held: (() => void)[] = []
  respond = (_request, response) => held.push(() => response.writeHead(204).end())
  const answers = times(6, () => post('a.example.com'))
  await vi.waitFor(() => expect(held).toHaveLength(4))
  expect(sockets).toBe(4)
  for (const release of held.splice(0)) release()
  await vi.waitFor(() => expect(held).toHaveLength(2))
  for (const release of held.splice(0)) release()
  expect(new Set((await Promise.all(answers)).map(({ kind }) => kind))).toEqual(
    new Set(['answered']),
  )
  expect(sockets).toBe(4)
})

test('time passes for what waits, too, and it leaves nothing behind', async () => {
  const held: (() => void)[] = []
  respond = (_request, response) => held.push(() => response.writeHead(204).end())
  const lent = times(4, () => post('a.example.com'))
  await vi.waitFor(() => expect(held).toHaveLength(4))
  expect(await post('a.example.com', 20)).toMatchObject({ error: 'no answer in time' })
  for (const release of held.splice(0)) release()
  await Promise.all(lent)
  const late = vi.fn<RequestListener>((_request, response) => response.writeHead(204).end())
  respond = late
  for (let n = 0; n < 8; n += 1) await post('a.example.com')
  expect(late).toHaveBeenCalledTimes(8)
})

test('a socket that dies makes room for the next that waits', async () => {
  const held: (() => void)[] = []
  respond = (request, response) => {
    if (held.length < 4) held.push(() => request.socket.destroy())
    else response.writeHead(204).end()
  }
  const lent = times(4, () => post('a.example.com'))
  await vi.waitFor(() => expect(held).toHaveLength(4))
  const next = post('a.example.com')
  held[0]?.()
  expect(await next).toMatchObject({ statusCode: 204 })
  for (const die of held) die()
  await Promise.all(lent)
})

test('over all origins the sockets that were used last stay', async () => {
  for (let n = 0; n < 20; n += 1) await post(`${n}.example.com`)
  await vi.waitFor(() => expect(sockets).toBe(16))
  expect(connections.origins).toBe(16)
  await post('4.example.com')
  expect(accepted).toBe(20)
  await post('3.example.com')
  expect(accepted).toBe(21)
})

test('an origin whose sockets were closed is forgotten', async () => {
  await Promise.all(times(8, (n) => post(`${n}.example.com`)))
  expect(connections.origins).toBe(8)
  server.closeAllConnections()
  await vi.waitFor(() => expect(connections.origins).toBe(0))
})

test('so is one that could not be reached, and one that did not answer', async () => {
  respond = () => undefined
  expect(await post('a.example.com', 20)).toMatchObject({ error: 'no answer in time' })
  server.close()
  server.closeAllConnections()
  expect(await post('b.example.com')).toMatchObject({ error: 'connection refused' })
  expect(connections.origins).toBe(0)
})
