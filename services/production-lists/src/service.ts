import { readFile } from 'node:fs/promises'
import { authOptions, createAuthenticator } from '@takeoff/kit/auth'
import { openPublisher } from '@takeoff/kit/bus'
import { openDatabase } from '@takeoff/kit/database'
import type { Logger } from '@takeoff/kit/logger'
import { startRelay } from '@takeoff/kit/relay'
import type { RunningService } from '@takeoff/kit/run'
import { createSubgraphClient } from '@takeoff/kit/subgraph-client'
import { startSubgraph } from '@takeoff/kit/subgraph-server'
import type { Config } from './config.ts'
import { createContext } from './context.ts'
import type { Resources } from './context.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { addExportRoutes } from './exports/export-routes.ts'
import { resolvers } from './graphql/resolvers.ts'

const ORDER_DOCUMENTS_TIMEOUT_MS = 5_000
const schema = new URL('../schema.graphql', import.meta.url)

/** Parts that a test replaces. */
export type Overrides = Partial<Pick<Resources, 'now'>>

/** Jobs, templates and the production lists computed from them, as a subgraph. */
export async function startService(
  config: Config,
  logger: Logger,
  overrides: Overrides = {},
): Promise<RunningService> {
  await using stack = new AsyncDisposableStack()
  const resources = { ...(await openResources(config, logger, stack)), ...overrides }
  const service = await startSubgraph({
    name: 'production-lists',
    config,
    logger,
    typeDefs: await readFile(schema, 'utf8'),
    resolvers,
    context: (request) => createContext(resources, request),
    ready: () => resources.database.ping(),
    routes: (app) =>
      addExportRoutes(app, {
        database: resources.database,
        authenticator: createAuthenticator(authOptions(config)),
      }),
  })
  stack.use(service)
  const opened = stack.move()
  return { url: service.url, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** `stack` closes in reverse order what was opened, also when a later part fails to open. */
async function openResources(
  config: Config,
  logger: Logger,
  stack: AsyncDisposableStack,
): Promise<Resources> {
  const { databaseUrl, databasePoolSize: poolSize, eventsSecret: secret } = config
  const database = stack.use(
    await openDatabase({ url: databaseUrl, poolSize, entities, migrations, logger }),
  )
  if (config.databaseMigrate) await database.migrate()

  const publisher = stack.use(openPublisher(config.eventsUrl, { secret, logger }))
  const orderDocuments = createSubgraphClient({
    name: 'order-documents',
    url: config.orderDocumentsUrl,
    serviceSecret: config.orderDocumentsSecret,
    timeoutMs: ORDER_DOCUMENTS_TIMEOUT_MS,
  })
  return {
    database,
    now: () => new Date(),
    orderDocuments: stack.use(orderDocuments),
    relay: stack.use(startRelay({ database, publisher, logger })),
  }
}
