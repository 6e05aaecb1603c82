import { readFile } from 'node:fs/promises'
import { isAmqp } from '@takeoff/kit/bus'
import { openDatabase } from '@takeoff/kit/database'
import type { Database } from '@takeoff/kit/database'
import type { Logger } from '@takeoff/kit/logger'
import { createMetrics } from '@takeoff/kit/metrics'
import type { RunningService } from '@takeoff/kit/run'
import { startSubgraph } from '@takeoff/kit/subgraph-server'
import type { Config } from './config.ts'
import { createContext } from './context.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { PLANNER } from './db/planner.ts'
import { addBacklogMetrics } from './deliveries/backlog-metrics.ts'
import { createDeliveryMetrics } from './deliveries/delivery-metrics.ts'
import type { DeliveryMetrics } from './deliveries/delivery-metrics.ts'
import { createPrepareMessage } from './deliveries/prepare-message.ts'
import { createSender } from './deliveries/sender.ts'
import { startDeliveries } from './deliveries/start-deliveries.ts'
import type { Deliveries } from './deliveries/start-deliveries.ts'
import { resolvers } from './graphql/resolvers.ts'
import { addEventsRoute, EVENTS_PATH } from './ingest/events-route.ts'
import { addIntakeMetrics } from './ingest/intake-metrics.ts'
import { startIntake } from './ingest/start-intake.ts'
import { takeInEvents } from './ingest/take-in-events.ts'
import type { Reading } from './ingest/read-message.ts'
import { createKeepMetrics } from './keep/keep-metrics.ts'
import { startKeeping } from './keep/start-keeping.ts'
import { createSecretBox } from '@takeoff/kit/secret-box'
import type { SecretBox } from '@takeoff/kit/secret-box'

const SCHEMA = new URL('../schema.graphql', import.meta.url)
const CONNECT_TIMEOUT_MS = 5_000
const ATTEMPT_TIMEOUT_MS = 15_000
/** Less than a stop may take in all. */
const STOP_WAIT_MS = 9_000

/** Parts that a test replaces. */
export interface Overrides {
  readonly random?: () => number
  readonly attemptTimeoutMs?: number
  readonly stopWaitMs?: number
}

/** Subscriptions and their deliveries, as a subgraph and an engine. */
export async function startService(
  config: Config,
  logger: Logger,
  overrides: Overrides = {},
): Promise<RunningService> {
  // Closed in reverse order: first nothing more comes in, then what is under way ends.
  await using stack = new AsyncDisposableStack()
  const { databaseUrl: url, databasePoolSize: poolSize } = config
  const database = stack.use(
    await openDatabase({ url, poolSize, entities, migrations, logger, settings: PLANNER }),
  )
  if (config.databaseMigrate) await database.migrate()
  const registry = createMetrics('webhooks')
  const parts: Parts = {
    database,
    logger,
    secretBox: createSecretBox(config.secretKey),
    metrics: createDeliveryMetrics(registry),
  }
  addBacklogMetrics({ registry, database, logger })
  const deliveries = stack.use(await openDeliveries(config, parts, overrides))
  stack.use(
    startKeeping({
      ...parts,
      metrics: createKeepMetrics(registry),
      retentionDays: config.retentionDays,
    }),
  )
  const takeIn = createIntake(parts, deliveries)
  const addressRules = { allowLoopback: config.allowLoopback }
  const service = await startSubgraph({
    name: 'webhooks',
    config,
    logger,
    typeDefs: await readFile(SCHEMA, 'utf8'),
    resolvers,
    context: (request) => createContext({ ...parts, deliveries, addressRules }, request),
    ready: () => database.ping(),
    routes: (app) => addEventsRoute(app, { secret: config.eventsSecret, takeIn }),
    publicRoutes: [EVENTS_PATH],
    metrics: registry,
  })
  stack.use(service)
  if (isAmqp(config.eventsUrl)) {
    const intake = stack.use(startIntake({ eventsUrl: config.eventsUrl, logger, takeIn }))
    addIntakeMetrics(registry, intake)
  }
  const opened = stack.move()
  return { url: service.url, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

interface Parts {
  readonly database: Database
  readonly logger: Logger
  readonly secretBox: SecretBox
  readonly metrics: DeliveryMetrics
}

function openDeliveries(config: Config, parts: Parts, overrides: Overrides): Promise<Deliveries> {
  return startDeliveries({
    ...parts,
    prepareMessage: createPrepareMessage(parts.secretBox),
    sender: createSender({
      allowLoopback: config.allowLoopback,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      attemptTimeoutMs: overrides.attemptTimeoutMs ?? ATTEMPT_TIMEOUT_MS,
      onResent: () => parts.metrics.resent(),
    }),
    retryDelaysSeconds: config.retryDelaysSeconds,
    random: overrides.random ?? Math.random,
    inFlightMax: config.inFlightMax,
    stopWaitMs: overrides.stopWaitMs ?? STOP_WAIT_MS,
  })
}

/** Events that are taken in at once, even where there is no room to send any. */
const PART_MIN = 20
/** With the fifty subscriptions that an organization may have a second, in which nothing else is leased. */
const PART_MAX = 1_000

/**
 * Commits events, as many at a time as can be sent at once, and calls the engine where some could not. What is
 * more waits with the carrier, where it costs less than in a table.
 */
function createIntake({ database, logger, metrics }: Parts, deliveries: Deliveries) {
  /** Deliveries of each event, as it was last. */
  let fanOut = 1
  return async (read: readonly Reading[]): Promise<void> => {
    for (let from = 0; from < read.length;) {
      const { leased, ...counts } = await deliveries.beginWith((offer) => {
        const fitting = Math.min(PART_MAX, Math.floor(offer.room / fanOut))
        const part = read.slice(from, from + Math.max(PART_MIN, fitting))
        from += part.length
        return takeInEvents(database, part, offer)
      })
      if (counts.events > 0) fanOut = Math.max(1, counts.deliveries / counts.events)
      metrics.tookIn(counts)
      if (counts.poisoned > 0) logger.error(counts, 'messages were set aside as unreadable')
      if (counts.deliveries > leased.length) deliveries.wake()
    }
  }
}
