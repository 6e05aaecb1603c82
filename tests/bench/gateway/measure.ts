import { availableParallelism } from 'node:os'
import { cpuBetween, readCpu } from '../cpu.ts'
import { shareOf } from '../share-of.ts'
import type { Gateway } from './gateways.ts'
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

/** The text of the answer to one request. @throws Error when it has errors, or none of the data */
export async function answerOf({ url, headers }: Gateway, body: string): Promise<string> {
  const answer = await (await fetch(url, { method: 'POST', headers, body })).text()
  const { data, errors } = JSON.parse(answer) as { data?: unknown; errors?: unknown }
  if (errors !== undefined || data === undefined) throw new Error(answer.slice(0, 500))
  return answer
}

interface Asked {
  readonly gateway: Gateway
  readonly bodies: readonly string[]
}

/** Sends requests over and over, and tells nothing of it. */
export async function warmUp(
  { load }: Stage,
  { gateway: { url, headers }, bodies }: Asked,
  seconds: number,
): Promise<void> {
  await load.ask('run', { url, headers, bodies, seconds })
}

/** How fast a gateway that is warm answers requests that are sent over and over. */
export async function measureGateway(
  stage: Stage,
  { gateway, bodies }: Asked,
  seconds: number,
): Promise<Figures> {
  const { load, subgraphs } = stage
  const { url, headers } = gateway
  const watched = { gateway: gateway.pid, load: load.pid, subgraphs: subgraphs.pid }
  const [before, asked] = [readCpu(watched), await subgraphs.ask('counts')]
  const ran = await load.ask('run', { url, headers, bodies, seconds })
  const used = cpuBetween(before, readCpu(watched))
  const { requests, executed } = await subgraphs.ask('counts')
  if (executed !== asked.executed)
    throw new Error(`${url} sends requests that never come again; they cannot be memoised`)
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

/** Each figure in the middle of what it was. */
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
