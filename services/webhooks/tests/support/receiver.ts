import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startLocalServer } from '@takeoff/kit/testing/local-server'

/** A received POST. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly json: Record<string, unknown>
}

export type Respond = (response: ServerResponse, received: Received) => void

/** A receiver on loopback that records its requests, and responds with 204 by default. */
export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly received: readonly Received[]
  /** Response to the next requests. */
  respond: Respond
  /** Resolves with the matching requests when there are `count`. */
  until(predicate: (received: Received) => boolean, count?: number): Promise<Received[]>
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let watchers: (() => void)[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request)
    const json = JSON.parse(body.toString()) as Record<string, unknown>
    const one = { path: request.url ?? '', headers: request.headers, body, json }
    received.push(one)
    receiver.respond(response, one)
    for (const look of watchers) look()
  }
  const server = await startLocalServer(receive)
  const receiver: Receiver = {
    url: `${server.url}/hooks`,
    received,
    respond: (response) => response.writeHead(204).end(),
    until(predicate, count = 1) {
      return new Promise((resolve) => {
        const look = (): void => {
          const found = received.filter(predicate)
          if (found.length < count) return
          watchers = watchers.filter((other) => other !== look)
          resolve(found)
        }
        watchers.push(look)
        look()
      })
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
  return receiver
}

/** A receiver that never responds. */
export const hang: Respond = () => undefined

export const status =
  (code: number, headers: Record<string, string> = {}): Respond =>
  (response) =>
    response.writeHead(code, headers).end(`answer ${code}`)
