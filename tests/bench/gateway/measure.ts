import { availableParallelism } from 'node:os'
import { gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { cpuBetween, readCpu } from '../cpu.ts'
import { shareOf } from '../share-of.ts'
import type { Gateway } from './gateways.ts'
import type { Load } from './load-process.ts'
import type { Operation } from './operations.ts'
import type { Stage } from './stage.ts'

export interface Figures {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** What a request costs the gateway. */
  readonly cpuMs: number
  /** Requests to subgraphs for each request. */
  readonly fetches: number
  /** How busy the gateway's core was: 1 is all the time. */
  readonly gatewayBusy: number
  /** How busy load generator and subgraphs kept the other cores. */
  readonly othersBusy: number
}

/** What clients accept. */
export type Encoding = 'identity' | 'gzip'
export const ENCODINGS: readonly Encoding[] = ['identity', 'gzip']

export interface Response {
  readonly text: string
  /** Of the body as it was sent. */
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
  /** Whether the gateway decides at run time which requests it puts together, as Hive Gateway does. */
  readonly variesRequests?: boolean
}

const WARM_UPS_MAX = 10
/** Share of the requests of a gateway that varies them that may be new to the subgraphs. */
const EXECUTED_SHARE_MAX = 0.01

/** Sends requests over and over, until the subgraphs have responded to nearly all of them before. */
export async function warmUp(
  { load, subgraphs }: Stage,
  measured: Measured,
  seconds: number,
): Promise<void> {
  for (let round = 0; round < WARM_UPS_MAX; round += 1) {
    const before = await subgraphs.ask('counts')
    await load.ask('run', loadOf(measured, seconds))
    const { requests, executed } = await subgraphs.ask('counts')
    const executedMax = (requests - before.requests) * EXECUTED_SHARE_MAX
    if (executed - before.executed <= executedMax / 2) return
  }
}

/** How fast a warm gateway responds to requests that are sent over and over. */
export async function measureGateway(
  stage: Stage,
  measured: Measured,
  seconds: number,
): Promise<Figures> {
  const { load, subgraphs } = stage
  const { gateway } = measured
  const watched = { gateway: gateway.pid, load: load.pid, subgraphs: subgraphs.pid }
  const [before, asked] = [readCpu(watched), await subgraphs.ask('counts')]
  const ran = await load.ask('run', loadOf(measured, seconds))
  const used = cpuBetween(before, readCpu(watched))
  const { requests, executed } = await subgraphs.ask('counts')
  const executedMax = measured.variesRequests ? (requests - asked.requests) * EXECUTED_SHARE_MAX : 0
  if (executed - asked.executed > executedMax)
    throw new Error(`${gateway.url} sends requests that never come again; they cannot be memoised`)
  const cpuSeconds = used['gateway'] ?? 0
  const otherSeconds = (used['load'] ?? 0) + (used['subgraphs'] ?? 0)
  return {
    perSecond: ran.requests / ran.seconds,
    p50Ms: ran.p50Ms,
    p99Ms: ran.p99Ms,
    cpuMs: (cpuSeconds * 1000) / ran.requests,
    fetches: (requests - asked.requests) / ran.requests,
    gatewayBusy: cpuSeconds / ran.seconds,
    othersBusy: otherSeconds / ran.seconds / (availableParallelism() - 1),
  }
}

/** What the load generator is to send. */
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
    gatewayBusy: median('gatewayBusy'),
    othersBusy: median('othersBusy'),
  }
}
