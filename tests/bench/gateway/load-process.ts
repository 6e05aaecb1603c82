import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { createHistogram } from 'node:perf_hooks'
import { Client } from 'undici'
import { serveMethods } from '../methods.ts'

/** Keeps these requests under way, each on its own connection, for this long. */
export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bodies: readonly string[]
  readonly seconds: number
  /** Sends each request with its own authorization header, so that no two requests are of one caller. */
  readonly distinctCallers?: boolean
  /** Accepts compressed responses, which are read, but not decompressed. */
  readonly gzip?: boolean
}

export interface LoadFigures {
  readonly requests: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** The connections of clients that have sent a request and have not disconnected yet. */
let clients: Socket[] = []

const methods = {
  run,
  /** Sends each request on its own connection, without waiting for a response. */
  async send({ url, headers, bodies }: Omit<Load, 'seconds'>): Promise<void> {
    const { hostname, port, pathname } = new URL(url)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const head = `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\n${lines.join('')}`
    const sent = bodies.map(async (body) => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.resume().on('error', () => undefined)
      socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
      return socket
    })
    clients = await Promise.all(sent)
  },
  /** Closes the connections of all clients, and counts those that received a response. */
  leave(): number {
    const responded = clients.filter(({ bytesRead }) => bytesRead > 0).length
    for (const client of clients) client.destroy()
    clients = []
    return responded
  },
}

export type LoadMethods = typeof methods

serveMethods(methods)

/** Maximum difference in length of compressed responses that differ in a signature or a time. */
const COMPRESSED_TOLERANCE = 0.05

/** @throws Error when a response was not 200 or of another length than the first to the
 * same request, because a fast wrong response would falsify the figures */
async function run(load: Load): Promise<LoadFigures> {
  const { bodies, seconds } = load
  const { origin, pathname } = new URL(load.url)
  const request = { path: pathname, method: 'POST' as const }
  const histogram = createHistogram()
  const fromMs = performance.now()
  const untilMs = fromMs + seconds * 1000
  const worker = async (body: string): Promise<void> => {
    let bytes: number | undefined
    const client = new Client(origin, { pipelining: 1 })
    while (performance.now() < untilMs) {
      const sentNs = process.hrtime.bigint()
      const length = await send(client, { ...request, headers: headersOf(load), body })
      histogram.record(process.hrtime.bigint() - sentNs)
      bytes ??= length
      if (Math.abs(length - bytes) > (load.gzip ? bytes * COMPRESSED_TOLERANCE : 0))
        throw new Error(`${length} bytes instead of ${bytes}`)
    }
    await client.close()
  }
  await Promise.all(bodies.map(worker))
  return {
    requests: histogram.count,
    seconds: (performance.now() - fromMs) / 1000,
    p50Ms: histogram.percentile(50) / 1e6,
    p99Ms: histogram.percentile(99) / 1e6,
  }
}

let callers = 0

function headersOf({ headers, distinctCallers = false, gzip = false }: Load): Load['headers'] {
  const accepting = gzip ? { ...headers, 'accept-encoding': 'gzip' } : headers
  if (!distinctCallers) return accepting
  callers += 1
  return { ...accepting, authorization: `Bearer caller-${callers.toString().padStart(10, '0')}` }
}

/** The size of the response in bytes. Uses dispatch, undici's cheapest API, because it creates no stream for the response. */
function send(client: Client, request: Parameters<Client['dispatch']>[0]): Promise<number> {
  return new Promise((resolve, reject) => {
    let length = 0
    client.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart(_controller, status) {
        if (status !== 200) reject(new Error(`responded with ${status}`))
      },
      onResponseData(_controller, chunk) {
        length += chunk.length
      },
      onResponseEnd: () => resolve(length),
      onResponseError: (_controller, error) => reject(error),
    })
  })
}
