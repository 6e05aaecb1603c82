import { awaitAll } from './await-all.ts'
import type { Arrived } from './await-all.ts'
import { cpuBetween, readCpu } from '../cpu.ts'
import type { CpuSeconds } from '../cpu.ts'
import type { Durations } from '../durations.ts'
import type { Pipeline } from './pipeline.ts'
import type { Stage } from './stage.ts'

export interface Pace extends Durations {
  readonly orgs: readonly number[]
  readonly perSecond: number
}

export interface PaceFigures extends Arrived {
  /** Of each event after the warm-up: from its acknowledged commit to its arrival. */
  readonly fromCommit: Float64Array
  /**
   * From the moment at which the event was to be committed: what the producer waited for its own commit, or
   * was late because of those before, counts too.
   */
  readonly fromDue: Float64Array
  /** All events, those of the warm-up too, and what they took. */
  readonly events: number
  readonly cpu: CpuSeconds
}

/** Commits events at a steady pace, one a transaction, whatever becomes of those before. */
export async function measurePace(
  { receiver }: Stage,
  { source, watched }: Pipeline,
  { orgs, perSecond, warmUpSeconds, seconds }: Pace,
): Promise<PaceFigures> {
  const first = 1
  const count = Math.ceil(perSecond * (warmUpSeconds + seconds))
  await receiver.ask('expect', { first, count })
  const before = readCpu(watched)
  const { dueMs, committedMs } = await source.ask('produceInTime', {
    first,
    orgs,
    perSecond,
    count,
  })
  const arrived = await awaitAll(receiver, count)
  const cpu = cpuBetween(before, readCpu(watched))
  const arrivals = await receiver.ask('arrivals')
  const warm = Math.floor(perSecond * warmUpSeconds)
  const since = (moments: Float64Array): Float64Array =>
    arrivals.map((at, index) => at - (moments[index] ?? 0)).slice(warm)
  return { ...arrived, fromCommit: since(committedMs), fromDue: since(dueMs), events: count, cpu }
}
