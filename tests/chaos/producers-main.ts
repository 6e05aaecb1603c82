import { setTimeout as delay } from 'node:timers/promises'
import type { Envelope } from '@takeoff/contracts/envelope'
import { openPublisher } from '@takeoff/kit/events/publisher'
import type { Publisher } from '@takeoff/kit/events/publisher'
import { openPlainDatabase } from '@takeoff/dev-env/postgres/open-plain-database'
import { createLogger } from '@takeoff/kit/service/logger'
import { createMetrics } from '@takeoff/kit/service/metrics'
import { insertOutbox } from '@takeoff/kit/events/outbox'
import { startRelay } from '@takeoff/kit/events/relay'
import { create, update } from './list-events.ts'
import type { ListModel } from './list-events.ts'
import { listsWithoutUpdate, logStep, readProduction } from './production-log.ts'

const PRODUCERS = 6
/** For the relay's reads and deletions. */
const MORE_CONNECTIONS = 2
/** Every nth event is an update, of a list that was created just before. */
const UPDATE_EVERY = 10
/** Latency to the broker in each direction, so that events are under way when their producer is killed. */
const LATENCY_MS = 50
const TRY_AGAIN_MS = 100
/** Longer than PostgreSQL takes to recover. */
const PATIENCE_MS = 60_000

export interface ProducerOptions extends ListModel {
  /** Database of production-lists. */
  readonly databaseUrl: string
  /** EVENTS_URL and EVENTS_SECRET. */
  readonly transport: { readonly url: string; readonly secret: string }
  readonly events: number
  /** Duration over which the events are spread; a delay by a fault is caught up. */
  readonly seconds: number
  /** Epoch milliseconds. */
  readonly startedAt: number
  /** The production log, from which a restarted process resumes. */
  readonly log: string
}

/** Messages to the parent: the relay runs; every event is committed. */
export type Reported = 'ready' | 'done'

// node producers-main.ts OPTIONS
const options = JSON.parse(process.argv[2] ?? '') as ProducerOptions
const logger = createLogger('producers', 'silent')
const known = readProduction(options.log)
const work = { begun: known.committed.size, created: listsWithoutUpdate(known) }
process.on('disconnect', () => process.exit())

const database = await retryUntilPossible(() =>
  openPlainDatabase(options.databaseUrl, PRODUCERS + MORE_CONNECTIONS),
)
const { url, secret } = options.transport
startRelay({
  database,
  publisher: withLatency(openPublisher(url, { secret, logger })),
  logger,
  metrics: createMetrics('producers'),
})
report('ready')
await Promise.all(Array.from({ length: PRODUCERS }, produce))
// Events may still wait for the relay, which runs until the parent ends the process.
report('done')

async function produce(): Promise<void> {
  while (work.begun < options.events) {
    work.begun += 1
    const isUpdate = work.begun % UPDATE_EVERY === 0
    const due = options.startedAt + (work.begun / options.events) * options.seconds * 1000
    await delay(Math.max(0, due - Date.now()))
    await retryUntilPossible(() => produceOne(isUpdate))
  }
}

/**
 * Commits an event as the service does, domain rows and outbox in one transaction. If the commit gets no response,
 * only the receivers show whether it succeeded.
 */
async function produceOne(isUpdate: boolean): Promise<void> {
  const listId = isUpdate ? work.created.pop() : undefined
  const event = await database.transaction(async (sql) => {
    const event = await (listId === undefined ? create(sql, options) : update(sql, listId, options))
    await insertOutbox(sql, event)
    logStep(options.log, 'tried', event)
    return event
  })
  logStep(options.log, 'committed', event)
  if (listId === undefined) work.created.push(Number(event.aggregate.id))
}

function withLatency(publisher: Publisher): Publisher {
  return {
    ...publisher,
    get blocked() {
      return publisher.blocked
    },
    async publish(events) {
      await delay(LATENCY_MS)
      await publisher.publish(events)
      await delay(LATENCY_MS)
      for (const { body } of events) logStep(options.log, 'confirmed', JSON.parse(body) as Envelope)
    },
  }
}

/** Retries, because faults stop the database. */
async function retryUntilPossible<T>(attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > until) throw error
      await delay(TRY_AGAIN_MS)
    }
  }
}

function report(message: Reported): void {
  process.send?.(message)
}
