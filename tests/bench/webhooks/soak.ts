import { setTimeout as sleep } from 'node:timers/promises'
import { openPlainDatabase } from '@takeoff/dev-env/postgres/open-plain-database'
import { readProcessMetrics } from '../process-metrics.ts'
import type { Durations } from '../durations.ts'
import { measurePace } from './pace.ts'
import { startOurs } from './pipeline.ts'
import type { OwnPipeline } from './pipeline.ts'
import { printDelays } from './print-delays.ts'
import type { Stage } from './stage.ts'
import { orgs } from './subscribe.ts'

const EVENTS_PER_SECOND = 500
/** A soak takes this many times as long as other parts: ten minutes. */
const LENGTHS = 20
const MINUTES = 10
/** Short, so that every event has arrived by the end. */
const RETRY_DELAYS_SECONDS = [5, 5, 5, 5, 5, 5]
const SAMPLE_EVERY_MS = 1_000

interface Sample {
  readonly webhooks: Memory
  /** The process that commits and relays. */
  readonly source: Memory
  readonly hotRows: number
  readonly hotMb: number
}

interface Memory {
  readonly residentMb: number
  readonly heapMb: number
}

/** Memory and hot table at a steady pace, while some requests fail, are cut off or are slow. */
export async function benchSoak(stage: Stage, { seconds }: Durations): Promise<void> {
  const total = seconds * LENGTHS
  console.log(`${total} s at ${EVENTS_PER_SECOND} events per second, 2 % of the requests go wrong`)
  await using pipeline = await startOurs(stage, {
    name: 'soak',
    paths: ['f'],
    env: { WEBHOOKS_RETRY_DELAYS: JSON.stringify(RETRY_DELAYS_SECONDS) },
  })
  const samples: Sample[] = []
  const stopping = new AbortController()
  const sampling = sampleUntil(stopping.signal, pipeline, samples)
  const pace = { orgs, perSecond: EVENTS_PER_SECOND, warmUpSeconds: 0, seconds: total }
  const { fromCommit, lost, duplicates } = await measurePace(stage, pipeline, pace).finally(() =>
    stopping.abort(),
  )
  await sampling
  printDelays('from the commit, retries included', fromCommit)
  console.log(`  lost ${lost}   duplicates ${duplicates}`)
  printSamples(samples)
}

async function sampleUntil(
  stopped: AbortSignal,
  { engine, source }: OwnPipeline,
  samples: Sample[],
): Promise<void> {
  await using database = await openPlainDatabase(engine.databaseUrl)
  while (!stopped.aborted) {
    const [hot] = await database.query<{ hotRows: number; hotMb: number }>(HOT)
    const { rss, heapUsed } = await source.call('memory')
    samples.push({
      webhooks: await readProcessMetrics(engine.url),
      source: { residentMb: rss / 1e6, heapMb: heapUsed / 1e6 },
      hotRows: hot?.hotRows ?? 0,
      hotMb: hot?.hotMb ?? 0,
    })
    await sleep(SAMPLE_EVERY_MS)
  }
}

const HOT = `select count(*)::int as "hotRows", pg_total_relation_size('delivery') / 1e6::float8 as "hotMb"
  from delivery`

/** Prints the samples by tenth of the time, which is a minute of a whole soak. */
function printSamples(samples: readonly Sample[]): void {
  const tenths = Array.from({ length: MINUTES }, (_, tenth) =>
    samples.filter((_sample, index) => Math.floor((index * MINUTES) / samples.length) === tenth),
  )
  const line = (name: string, figure: (tenth: readonly Sample[]) => number): void => {
    const figures = tenths.map((tenth) => figure(tenth).toFixed(0).padStart(6))
    console.log(`  ${name.padEnd(44)}${figures.join('')}`)
  }
  const most = (of: (sample: Sample) => number) => (tenth: readonly Sample[]) =>
    Math.max(...tenth.map(of))
  const least = (of: (sample: Sample) => number) => (tenth: readonly Sample[]) =>
    Math.min(...tenth.map(of))
  line(
    'webhooks: resident, most, MB',
    most(({ webhooks }) => webhooks.residentMb),
  )
  line(
    'webhooks: live heap, least, MB',
    least(({ webhooks }) => webhooks.heapMb),
  )
  line(
    'relay and producer: resident, most, MB',
    most(({ source }) => source.residentMb),
  )
  line(
    'relay and producer: live heap, least, MB',
    least(({ source }) => source.heapMb),
  )
  line(
    'hot table: rows, most',
    most(({ hotRows }) => hotRows),
  )
  line(
    'hot table with its indexes, most, MB',
    most(({ hotMb }) => hotMb),
  )
  console.log()
}
