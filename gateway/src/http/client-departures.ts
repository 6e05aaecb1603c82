import type { ServerResponse } from 'node:http'

/** Maximum clients whose requests are cancelled in one turn of the event loop: each takes up to 0.3 ms. */
const CLIENTS_PER_TURN = 8
/** Shared: to record a stack for each of many clients that disconnect at once would block the event loop. */
const DISCONNECTED = new Error('the client has closed the connection')

/**
 * Cancels the requests of clients that close their connections. When many disconnect at once, other requests are
 * processed between them.
 */
export class ClientDepartures {
  readonly #leaving: AbortController[] = []

  /** Aborted when the client disconnects before it has its response. */
  signalOf(response: ServerResponse): AbortSignal {
    const client = new AbortController()
    if (response.destroyed) client.abort(DISCONNECTED)
    response.on('close', () => {
      if (!response.writableFinished) this.#add(client)
    })
    return client.signal
  }

  #add(client: AbortController): void {
    if (this.#leaving.push(client) === 1) setImmediate(this.#cancelSome)
  }

  readonly #cancelSome = (): void => {
    for (const client of this.#leaving.splice(0, CLIENTS_PER_TURN)) client.abort(DISCONNECTED)
    if (this.#leaving.length > 0) setImmediate(this.#cancelSome)
  }
}
