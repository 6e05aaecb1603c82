import type { Envelope } from '@takeoff/contracts/envelope'
import { openPublisher } from '@takeoff/kit/events/publisher'
import { openDatabase } from '@takeoff/kit/postgres/database'
import type { Database } from '@takeoff/kit/postgres/database'
import { kitMigrations } from '@takeoff/kit/postgres/kit-migrations'
import { createLogger } from '@takeoff/kit/service/logger'
import { createMetrics } from '@takeoff/kit/service/metrics'
import { createEvent, insertOutbox, OutboxMessage } from '@takeoff/kit/events/outbox'
import { startRelay } from '@takeoff/kit/events/relay'
import { Signal } from '@takeoff/kit/concurrency/signal'
import { atPace } from './at-pace.ts'
import { serveMethods } from '../methods.ts'
import { nowMs } from './now-ms.ts'

/** The producing side of a service: commits events to its outbox, and runs the kit's relay. */
export interface SourceOptions {
  readonly databaseUrl: string
  /** Runs the relay with this transport; without one the events stay in the outbox. */
  readonly eventsUrl?: string
}

export interface Production {
  /** Event n is of organization `orgs[n % orgs.length]` and of the list with the id n. */
  readonly first: number
  readonly orgs: readonly number[]
}

export interface ClosedProduction extends Production {
  /** Maximum events under way. */
  readonly onTheirWayMax: number
  /** Maximum events in one transaction. */
  readonly batch: number
}

export interface OpenProduction extends Production {
  /** One event per transaction, each at its due time, whether or not earlier ones have ended. */
  readonly perSecond: number
  readonly count: number
}

const POOL_SIZE = 10

let openedDatabase: Database | undefined
const arrived = { count: 0, signal: new Signal() }
const producing = { stopped: false, done: Promise.resolve(0) }

const methods = {
  async open({ databaseUrl: url, eventsUrl }: SourceOptions): Promise<void> {
    const logger = createLogger('source', 'warn')
    const database = await openDatabase({
      url,
      poolSize: POOL_SIZE,
      entities: [OutboxMessage],
      migrations: kitMigrations,
      logger,
    })
    await database.migrate()
    openedDatabase = database
    if (eventsUrl === undefined) return
    const publisher = openPublisher(eventsUrl, { logger })
    startRelay({ database, publisher, logger, metrics: createMetrics('source') })
  },
  /** Produces events at the rate of their arrival, until it is stopped. */
  produce(production: ClosedProduction): void {
    arrived.count = 0
    producing.stopped = false
    producing.done = produce(production)
  },
  /** Reports how many events have arrived. */
  arrived(count: number): void {
    arrived.count = count
    arrived.signal.notify()
  },
  /** Returns the number of produced events. */
  stop(): Promise<number> {
    producing.stopped = true
    arrived.signal.notify()
    return producing.done
  },
  produceInTime,
  memory: () => process.memoryUsage(),
}

export type SourceMethods = typeof methods

serveMethods(methods)

async function produce({ onTheirWayMax, batch, ...production }: ClosedProduction): Promise<number> {
  let produced = 0
  while (!producing.stopped) {
    const room = onTheirWayMax - (produced - arrived.count)
    if (room <= 0) {
      await arrived.signal.wait(1_000)
      continue
    }
    const envelopes = Array.from({ length: Math.min(room, batch) }, (_, index) =>
      eventOf(production, produced + index),
    )
    await insertTogether(envelopes)
    produced += envelopes.length
  }
  return produced
}

/** One statement, as the ORM writes the events of one unit of work. */
async function insertTogether(envelopes: readonly Envelope[]): Promise<void> {
  await database().transaction(async (sql) => {
    await sql.query(
      `insert into outbox_message (id, envelope, created_at)
       select id, envelope, now() from unnest($1::uuid[], $2::jsonb[]) as one (id, envelope)`,
      [envelopes.map(({ id }) => id), envelopes.map((envelope) => JSON.stringify(envelope))],
    )
    sql.events.push(...envelopes)
  })
}

/** When each event was due and when its commit was acknowledged. */
async function produceInTime({ perSecond, count, ...production }: OpenProduction) {
  const committedMs = new Float64Array(count)
  const commits: Promise<void>[] = []
  const commit = async (index: number): Promise<void> => {
    await database().transaction((sql) => insertOutbox(sql, eventOf(production, index)))
    committedMs[index] = nowMs()
  }
  const dueMs = await atPace({ perSecond, count }, (index) => void commits.push(commit(index)))
  await Promise.all(commits)
  return { dueMs, committedMs }
}

function eventOf({ first, orgs }: Production, index: number): Envelope {
  const productionListId = first + index
  return createEvent({
    name: 'production-list.created',
    orgId: orgs[index % orgs.length] ?? 0,
    aggregate: { type: 'production-list', id: String(productionListId), sequence: 1 },
    data: { productionListId, salesOpportunityId: 4711, jobId: 4711 },
  })
}

function database(): Database {
  if (openedDatabase === undefined) throw new Error('the source is not open yet')
  return openedDatabase
}
