import { setTimeout as sleep } from 'node:timers/promises'
import { cpuBetween, readCpu } from '../cpu.ts'
import type { CpuSeconds } from '../cpu.ts'
import type { Durations } from '../durations.ts'
import type { Pipeline } from './pipeline.ts'
import { awaitAll } from './await-all.ts'
import type { Stage } from './stage.ts'
import { orgs } from './subscribe.ts'

/** Maximum events that are committed but not yet at every receiver, which bounds every backlog. */
export const ON_THEIR_WAY_MAX = 4_000
/** Events in one transaction of the producer, which simulates a busy business and is not measured. */
const BATCH = 100
/** More events than any run produces. */
const EVENTS_MAX = 2_000_000
const TELL_EVERY_MS = 20

export interface Flow extends Durations {
  readonly fanOut: number
}

export interface FlowFigures {
  readonly perSecond: number
  readonly deliveries: number
  readonly cpu: CpuSeconds
  /** Events that were committed. */
  readonly produced: number
  readonly lost: number
  readonly duplicates: number
}

/**
 * Lets a producer commit events as fast as they arrive, with a bounded number under way, and counts at the
 * receiver. At the end it waits for all committed events.
 */
export async function measureFlow(
  { receiver }: Stage,
  { source, watched }: Pipeline,
  { fanOut, warmUpSeconds, seconds }: Flow,
): Promise<FlowFigures> {
  const first = 1
  await receiver.call('expect', { first, count: EVENTS_MAX })
  await source.call('produce', { first, orgs, onTheirWayMax: ON_THEIR_WAY_MAX, batch: BATCH })
  const telling = setInterval(() => {
    void receiver
      .call('counts')
      .then(({ distinct }) => source.call('arrived', Math.floor(distinct / fanOut)))
  }, TELL_EVERY_MS)
  await sleep(warmUpSeconds * 1000)
  const [before, cpuBefore] = [await receiver.call('counts'), readCpu(watched)]
  await sleep(seconds * 1000)
  const [after, cpuAfter] = [await receiver.call('counts'), readCpu(watched)]
  const produced = await source.call('stop')
  clearInterval(telling)
  const deliveries = after.distinct - before.distinct
  return {
    perSecond: (deliveries * 1000) / (after.atMs - before.atMs),
    deliveries,
    cpu: cpuBetween(cpuBefore, cpuAfter),
    produced,
    ...(await awaitAll(receiver, produced * fanOut)),
  }
}
