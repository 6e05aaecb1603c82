import { readFile } from 'node:fs/promises'
import { addExportRoutes } from '@takeoff/kit/exports/export-routes'
import { createExportLimits, TransferLimits } from '@takeoff/kit/http/transfer-limits'
import { accessTable } from '@takeoff/kit/security/access-table'
import { openPublisher } from '@takeoff/kit/events/publisher'
import { WITHOUT_SEQUENTIAL_SCANS, openDatabase } from '@takeoff/kit/postgres/database'
import { prepareDatabase } from '@takeoff/kit/postgres/database-at-start'
import { configuredDatabase } from '@takeoff/kit/postgres/database-connection'
import { startSweepingIdempotencyKeys } from '@takeoff/kit/postgres/sweep-idempotency-keys'
import type { Logger } from '@takeoff/kit/service/logger'
import { listenEarly } from '@takeoff/kit/http/early-server'
import { measureFrozenOrganizations } from '@takeoff/kit/postgres/frozen-organization'
import { addGauge, createMetrics } from '@takeoff/kit/service/metrics'
import type { Metrics } from '@takeoff/kit/service/metrics'
import { startRelay } from '@takeoff/kit/events/relay'
import type { RunningService } from '@takeoff/kit/service/run'
import { createSecretBox } from '@takeoff/kit/security/secret-box'
import { SubgraphClient } from '@takeoff/kit/graphql/subgraph-client'
import { measureSubgraphs } from '@takeoff/kit/graphql/subgraph-metrics'
import { startSubgraph } from '@takeoff/kit/graphql/subgraph-server'
import type { Config } from './config.ts'
import { createContext } from './context.ts'
import type { Resources } from './context.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { startSubmissions } from './distribution/start-submissions.ts'
import type { SubmissionTools } from './distribution/work-on-order.ts'
import { exportRoutes } from './exports/export-routes.ts'
import { createFileLinks } from './files/file-links.ts'
import { openFileStore, requireWritableFiles } from './files/open-file-store.ts'
import { startSweepingUploads } from './files/sweep-uploads.ts'
import { FILES_WAIT_MS } from './documents/finish-documents.ts'
import { findOldestPendingSeconds } from './db/documents/pending-documents.ts'
import { startFinishing } from './documents/start-finishing.ts'
import { resolvers } from './graphql/resolvers.ts'
import { addFileRoutes } from './http/file-routes.ts'
import { addVendorChangesRoute } from './http/vendor-changes-route.ts'
import { createProviders } from './providers/create-providers.ts'
import { Renderer } from './rendering-pool/renderer.ts'
import { findConnection } from './db/vendors/find-connection.ts'
import { VENDOR_COPYING } from './db/vendors/vendor-changes.ts'

const PRODUCTION_LISTS_TIMEOUT_MS = 10_000
/** Downloads of an organization under way; each holds a connection to the file store. */
const FILES_AT_ONCE = 16
const SCHEMA = new URL('../schema.graphql', import.meta.url)

/** Parts that a test replaces. */
export type Overrides = Partial<
  Pick<Resources, 'now' | 'store' | 'renderer' | 'providers' | 'filesWaitMs'>
>

/** Vendors, orders, their documents and files, as a subgraph. */
export async function startService(
  config: Config,
  logger: Logger,
  overrides: Overrides = {},
): Promise<RunningService> {
  if (overrides.store === undefined) await requireWritableFiles(config)
  await using stack = new AsyncDisposableStack()
  const early = stack.use(await listenEarly(config))
  const metrics = createMetrics('order-documents')
  const opened = await openResources(config, logger, { metrics, stack, overrides })
  const submissions = stack.use(startSubmissions(toSubmissionTools(opened, logger)))
  const resources: Resources = { ...opened, submissions }
  const service = await startSubgraph({
    name: 'order-documents',
    config,
    logger,
    early,
    typeDefs: await readFile(SCHEMA, 'utf8'),
    resolvers,
    access: accessTable,
    context: (request) => createContext(resources, request),
    ready: () => resources.database.ping(),
    metrics,
    routes(app, authenticator) {
      addFileRoutes(app, {
        ...resources,
        authenticator,
        limits: new TransferLimits({
          noun: 'requests for files',
          atOnce: FILES_AT_ONCE,
          perMinute: config.filesPerMinute,
        }),
      })
      addVendorChangesRoute(app, { database: resources.database.forWork(VENDOR_COPYING) })
      addExportRoutes(app, exportRoutes, {
        database: resources.database,
        authenticator,
        limits: createExportLimits(config.exportsPerMinute),
      })
    },
  })
  stack.use(service)
  // Not awaited: it takes as long as all of the above, and queries need no renderer.
  void resources.renderer.warmUp()
  const forWork = (name: string) => ({ database: resources.database.forWork(name), logger })
  stack.use(startSweepingUploads({ ...resources, ...forWork('upload-sweep') }))
  // Opened last and closed first: its work in progress needs all other parts.
  const finishing = forWork('document-finishing')
  addGauge(metrics, {
    name: 'order_documents_pending_oldest_seconds',
    help: 'How long the oldest document whose files are not stored yet has been pending; 0 when none is.',
    read: () => findOldestPendingSeconds(finishing.database),
  })
  stack.use(startFinishing({ ...resources, ...finishing }))
  const running = stack.move()
  return { ...service, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

type OpenedResources = Omit<Resources, 'submissions'>

function toSubmissionTools(resources: OpenedResources, logger: Logger): SubmissionTools {
  const { secretBox, providers } = resources
  const database = resources.database.forWork('distribution')
  return {
    database,
    providers,
    logger,
    random: Math.random,
    findConnection: (orgId, vendorId) => findConnection(database, secretBox, orgId, vendorId),
  }
}

interface Opening {
  readonly metrics: Metrics
  /** Closes the opened parts in reverse order, also when a later part fails to open. */
  readonly stack: AsyncDisposableStack
  readonly overrides: Overrides
}

async function openResources(
  config: Config,
  logger: Logger,
  { metrics, stack, overrides }: Opening,
): Promise<OpenedResources> {
  const now = overrides.now ?? (() => new Date())
  const { serviceCertificates: certificates, eventsSecrets: [secret] = [] } = config
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
  return {
    database,
    now,
    filesWaitMs: overrides.filesWaitMs ?? FILES_WAIT_MS,
    store: overrides.store ?? (await openFileStore(config)),
    links: createFileLinks({
      publicUrl: config.publicUrl,
      signingSecrets: config.filesSigningSecrets,
      now,
    }),
    productionLists: stack.use(
      new SubgraphClient({
        name: 'production-lists',
        url: config.productionListsUrl,
        caller: 'order-documents',
        secrets: config.productionListsSecrets,
        timeoutMs: PRODUCTION_LISTS_TIMEOUT_MS,
        measure: measureSubgraphs(metrics),
        certificates,
      }),
    ),
    providers: overrides.providers ?? stack.use(createProviders(config.providers, { now, logger })),
    secretBox: createSecretBox(config.providersSecretKeys),
    renderer: stack.use(
      overrides.renderer ??
        new Renderer({
          threads: config.renderingThreads,
          queueMax: config.renderingQueueMax,
          logger,
        }),
    ),
  }
}
