import { printTable } from '../../support/table.ts'
import type { Target } from '../request-times.ts'
import { ours } from './gateways.ts'
import { responseOf } from './measure.ts'
import { listIdOf } from './made-up.ts'
import { bodyOf, FULL_QUERY } from './operations.ts'
import { makeRealLists } from './real-lists.ts'
import type { Settings } from './settings.ts'
import type { Stage } from './stage.ts'

const LENGTHS = [10, 60, 600, 5000] as const

/** Milliseconds by length of the list. */
type Times = ReadonlyMap<number, number>

/** The cost of a list by its length, one request at a time; a growth of 1 is linear in its items. */
export async function benchGrowth(stage: Stage, settings: Settings): Promise<void> {
  console.log('a list with its items and 2 documents through our gateway, one request at a time\n')
  printTable(
    ['subgraphs', 'items', 'ms', 'µs an item', 'growth'],
    [
      ...rowsOf('answer from memory', await overMemory(stage, settings)),
      ...rowsOf('real, on PostgreSQL', await overServices(stage, settings)),
    ],
  )
  console.log()
}

async function overMemory(stage: Stage, settings: Settings): Promise<Times> {
  await using gateway = await ours.start(stage)
  const { url, headers } = gateway
  const reads = new Map<number, Target>()
  for (const length of LENGTHS) {
    const body = bodyOf(FULL_QUERY, { id: listIdOf(length, 0) })
    await responseOf(gateway, body, 'identity')
    reads.set(length, { url, headers, body })
  }
  return await timesOf(stage, reads, settings)
}

async function overServices(stage: Stage, settings: Settings): Promise<Times> {
  const { devEnv } = await stage.realServices()
  return timesOf(stage, await makeRealLists(devEnv, LENGTHS), settings)
}

/** Median times. */
async function timesOf(
  { load }: Stage,
  reads: ReadonlyMap<number, Target>,
  { durations: { warmUpSeconds, seconds } }: Settings,
): Promise<Times> {
  const times = new Map<number, number>()
  for (const [length, { url, headers, body }] of reads) {
    const sent = { url, headers, bodies: [body] }
    await load.call('run', { ...sent, seconds: warmUpSeconds })
    const { p50Ms } = await load.call('run', { ...sent, seconds })
    times.set(length, p50Ms)
  }
  return times
}

function rowsOf(subgraphs: string, times: Times): string[][] {
  const rows: string[][] = []
  let before: number | undefined
  for (const [items, ms] of times) {
    const perItem = ms / items
    const growth = before === undefined ? '' : (perItem / before).toFixed(2)
    rows.push([subgraphs, String(items), ms.toFixed(2), (perItem * 1000).toFixed(1), growth])
    before = perItem
  }
  return rows
}
