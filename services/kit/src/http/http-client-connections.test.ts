import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildConnector } from 'undici'
import { expect, it } from 'vitest'
import { HttpClient } from './http-client.ts'
import type { HttpResponse } from './http-client.ts'

/** A server with any number of names, and a client with few connections. */
async function open() {
  let listener: RequestListener = (_request, response) => response.writeHead(204).end()
  const seen = { open: 0, accepted: 0 }
  const server = createServer((request, response) => listener(request, response))
  server.on('connection', (socket) => {
    seen.open += 1
    seen.accepted += 1
    socket.once('close', () => (seen.open -= 1))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const client = new HttpClient({
    connections: 4,
    idleConnectionsMax: 16,
    timeoutMs: 5_000,
    responseBytesMax: 1_000,
    connect: buildConnector({
      lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    }),
  })
  const request = (name = 'a') =>
    ({ origin: `http://${name}.example.com:${port}`, path: '/', method: 'POST' }) as const
  return {
    seen,
    server,
    client,
    respond: (by: RequestListener) => void (listener = by),
    request,
    post: (name?: string): Promise<HttpResponse> => client.request(request(name)),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

it('an origin has a limited number of connections; further requests wait', async () => {
  await using http = await open()
  const held: (() => void)[] = []
  http.respond((_request, response) => held.push(() => response.writeHead(204).end()))
  const responses = times(6, () => http.post())
  await expect.poll(() => held).toHaveLength(4)
  expect(http.seen.open).toBe(4)
  for (const release of held.splice(0)) release()
  await expect.poll(() => held).toHaveLength(2)
  for (const release of held.splice(0)) release()
  await Promise.all(responses)
  expect(http.seen.accepted).toBe(4)
})

it('a connection that is lost makes room for the next request that waits', async () => {
  await using http = await open()
  const lost: (() => void)[] = []
  http.respond((request, response) => {
    if (lost.length < 4) lost.push(() => request.socket.destroy())
    else response.writeHead(204).end()
  })
  const failing = Promise.allSettled(times(4, () => http.post()))
  await expect.poll(() => lost).toHaveLength(4)
  const next = http.post()
  lost[0]?.()
  expect(await next).toMatchObject({ statusCode: 204 })
  for (const destroy of lost) destroy()
  await failing
})

it('of all idle connections those that were used last stay open', async () => {
  await using http = await open()
  for (let n = 0; n < 20; n += 1) await http.post(`${n}`)
  await expect.poll(() => http.seen.open).toBe(16)
  expect(http.client.origins).toHaveLength(16)
  await http.post('4')
  expect(http.seen.accepted).toBe(20)
  await http.post('3')
  expect(http.seen.accepted).toBe(21)
})

it('an origin without connections is evicted: one that closed them, did not respond, or was not reached', async () => {
  await using http = await open()
  await Promise.all(times(8, (n) => http.post(`${n}`)))
  expect(http.client.origins).toHaveLength(8)
  http.server.closeAllConnections()
  await expect.poll(() => http.client.origins).toEqual([])

  const cancelled = await new Promise((resolve) => {
    const exchange = http.client.send(http.request(), resolve)
    http.respond(() => exchange.cancel())
  })
  expect(cancelled).toMatchObject({ code: 'stopped' })
  await expect.poll(() => http.client.origins).toEqual([])

  await new Promise((resolve) => {
    http.server.close(resolve)
    http.server.closeAllConnections()
  })
  // A process that starts at this moment holds a copy of the socket until its program runs.
  const refusal = () => http.post().catch((error: unknown) => error)
  await expect.poll(refusal).toMatchObject({ code: 'connection refused' })
  expect(http.client.origins).toEqual([])
})
