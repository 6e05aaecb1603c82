import { readFile } from 'node:fs/promises'
import { accessTable } from '@takeoff/kit/security/access-table'
import { openPublisher } from '@takeoff/kit/events/publisher'
import { addExportRoutes } from '@takeoff/kit/exports/export-routes'
import { createExportLimits, TransferLimits } from '@takeoff/kit/http/transfer-limits'
import { WITHOUT_SEQUENTIAL_SCANS, openDatabase } from '@takeoff/kit/postgres/database'
import { prepareDatabase } from '@takeoff/kit/postgres/database-at-start'
import { configuredDatabase } from '@takeoff/kit/postgres/database-connection'
import { startSweepingIdempotencyKeys } from '@takeoff/kit/postgres/sweep-idempotency-keys'
import type { Logger } from '@takeoff/kit/service/logger'
import { listenEarly } from '@takeoff/kit/http/early-server'
import { measureFrozenOrganizations } from '@takeoff/kit/postgres/frozen-organization'
import { createMetrics } from '@takeoff/kit/service/metrics'
import type { Metrics } from '@takeoff/kit/service/metrics'
import { startRelay } from '@takeoff/kit/events/relay'
import type { RunningService } from '@takeoff/kit/service/run'
import { measureSubgraphs } from '@takeoff/kit/graphql/subgraph-metrics'
import { startSubgraph } from '@takeoff/kit/graphql/subgraph-server'
import type { Config } from './config.ts'
import { createContext } from './context.ts'
import type { Resources } from './context.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { createFileReader } from './file-reader/file-reader.ts'
import { exportRoutes } from './exports/export-routes.ts'
import { addMeasurementFileRoutes } from './http/measurement-file-routes.ts'
import { startSweepingMeasurementFiles } from './jobs/start-sweeping-measurement-files.ts'
import { resolvers } from './graphql/resolvers.ts'
import { openOrderDocuments } from './open-order-documents.ts'
import { startCopyingVendors, VENDOR_COPYING } from './vendors/start-copying-vendors.ts'

/** Of an organization in this process, for uploads and for downloads: each file is held in memory. */
const FILE_LIMITS = { atOnce: 4, perMinute: 120 }
const schema = new URL('../schema.graphql', import.meta.url)

/** Dependencies that a test replaces. */
export type Overrides = Partial<Pick<Resources, 'now'>>

/** Jobs, templates and the production lists computed from them, as a subgraph. */
export async function startService(
  config: Config,
  logger: Logger,
  overrides: Overrides = {},
): Promise<RunningService> {
  await using stack = new AsyncDisposableStack()
  const early = stack.use(await listenEarly(config))
  const metrics = createMetrics('production-lists')
  const opened = await openResources({ config, logger, metrics, stack })
  const resources = { ...opened, ...overrides }
  const service = await startSubgraph({
    name: 'production-lists',
    config,
    logger,
    early,
    typeDefs: await readFile(schema, 'utf8'),
    resolvers,
    access: accessTable,
    context: (request) => createContext(resources, request),
    ready: () => resources.database.ping(),
    metrics,
    routes: async (app, authenticator) => {
      const { database, fileReader, now } = resources
      const limits = createExportLimits(config.exportsPerMinute)
      addExportRoutes(app, exportRoutes, { database, authenticator, limits })
      await addMeasurementFileRoutes(app, {
        database,
        authenticator,
        uploads: new TransferLimits({ noun: 'uploads of measurement files', ...FILE_LIMITS }),
        downloads: new TransferLimits({ noun: 'downloads of measurement files', ...FILE_LIMITS }),
        fileReader,
        now,
      })
    },
  })
  stack.use(service)
  const sweep = resources.database.forWork('measurement-file-sweep')
  stack.use(startSweepingMeasurementFiles({ database: sweep, logger, now: resources.now }))
  const running = stack.move()
  return { ...service, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

interface Opening {
  readonly config: Config
  readonly logger: Logger
  readonly metrics: Metrics
  /** Closes opened resources in reverse order, even when opening a later one fails. */
  readonly stack: AsyncDisposableStack
}

async function openResources({ config, logger, metrics, stack }: Opening): Promise<Resources> {
  const { serviceCertificates: certificates, serviceSecrets, eventsSecrets: [secret] = [] } = config
  const database = stack.use(
    await openDatabase({
      ...configuredDatabase(config),
      entities,
      migrations,
      logger,
      metrics,
      settings: WITHOUT_SEQUENTIAL_SCANS,
    }),
  )
  await prepareDatabase(database, config, logger)

  const publisher = stack.use(openPublisher(config.eventsUrl, { secret, certificates, logger }))
  stack.use(startRelay({ database, publisher, logger, metrics }))
  measureFrozenOrganizations(database, metrics)
  stack.use(startSweepingIdempotencyKeys({ database, logger }))
  const orderDocuments = stack.use(openOrderDocuments(config, measureSubgraphs(metrics)))
  const now = () => new Date()
  stack.use(
    startCopyingVendors({
      eventsUrl: config.eventsUrl,
      database: database.forWork(VENDOR_COPYING),
      orderDocuments,
      now,
      logger,
      metrics,
    }),
  )
  const fileReader = stack.use(createFileReader({ logger }))
  return { database, fileReader, now, orderDocuments, serviceSecrets }
}
