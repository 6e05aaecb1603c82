import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { Logger } from '@takeoff/kit/service/logger'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { fastify } from 'fastify'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { startGateway } from './fixtures/start-gateway.ts'

interface Line {
  readonly level: number
  readonly msg: string
}

const ERROR = 50
const lines: Line[] = []
const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Line) }
const { log } = fastify({ logger: { level: 'debug', stream } })

let arrived: PromiseWithResolvers<readonly [IncomingMessage, ServerResponse]>

const library = await disposeAfterAll(startLibrary())
const upstream = await disposeAfterAll(startLocalServer((...exchange) => arrived.resolve(exchange)))
const gateway = await disposeAfterAll(
  startGateway(
    library.supergraphSdl,
    { CONSOLE_URL: upstream.url, FILES_URL: upstream.url, EXPORTS_URL: upstream.url },
    log as Logger,
  ),
)

beforeEach(() => {
  lines.length = 0
  arrived = Promise.withResolvers()
})

/** Sends the head of a request, and as much of its body as is given. */
function send(line: string, { length = 0, body = '' } = {}): Socket {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect(Number(port), hostname)
  const head = [`${line} HTTP/1.1`, 'host: x', 'content-type: application/json']
  socket.write(`${[...head, `content-length: ${length}`].join('\r\n')}\r\n\r\n${body}`)
  return socket
}

/** The gateway's end of the connection on which its next request comes. */
function connectionOfNextRequest(): Promise<Socket> {
  const { promise, resolve } = Promise.withResolvers<Socket>()
  const start = 'http.server.request.start'
  const onStart = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket }
    if (String(socket.localPort) !== new URL(gateway.url).port) return
    unsubscribe(start, onStart)
    resolve(socket)
  }
  subscribe(start, onStart)
  return promise
}

const logged = (msg: string): Promise<Line> =>
  vi.waitFor(() => {
    const line = lines.find((each) => each.msg === msg)
    if (line === undefined) throw new Error(`there is no line "${msg}" yet`)
    return line
  }, 20_000)
const errors = (): Line[] => lines.filter(({ level }) => level >= ERROR)

describe('a client that disconnects', () => {
  it.each(['/session/graphql', '/measurement-files?orgId=1'])(
    'before it has the response to POST %s is no error of the gateway',
    async (path) => {
      const connection = connectionOfNextRequest()
      const client = send(`POST ${path}`, { length: 2, body: '{}' })
      const [request, response] = await arrived.promise
      await once(request.resume(), 'end')
      client.destroy()
      await once(await connection, 'close')
      response.end('{}')
      await logged('client disconnected')
      expect(errors()).toEqual([])
    },
  )

  it.each(['/session/measurement-files?orgId=1', '/measurement-files?orgId=1'])(
    'in the middle of an upload to %s is no error of the gateway',
    async (path) => {
      const client = send(`POST ${path}`, { length: 1_000, body: 'half' })
      const [request] = await arrived.promise
      request.on('error', () => undefined)
      await once(request, 'data')
      client.destroy()
      await logged('client disconnected')
      expect(errors()).toEqual([])
    },
  )
})

it('an upstream service that cuts the connection is an error, as before', async () => {
  const client = send('GET /files/f1')
  const [, response] = await arrived.promise
  response.destroy()
  expect(String(await once(client, 'data'))).toContain('502')
  client.destroy()
  await logged('request failed')
})
