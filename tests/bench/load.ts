import autocannon from 'autocannon'

export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly connections: number
  readonly seconds: number
}

export interface Measured {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/**
 * Keeps `connections` requests under way for `seconds`.
 * @throws Error when one of them failed, because a fast wrong response would falsify the figures
 */
export async function measure(load: Load): Promise<Measured> {
  await run({ ...load, seconds: Math.max(2, load.seconds / 3) })
  const result = await run(load)
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0)
    throw new Error(`${failed} of ${result.requests.total} requests to ${load.url} failed`)
  return {
    perSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}

function run({ url, headers, body, connections, seconds }: Load): Promise<autocannon.Result> {
  return autocannon({ url, method: 'POST', headers, body, connections, duration: seconds })
}
