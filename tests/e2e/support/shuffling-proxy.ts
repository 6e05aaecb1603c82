import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { startLocalServer } from '@takeoff/kit/testing/local-server'

const FIRST_WITHIN_MS = 200
const SECOND_WITHIN_MS = 1_000
const TRY_AGAIN_MS = 50

/** Stands between Takeoff and a receiver, and gives it every webhook twice and out of order. */
export interface ShufflingProxy extends AsyncDisposable {
  readonly url: string
  /** The receiver; undefined while it is down. */
  target: URL | undefined
  readonly tally: {
    /** Requests of Takeoff that the receiver has accepted. */
    readonly accepted: number
    /** Those that it has accepted a second time. */
    readonly repeated: number
    /** Requests that were answered with 503, because the receiver is down. */
    readonly unavailable: number
    /** Requests that reached the receiver after a later one. */
    readonly overtaken: number
  }
  /** Resolves when the receiver has everything twice. */
  settle(): Promise<void>
}

export async function startShufflingProxy(random: () => number): Promise<ShufflingProxy> {
  const tally = { accepted: 0, repeated: 0, unavailable: 0, overtaken: 0 }
  const repetitions = new Set<Promise<void>>()
  const stopped = new AbortController()
  let [arrivals, latest] = [0, 0]

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const arrival = (arrivals += 1)
    const body = await text(request)
    await delay(random() * FIRST_WITHIN_MS)
    if (arrival < latest) tally.overtaken += 1
    latest = Math.max(latest, arrival)
    const status = await forward(request.headers, body)
    if (status === 204) {
      tally.accepted += 1
      const repetition = repeat(request.headers, body).finally(() => repetitions.delete(repetition))
      repetitions.add(repetition)
    } else tally.unavailable += 1
    response.writeHead(status).end()
  }

  const repeat = async (headers: IncomingHttpHeaders, body: string): Promise<void> => {
    await delay(random() * SECOND_WITHIN_MS)
    while ((await forward(headers, body)) !== 204 && !stopped.signal.aborted)
      await delay(TRY_AGAIN_MS)
    tally.repeated += 1
  }

  const forward = async (headers: IncomingHttpHeaders, body: string): Promise<number> => {
    const { target } = proxy
    if (target === undefined) return 503
    const sent = Object.entries(headers).filter(([name]) => name.startsWith('webhook-'))
    const init = { method: 'POST', headers: sent as [string, string][], body }
    return fetch(target, init).then(
      ({ status }) => status,
      () => 503,
    )
  }

  const server = await startLocalServer((request, response) => {
    take(request, response).catch(() => response.destroy())
  })
  const proxy: ShufflingProxy = {
    url: `${server.url}/hook`,
    target: undefined,
    tally,
    async settle() {
      await Promise.all(repetitions)
    },
    async [Symbol.asyncDispose]() {
      stopped.abort()
      await server[Symbol.asyncDispose]()
    },
  }
  return proxy
}
