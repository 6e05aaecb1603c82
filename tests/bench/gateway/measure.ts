import { availableParallelism } from 'node:os'
import { gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { cpuBetween, readCpu } from '../cpu.ts'
import { shareOf } from '../share-of.ts'
import type { Gateway, GatewayKind } from './gateways.ts'
import type { Load } from './load-process.ts'
import type { Operation } from './operations.ts'
import type { Stage } from './stage.ts'

export interface Figures {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** CPU milliseconds of the gateway for each request. */
  readonly cpuMs: number
  /** Requests to subgraphs for each request. */
  readonly fetches: number
  /** The share of these whose response the subgraphs did not have in memory. */
  readonly executed: number
  /** Load of the gateway's core: 1 is fully busy. */
  readonly gatewayBusy: number
  /** Load of the other cores by load generator and subgraphs. */
  readonly othersBusy: number
}

/** The content encoding that clients accept. */
export type Encoding = 'identity' | 'gzip'
export const ENCODINGS: readonly Encoding[] = ['identity', 'gzip']

export interface Response {
  readonly text: string
  /** Length of the body as it was sent. */
  readonly bytes: number
}

/** The response to one request. @throws Error when it has errors, or no data */
export async function responseOf(
  { url, headers }: Pick<Gateway, 'url' | 'headers'>,
  body: string,
  encoding: Encoding,
): Promise<Response> {
  const accepting = encoding === 'gzip' ? { ...headers, 'accept-encoding': 'gzip' } : headers
  const response = await request(url, { method: 'POST', headers: accepting, body })
  const sent = Buffer.from(await response.body.arrayBuffer())
  const isCompressed = response.headers['content-encoding'] === 'gzip'
  const text = (isCompressed ? gunzipSync(sent) : sent).toString()
  const { data, errors } = JSON.parse(text) as { data?: unknown; errors?: unknown }
  if (errors !== undefined || data === undefined) throw new Error(text.slice(0, 500))
  return { text, bytes: sent.length }
}

export interface Measured {
  readonly gateway: Gateway
  readonly operation: Operation
  readonly encoding: Encoding
}

const WARM_UPS_MAX = 10
/** The share of a peer's requests that may be new to the subgraphs: Hive Gateway decides at run time which ones it combines. */
const EXECUTED_SHARE_MAX = 0.01

/** Repeats requests until the subgraphs have memoised the responses to nearly all of them. */
export async function warmUp(
  { load, subgraphs }: Stage,
  measured: Measured,
  seconds: number,
): Promise<void> {
  for (let round = 0; round < WARM_UPS_MAX; round += 1) {
    const before = await subgraphs.call('counts')
    await load.call('run', loadOf(measured, seconds))
    const { requests, executed } = await subgraphs.call('counts')
    const executedMax = (requests - before.requests) * EXECUTED_SHARE_MAX
    if (executed - before.executed <= executedMax / 2) return
  }
}

/** How fast a warm gateway responds to repeated requests. */
export async function measureGateway(
  stage: Stage,
  measured: Measured,
  seconds: number,
): Promise<Figures> {
  const { load, subgraphs } = stage
  const { gateway } = measured
  const watched = { gateway: gateway.pid, load: load.pid, subgraphs: subgraphs.pid }
  const [before, countsBefore] = [readCpu(watched), await subgraphs.call('counts')]
  const ran = await load.call('run', loadOf(measured, seconds))
  const used = cpuBetween(before, readCpu(watched))
  const { requests, executed } = await subgraphs.call('counts')
  const fetches = requests - countsBefore.requests
  const cpuSeconds = used['gateway'] ?? 0
  const otherSeconds = (used['load'] ?? 0) + (used['subgraphs'] ?? 0)
  return {
    perSecond: ran.requests / ran.seconds,
    p50Ms: ran.p50Ms,
    p99Ms: ran.p99Ms,
    cpuMs: (cpuSeconds * 1000) / ran.requests,
    fetches: fetches / ran.requests,
    executed: (executed - countsBefore.executed) / Math.max(1, fetches),
    gatewayBusy: cpuSeconds / ran.seconds,
    othersBusy: otherSeconds / ran.seconds / (availableParallelism() - 1),
  }
}

/**
 * @throws Error when responses of the subgraphs were not from their memory, so that the figures
 * contain more than the gateway's cost
 */
export function requireMemoised({ name, role }: GatewayKind, rounds: readonly Figures[]): void {
  const share = rounds.reduce((sum, { executed }) => sum + executed, 0) / rounds.length
  if (share > (role === 'peer' ? EXECUTED_SHARE_MAX : 0))
    throw new Error(
      `${(share * 100).toFixed(2)} % of the requests of ${name} were new to the subgraphs`,
    )
}

/** The requests that the load generator sends. */
export function loadOf({ gateway, operation, encoding }: Measured, seconds: number): Load {
  const { url, headers } = gateway
  const { bodies, distinctCallers = false } = operation
  return { url, headers, bodies, seconds, distinctCallers, gzip: encoding === 'gzip' }
}

/** The median of each figure. */
export function medianOf(rounds: readonly Figures[]): Figures {
  const median = (figure: keyof Figures): number =>
    shareOf(
      rounds.map((figures) => figures[figure]),
      0.5,
    )
  return {
    perSecond: median('perSecond'),
    p50Ms: median('p50Ms'),
    p99Ms: median('p99Ms'),
    cpuMs: median('cpuMs'),
    fetches: median('fetches'),
    executed: median('executed'),
    gatewayBusy: median('gatewayBusy'),
    othersBusy: median('othersBusy'),
  }
}
