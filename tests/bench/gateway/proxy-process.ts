import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { Pool } from 'undici'
import { serveMethods } from '../methods.ts'
import type { Fetch } from './subgraphs-process.ts'

/**
 * The limit of any gateway that is built on Node's HTTP server, undici and JSON: it sends the recorded requests to
 * subgraphs, one after another, and merges their responses into one. It does no planning, validation or shaping.
 */
const state = { fetches: new Map<string, readonly Send[]>() }

interface Send {
  readonly pool: Pool
  readonly request: Parameters<Pool['dispatch']>[0]
}

const methods = {
  /** Client request → the requests that are sent to subgraphs for it. */
  sendFor(fetches: ReadonlyMap<string, readonly Fetch[]>): void {
    state.fetches = new Map([...fetches].map(([body, sent]) => [body, sent.map(toSend)]))
  },
  async url(): Promise<string> {
    const server = await startLocalServer(respond)
    return `${server.url}/graphql`
  },
}

export type ProxyMethods = typeof methods

serveMethods(methods)

const pools = new Map<string, Pool>()

function toSend({ url, body }: Fetch): Send {
  const { origin, pathname } = new URL(url)
  const pool = pools.get(origin) ?? new Pool(origin)
  pools.set(origin, pool)
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  return { pool, request: { method: 'POST', path: pathname, headers, body } }
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const data: unknown[] = []
  for (const fetch of state.fetches.get(await text(request)) ?? [])
    data.push(JSON.parse(await send(fetch)))
  const json = JSON.stringify({ data })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }
  response.writeHead(200, headers).end(json)
}

/** Uses dispatch, undici's cheapest API, because it creates no stream for the response. */
function send({ pool, request }: Send): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    pool.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart: () => undefined,
      onResponseData: (_controller, chunk) => void chunks.push(chunk),
      onResponseEnd: () => resolve(Buffer.concat(chunks).toString('utf8')),
      onResponseError: (_controller, error) => reject(error),
    })
  })
}
