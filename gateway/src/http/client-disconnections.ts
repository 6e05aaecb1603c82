import type { ServerResponse } from 'node:http'
import { RequestClient } from '../execution/request-client.ts'

/** Maximum clients whose requests are cancelled in one turn of the event loop: each takes up to 0.3 ms. */
const CLIENTS_PER_TURN = 8

/**
 * Cancels the requests of clients that close their connections. When many disconnect at once, other requests are
 * processed between them.
 */
export class ClientDisconnections {
  readonly #disconnected: RequestClient[] = []

  /** The client that waits for this response. */
  clientOf(response: ServerResponse): RequestClient {
    const client = new RequestClient()
    if (response.destroyed) client.disconnect()
    response.on('close', () => {
      if (!response.writableFinished) this.#add(client)
    })
    return client
  }

  #add(client: RequestClient): void {
    if (this.#disconnected.push(client) === 1) setImmediate(this.#cancelSome)
  }

  readonly #cancelSome = (): void => {
    for (const client of this.#disconnected.splice(0, CLIENTS_PER_TURN)) client.disconnect()
    if (this.#disconnected.length > 0) setImmediate(this.#cancelSome)
  }
}
