import { createHistogram } from 'node:perf_hooks'
import { Client } from 'undici'
import { serveMethods } from '../methods.ts'

/** Keeps these requests under way, each on a connection of its own, for so long. */
export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bodies: readonly string[]
  readonly seconds: number
}

export interface LoadFigures {
  readonly requests: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const methods = { run }

export type LoadMethods = typeof methods

serveMethods(methods)

/** @throws Error when an answer was not 200 or of another length than the first to the
 * same request: a fast wrong answer is no figure */
async function run({ url, headers, bodies, seconds }: Load): Promise<LoadFigures> {
  const { origin, pathname } = new URL(url)
  const request = { path: pathname, method: 'POST' as const, headers }
  const histogram = createHistogram()
  const fromMs = performance.now()
  const untilMs = fromMs + seconds * 1000
  const worker = async (body: string): Promise<void> => {
    let bytes: number | undefined
    const client = new Client(origin, { pipelining: 1 })
    while (performance.now() < untilMs) {
      const sentNs = process.hrtime.bigint()
      const length = await send(client, { ...request, body })
      histogram.record(process.hrtime.bigint() - sentNs)
      bytes ??= length
      if (length !== bytes) throw new Error(`${length} bytes instead of ${bytes}`)
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

/** How many bytes were answered. Dispatch is undici's cheapest way: no stream is made of the answer. */
function send(client: Client, request: Parameters<Client['dispatch']>[0]): Promise<number> {
  return new Promise((resolve, reject) => {
    let length = 0
    client.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart(_controller, status) {
        if (status !== 200) reject(new Error(`answered with ${status}`))
      },
      onResponseData(_controller, chunk) {
        length += chunk.length
      },
      onResponseEnd: () => resolve(length),
      onResponseError: (_controller, error) => reject(error),
    })
  })
}
