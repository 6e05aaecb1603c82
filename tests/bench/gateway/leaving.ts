import { setTimeout as delay } from 'node:timers/promises'
import { cpuBetween, readCpu } from '../cpu.ts'
import { readProcessMetrics } from '../process-metrics.ts'
import { printTable } from '../../support/table.ts'
import { ours } from './gateways.ts'
import type { Gateway } from './gateways.ts'
import { responseOf, warmUp } from './measure.ts'
import { deepOperation } from './operations.ts'
import type { Settings } from './settings.ts'
import type { Stage } from './stage.ts'

const CLIENTS = 500
/** After this time all requests are under way, and none has a response. */
const HALF_WAY_MS = 300
/** Subgraphs without a request for this long are considered idle. */
const QUIET_MS = 1000

/** The subgraph that withholds its responses until the clients have disconnected. */
const MOMENTS = [
  { about: 'the first entities are fetched', held: ['diaries'] },
  { about: 'the last entities are fetched', held: ['depots'] },
] as const

/**
 * How long the event loop of our gateway is blocked at a time by clients that disconnect while it executes their
 * requests. The first row is the cost of the requests that are executed until then.
 */
export async function benchLeaving(stage: Stage, { durations }: Settings): Promise<void> {
  await using gateway = await ours.start(await stage.withSupergraph('generic'))
  const operation = deepOperation()
  const [body = ''] = operation.bodies
  for (const body of operation.bodies) await responseOf(gateway, body, 'identity')
  await warmUp(stage, { gateway, operation, encoding: 'identity' }, durations.warmUpSeconds)

  const { load, subgraphs } = stage
  const { url, headers } = gateway
  const send = (): Promise<void> =>
    load.call('send', { url, headers, bodies: Array.from({ length: CLIENTS }, () => body) })
  const rows: string[][] = []
  const watch = async (clients: string, act: () => Promise<unknown>): Promise<void> => {
    rows.push([clients, ...(await costOf(stage, gateway, act))])
  }
  await watch('send their requests and stay', send)
  await load.call('leave')

  await send()
  await delay(HALF_WAY_MS)
  await watch('leave while subgraphs respond', () => load.call('leave'))
  for (const { about, held } of MOMENTS) {
    await subgraphs.call('hold', held)
    await send()
    await untilQuiet(stage, gateway)
    await watch(`leave while ${about}`, async () => {
      if ((await load.call('leave')) > 0)
        throw new Error('a client had its response before it left')
    })
    await watch('have left when the subgraph responds', () => subgraphs.call('release'))
  }
  await responseOf(gateway, body, 'identity')
  console.log(`${CLIENTS} clients of the deep operation that leave at once\n`)
  printTable(['clients', 'longest block, ms', 'CPU s', 'subgraph requests'], rows)
  console.log()
}

async function costOf(
  stage: Stage,
  { url, pid }: Gateway,
  act: () => Promise<unknown>,
): Promise<string[]> {
  const { origin } = new URL(url)
  // The metrics report the delays since they were last read.
  await readProcessMetrics(origin)
  const [before, counts] = [readCpu({ gateway: pid }), await stage.subgraphs.call('counts')]
  await act()
  const { requests } = await untilQuiet(stage, { url })
  const { gateway = 0 } = cpuBetween(before, readCpu({ gateway: pid }))
  const { delayMaxMs } = await readProcessMetrics(origin)
  return [delayMaxMs.toFixed(0), gateway.toFixed(2), String(requests - counts.requests)]
}

/** A gateway whose event loop is blocked sends no requests either, so it must also respond. */
async function untilQuiet(
  { subgraphs }: Stage,
  { url }: Pick<Gateway, 'url'>,
): Promise<{ readonly requests: number }> {
  for (let before = await subgraphs.call('counts'); ;) {
    await delay(QUIET_MS)
    await (await fetch(new URL('/health/live', url))).text()
    const counts = await subgraphs.call('counts')
    if (counts.requests === before.requests) return counts
    before = counts
  }
}
