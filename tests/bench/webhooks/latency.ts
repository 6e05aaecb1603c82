import { awaitAll } from './await-all.ts'
import { printCpu } from './print-cpu.ts'
import type { Durations } from '../durations.ts'
import { startBare, startOurs } from './pipeline.ts'
import type { Pipeline } from './pipeline.ts'
import { measurePace } from './pace.ts'
import type { PaceFigures } from './pace.ts'
import { printDelays } from './print-delays.ts'
import type { PostMethods } from './post-process.ts'
import type { Stage } from './stage.ts'
import { orgs, receiverUrl } from './subscribe.ts'

const EVENTS_PER_SECOND = 500
const PATHS = ['0'] as const

/** Time from a commit to the receiver, with one event per commit, at a steady pace that does not wait for results. */
export async function benchLatency(stage: Stage, durations: Durations): Promise<void> {
  console.log(`added latency at ${EVENTS_PER_SECOND} events per second, 50 subscriptions, ms`)
  printDelays('undici POST with HMAC alone', await measurePosts(stage, durations))
  const named = { name: 'latency', paths: PATHS }
  await report('bare pipeline', await startBare(stage, named))
  await report('ours', await startOurs(stage, named))
  console.log()

  async function report(name: string, started: Pipeline): Promise<void> {
    await using pipeline = started
    const figures = await measurePace(stage, pipeline, {
      ...durations,
      orgs,
      perSecond: EVENTS_PER_SECOND,
    })
    printPace(name, figures)
  }
}

function printPace(name: string, figures: PaceFigures): void {
  printDelays(`${name}, from the commit`, figures.fromCommit)
  printDelays(`${name}, from when it was due`, figures.fromDue)
  console.log(`    lost ${figures.lost}   duplicates ${figures.duplicates}`)
  printCpu(figures.cpu, figures.events)
}

async function measurePosts(
  stage: Stage,
  { warmUpSeconds, seconds }: Durations,
): Promise<Float64Array> {
  const { receiver } = stage
  await using sender = await stage.start<PostMethods>('post-process')
  const count = EVENTS_PER_SECOND * (warmUpSeconds + seconds)
  await receiver.call('expect', { first: 1, count })
  const sentMs = await sender.call('postInTime', {
    urls: orgs.map((orgId) => receiverUrl(stage, orgId, '0')),
    first: 1,
    perSecond: EVENTS_PER_SECOND,
    count,
  })
  await awaitAll(receiver, count)
  const arrivals = await receiver.call('arrivals')
  return arrivals
    .map((at, index) => at - (sentMs[index] ?? 0))
    .slice(EVENTS_PER_SECOND * warmUpSeconds)
}
