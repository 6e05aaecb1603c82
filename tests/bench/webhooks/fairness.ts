import { setTimeout as sleep } from 'node:timers/promises'
import { openPlainDatabase } from '@takeoff/dev-env/postgres/open-plain-database'
import type { Database } from '@takeoff/kit/postgres/database'
import { printCpu } from './print-cpu.ts'
import type { Durations } from '../durations.ts'
import { measurePace } from './pace.ts'
import { startOurs } from './pipeline.ts'
import { delayOf, printDelays } from './print-delays.ts'
import type { Stage } from './stage.ts'
import { orgs, subscribe } from './subscribe.ts'

const EVENTS_PER_SECOND = 500
const DUE_ROWS = 100_000
const HANGING_ORG = orgs.length + 1
/** Rounds alternate between with and without, so that other changes on the machine affect both. */
const ROUNDS = 4
/** After this time the requests under way and the first reads of the rows are over. */
const SETTLE_MS = 2_000

/** The effect of a hanging subscription on the others. */
export async function benchFairness(
  stage: Stage,
  { seconds, warmUpSeconds }: Durations,
): Promise<void> {
  console.log(
    `${orgs.length} healthy subscriptions at ${EVENTS_PER_SECOND} events per second,` +
      ` with and without one that hangs with ${DUE_ROWS} due deliveries, from the commit`,
  )
  await using pipeline = await startOurs(stage, { name: 'fair', paths: ['0'] })
  const { engine } = pipeline
  const [hanging = 0] = await subscribe(stage, engine, { orgId: HANGING_ORG, paths: ['h'] })
  await using database = await openPlainDatabase(engine.databaseUrl)
  const delays = { with: new Float64Array(), without: new Float64Array() }
  for (let round = 0; round < ROUNDS; round += 1) {
    const which = round % 2 === 0 ? 'without' : 'with'
    await (which === 'with' ? addRows(database, hanging) : removeRows(database, hanging))
    await sleep(SETTLE_MS)
    const pace = { perSecond: EVENTS_PER_SECOND, orgs, warmUpSeconds: warmUpSeconds / 2, seconds }
    const { fromCommit, lost, duplicates, cpu, events } = await measurePace(stage, pipeline, pace)
    printDelays(`${which}, lost ${lost}, duplicates ${duplicates}`, fromCommit)
    printCpu(cpu, events)
    delays[which] = Float64Array.from([...delays[which], ...fromCommit])
  }
  await removeRows(database, hanging)
  const ratio = delayOf(delays.with, 0.99) / delayOf(delays.without, 0.99)
  printDelays('without, all rounds', delays.without)
  printDelays('with, all rounds', delays.with)
  console.log(`  p99 with is ${ratio.toFixed(2)} of without\n`)
}

async function addRows(database: Database, webhookId: number): Promise<void> {
  await database.query(
    `insert into delivery (webhook_id, id, org_id, event, domain_event_id, created_at, due_at)
     select $1, uuidv7(), ${HANGING_ORG}, 'project-management-production-list-created', e.id, now(), now()
     from generate_series(1, ${DUE_ROWS}) cross join (select id from domain_event limit 1) e`,
    [webhookId],
  )
}

async function removeRows(database: Database, webhookId: number): Promise<void> {
  await database.query('delete from delivery where webhook_id = $1', [webhookId])
  await database.query('vacuum delivery')
}
