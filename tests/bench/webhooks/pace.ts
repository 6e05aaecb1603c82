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
  /** For each event after the warm-up: the time from its acknowledged commit to its arrival. */
  readonly fromCommit: Float64Array
  /**
   * From the due time of the commit: includes the duration of the commit and any delay that earlier commits
   * caused.
   */
  readonly fromDue: Float64Array
  /** All events, including the warm-up, and the CPU time that they took. */
  readonly events: number
  readonly cpu: CpuSeconds
}

/** Commits events at a steady pace, one per transaction, whether or not earlier ones have ended. */
export async function measurePace(
  { receiver }: Stage,
  { source, watched }: Pipeline,
  { orgs, perSecond, warmUpSeconds, seconds }: Pace,
): Promise<PaceFigures> {
  const first = 1
  const count = Math.ceil(perSecond * (warmUpSeconds + seconds))
  await receiver.call('expect', { first, count })
  const before = readCpu(watched)
  const { dueMs, committedMs } = await source.call('produceInTime', {
    first,
    orgs,
    perSecond,
    count,
  })
  const arrived = await awaitAll(receiver, count)
  const cpu = cpuBetween(before, readCpu(watched))
  const arrivals = await receiver.call('arrivals')
  const warm = Math.floor(perSecond * warmUpSeconds)
  const since = (moments: Float64Array): Float64Array =>
    arrivals.map((at, index) => at - (moments[index] ?? 0)).slice(warm)
  return { ...arrived, fromCommit: since(committedMs), fromDue: since(dueMs), events: count, cpu }
}
