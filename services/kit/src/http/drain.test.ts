import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { drain } from './drain.ts'

const LIMIT_MS = 10_000

async function startServer() {
  const server = createServer((_request, response) => response.end('done'))
  server.listen(0, '127.0.0.1')
  onTestFinished(() => server.closeAllConnections())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, port }
}

async function request(port: number, agent: Agent | false) {
  const [response] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [
    IncomingMessage,
  ]
  return { connection: response.headers.connection, body: await text(response) }
}

test('a connection in use gets one more response, which closes it', async () => {
  const { server, port } = await startServer()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await request(port, agent)
  const drained = drain(server, LIMIT_MS)
  expect(await request(port, agent)).toEqual({ connection: 'close', body: 'done' })
  await drained
})

test('connections that are established and not accepted are served', async () => {
  const { server, port } = await startServer()
  const requests = Array.from({ length: 50 }, () => request(port, false))
  await drain(server, LIMIT_MS)
  const bodies = (await Promise.all(requests)).map(({ body }) => body)
  expect(bodies).toEqual(requests.map(() => 'done'))
})

test('new connections are refused', async () => {
  const { server, port } = await startServer()
  await drain(server, LIMIT_MS)
  await expect(request(port, false)).rejects.toThrow('ECONNREFUSED')
})

test('connections on which nothing is requested are left after the limit', async () => {
  const { server, port } = await startServer()
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  await request(port, agent)
  await drain(server, 1)
  const connections = await new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count))
  })
  expect(connections).toBe(1)
})
