import { accessTable } from '@takeoff/kit/security/access-table'
import { readFile } from 'node:fs/promises'
import { isAmqp } from '@takeoff/kit/events/publisher'
import { openDatabase } from '@takeoff/kit/postgres/database'
import type { Database } from '@takeoff/kit/postgres/database'
import { prepareDatabase, prepareOwnedDatabase } from '@takeoff/kit/postgres/database-at-start'
import { configuredDatabase } from '@takeoff/kit/postgres/database-connection'
import type { DatabaseOptions } from '@takeoff/kit/postgres/database-connection'
import { startSweepingIdempotencyKeys } from '@takeoff/kit/postgres/sweep-idempotency-keys'
import type { Logger } from '@takeoff/kit/service/logger'
import { listenEarly } from '@takeoff/kit/http/early-server'
import { measureFrozenOrganizations } from '@takeoff/kit/postgres/frozen-organization'
import { createMetrics } from '@takeoff/kit/service/metrics'
import type { Metrics } from '@takeoff/kit/service/metrics'
import type { RunningService } from '@takeoff/kit/service/run'
import { addExportRoutes } from '@takeoff/kit/exports/export-routes'
import { createExportLimits } from '@takeoff/kit/http/transfer-limits'
import { startSubgraph } from '@takeoff/kit/graphql/subgraph-server'
import { appendAudit } from './audit/append-records.ts'
import { auditExport } from './audit/export-route.ts'
import type { Config } from './config.ts'
import { createContext } from './context.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { PLANNER } from './db/planner.ts'
import { addBacklogMetrics } from './deliveries/metrics/backlog-metrics.ts'
import { createDeliveryMetrics } from './deliveries/metrics/delivery-metrics.ts'
import type { DeliveryMetrics } from './deliveries/metrics/delivery-metrics.ts'
import { createPrepareMessage } from './deliveries/send/prepare-message.ts'
import { createSender } from './deliveries/send/sender.ts'
import { startDeliveries } from './deliveries/start-deliveries.ts'
import type { Deliveries } from './deliveries/start-deliveries.ts'
import { resolvers } from './graphql/resolvers.ts'
import { createIngest } from './ingest/create-ingest.ts'
import { addEventsRoute, EVENTS_PATH } from './ingest/events-route.ts'
import { startIngest } from './ingest/start-ingest.ts'
import { createMaintenanceMetrics } from './maintenance/maintenance-metrics.ts'
import { startMaintenance } from './maintenance/run-maintenance.ts'
import { addOperatorRoutes, OPERATOR_ROUTES } from './operator/operator-routes.ts'
import { createSecretBox } from '@takeoff/kit/security/secret-box'
import type { SecretBox } from '@takeoff/kit/security/secret-box'

const SCHEMA = new URL('../schema.graphql', import.meta.url)
const CONNECT_TIMEOUT_MS = 5_000
const ATTEMPT_TIMEOUT_MS = 15_000
/** Its tasks run one after the other; a second connection serves what runs beside a transaction. */
const MAINTENANCE_POOL_SIZE = 2
/** Less than the total time that a shutdown may take. */
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
  // Closed in reverse order: first the ingest stops, then the work under way ends.
  await using stack = new AsyncDisposableStack()
  const early = stack.use(await listenEarly(config))
  const registry = createMetrics('webhooks')
  const { eventsUrl, operatorSecrets, auditRetentionDays } = config
  const { database, owned } = await openDatabases({ config, logger, stack, metrics: registry })
  stack.use(startSweepingIdempotencyKeys({ database, logger }))
  const parts: Parts = {
    database,
    logger,
    secretBox: createSecretBox(config.secretKeys),
    metrics: createDeliveryMetrics(registry),
  }
  measureFrozenOrganizations(database, registry)
  addBacklogMetrics({ registry, database: database.forWork('metrics'), logger })
  const deliveries = stack.use(await openDeliveries(config, parts, overrides))
  stack.use(
    startMaintenance({
      ...parts,
      database: owned.forWork('maintenance'),
      metrics: createMaintenanceMetrics(registry),
      retentionDays: config.retentionDays,
      auditRetentionDays,
    }),
  )
  const ingest = createIngest({ ...parts, database: database.forWork('ingest'), deliveries })
  const addressRules = { allowLoopback: config.allowLoopback }
  const service = await startSubgraph({
    name: 'webhooks',
    config,
    logger,
    early,
    typeDefs: await readFile(SCHEMA, 'utf8'),
    resolvers,
    access: accessTable,
    context: (request) => createContext({ ...parts, deliveries, addressRules }, request),
    ready: () => database.ping(),
    routes(app, authenticator) {
      addEventsRoute(app, { secrets: config.eventsSecrets ?? [], ingest })
      addExportRoutes(app, [auditExport], {
        database,
        authenticator,
        limits: createExportLimits(config.exportsPerMinute),
        audit: appendAudit,
      })
      if (operatorSecrets !== undefined)
        addOperatorRoutes(app, {
          ...parts,
          database: database.forWork('operator'),
          deliveries,
          eventsUrl,
          auditRetentionDays,
          secrets: operatorSecrets,
        })
    },
    publicRoutes: [EVENTS_PATH, ...OPERATOR_ROUTES],
    metrics: registry,
  })
  stack.use(service)
  if (isAmqp(eventsUrl)) startIngest({ eventsUrl, logger, registry, ingest }, stack)
  const opened = stack.move()
  return { ...service, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

interface Databases {
  readonly database: Database
  /** As the owner of the tables, who alone makes and drops their partitions. */
  readonly owned: Database
}

interface Opening {
  readonly config: Config
  readonly logger: Logger
  readonly metrics: Metrics
  readonly stack: AsyncDisposableStack
}

async function openDatabases({ config, logger, metrics, stack }: Opening): Promise<Databases> {
  const options: DatabaseOptions = {
    ...configuredDatabase(config),
    entities,
    migrations,
    logger,
    metrics,
    settings: PLANNER,
  }
  const database = stack.use(await openDatabase(options))
  await prepareDatabase(database, config, logger)
  if (config.databaseMigrationUrl === undefined) return { database, owned: database }
  const owned = stack.use(
    await openDatabase({
      ...options,
      asOwner: true,
      poolSize: MAINTENANCE_POOL_SIZE,
      metrics: undefined,
    }),
  )
  await prepareOwnedDatabase(owned, migrations, logger)
  return { database, owned }
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
    database: parts.database.forWork('deliveries'),
    prepareMessage: createPrepareMessage(parts.secretBox),
    sender: createSender({
      allowLoopback: config.allowLoopback,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      attemptTimeoutMs: overrides.attemptTimeoutMs ?? ATTEMPT_TIMEOUT_MS,
      onRepeat: () => parts.metrics.resent(),
    }),
    retryDelaysSeconds: config.retryDelaysSeconds,
    random: overrides.random ?? Math.random,
    inFlightMax: config.inFlightMax,
    sendsTraceparent: config.sendsTraceparent,
    stopWaitMs: overrides.stopWaitMs ?? STOP_WAIT_MS,
  })
}
