import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request that arrived. */
export interface Arrived {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** From 1. */
  readonly number: number
}

/** Responds to one request. */
export type Respond = (response: ServerResponse, arrived: Arrived) => void | Promise<void>

/** A server on loopback whose responses a test decides. */
export interface ScriptedServer extends AsyncDisposable {
  /** As of a GraphQL endpoint. */
  readonly url: string
  readonly arrived: readonly Arrived[]
}

export async function startServer(respond: Respond): Promise<ScriptedServer> {
  const arrived: Arrived[] = []
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body: await text(request),
      number: arrived.length + 1,
    }
    arrived.push(one)
    await respond(response, one)
  }
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    arrived,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** The next of these for each request; the last one from then on. */
export function inTurn(...responds: readonly Respond[]): Respond {
  return (response, arrived) =>
    responds[Math.min(arrived.number, responds.length) - 1]?.(response, arrived)
}

export const json =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Respond =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }

/** A GraphQL response with one error. */
export const refused = (
  code: string,
  { status = 200, data = null, ...extensions }: ErrorScript = {},
): Respond =>
  json(
    {
      data,
      errors: [{ message: `Refused: ${code}.`, path: ['a'], extensions: { code, ...extensions } }],
    },
    status,
  )

interface ErrorScript {
  readonly status?: number
  readonly data?: unknown
  readonly [extension: string]: unknown
}

/** Closes the connection before the response. */
export const drop: Respond = (response) => void response.destroy()

/** Closes the connection within the response. */
export const breakOff: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"data":')
  setTimeout(() => response.destroy(), 20)
}
