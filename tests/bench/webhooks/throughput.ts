import { setTimeout as sleep } from 'node:timers/promises'
import { cpuBetween, readCpu } from '../cpu.ts'
import { printCpu } from './print-cpu.ts'
import type { Durations } from '../durations.ts'
import { measureFlow, ON_THEIR_WAY_MAX } from './flow.ts'
import type { FlowFigures } from './flow.ts'
import { startBare, startOurs, UNDER_WAY } from './pipeline.ts'
import type { Pipeline } from './pipeline.ts'
import type { PostMethods } from './post-process.ts'
import type { Stage } from './stage.ts'
import { orgs, receiverUrl } from './subscribe.ts'
import type { ReceiverPath } from './subscribe.ts'

const FAN_OUTS: readonly (readonly ReceiverPath[])[] = [['0'], ['0', '1', '2']]
/** More POSTs than any run makes. */
const POSTS_MAX = 5_000_000

/** Sustained deliveries per second, compared with undici alone and with a pipeline without features. */
export async function benchThroughput(stage: Stage, durations: Durations): Promise<void> {
  console.log(
    `sustained deliveries per second, counted at the receiver, at most ${ON_THEIR_WAY_MAX} events on their way`,
  )
  const alone = await measurePosts(stage, durations)
  print('undici POST with HMAC alone', alone)
  for (const paths of FAN_OUTS) {
    const name = `fan_out_${paths.length}`
    const run = { ...durations, fanOut: paths.length }
    const bare = await measureAndEnd(await startBare(stage, { name, paths }))
    print(`bare pipeline, fan-out ${paths.length}`, bare)
    const ours = await measureAndEnd(await startOurs(stage, { name, paths }))
    print(`ours, fan-out ${paths.length}`, ours)
    console.log(
      `  ours is ${(ours.perSecond / bare.perSecond).toFixed(3)} of the bare pipeline,` +
        ` ${(ours.perSecond / alone.perSecond).toFixed(3)} of undici alone`,
    )
    async function measureAndEnd(started: Pipeline): Promise<FlowFigures> {
      await using pipeline = started
      return await measureFlow(stage, pipeline, run)
    }
  }
  console.log()
}

async function measurePosts(
  stage: Stage,
  { warmUpSeconds, seconds }: Durations,
): Promise<FlowFigures> {
  await using sender = await stage.start<PostMethods>('post-process')
  const { receiver } = stage
  const watched = { receiver: receiver.pid, sender: sender.pid }
  const urls = orgs.map((orgId) => receiverUrl(stage, orgId, '0'))
  await receiver.call('expect', { first: 1, count: POSTS_MAX })
  await sender.call('post', { urls, first: 1, underWay: UNDER_WAY })
  await sleep(warmUpSeconds * 1000)
  const [before, cpuBefore] = [await receiver.call('counts'), readCpu(watched)]
  await sleep((seconds * 1000) / 2)
  const [after, cpuAfter] = [await receiver.call('counts'), readCpu(watched)]
  const produced = await sender.call('stop')
  const deliveries = after.distinct - before.distinct
  const { distinct, duplicates } = await receiver.call('counts')
  return {
    perSecond: (deliveries * 1000) / (after.atMs - before.atMs),
    deliveries,
    cpu: cpuBetween(cpuBefore, cpuAfter),
    produced,
    lost: produced - distinct,
    duplicates,
  }
}

function print(name: string, { perSecond, deliveries, cpu, produced, ...rest }: FlowFigures): void {
  const checks = `${produced} events   lost ${rest.lost}   duplicates ${rest.duplicates}`
  console.log(`  ${name.padEnd(32)}${perSecond.toFixed(0).padStart(8)} /s   ${checks}`)
  printCpu(cpu, deliveries)
}
