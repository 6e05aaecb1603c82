import { access } from 'node:fs/promises'
import { ApolloServer } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled'
import { InMemoryLRUCache } from '@apollo/utils.keyvaluecache'
import { fastifyCompress as compress } from '@fastify/compress'
import { Authenticator } from '@takeoff/kit/security/auth'
import { createHttpServer } from '@takeoff/kit/http/http-server'
import { runningService } from '@takeoff/kit/http/running-service'
import { tlsFilesOf } from '@takeoff/kit/http/tls'
import { usingNamed } from '@takeoff/kit/service/named-file'
import type { Logger } from '@takeoff/kit/service/logger'
import { createMetrics } from '@takeoff/kit/service/metrics'
import type { RunningService } from '@takeoff/kit/service/run'
import type { FastifyInstance } from 'fastify'
import type { DocumentNode } from 'graphql'
import type { Config } from './config.ts'
import type { Budgets } from './budgets/budgets.ts'
import { openBudgets } from './budgets/open-budgets.ts'
import { costPlugin } from './cost/cost-plugin.ts'
import { followCosts } from './cost/supergraph-costs.ts'
import { documentBytes, CACHE_BYTES_MAX } from './execution/compiled/cache-bytes.ts'
import { ExecutionMetrics } from './execution/execution-metrics.ts'
import type { RequestContext } from './execution/request-context.ts'
import { SubgraphPools } from './execution/subgraph-pools.ts'
import type { SubgraphLimits } from './execution/subgraph-pools.ts'
import { requireReadySubgraphs } from './execution/subgraph-readiness.ts'
import { responsePlugin } from './http/plugins/response-plugin.ts'
import { apolloPlugin } from './http/plugins/gateway-plugin.ts'
import { connectionLimits } from './http/connection-config.ts'
import { allowOrigins } from './http/cors.ts'
import { DocumentChecks } from './http/request-documents/document-checks.ts'
import { readDocumentSources } from './http/request-documents/document-sources.ts'
import { deprecationPlugin } from './http/plugins/deprecation-plugin.ts'
import { addDocsRoutes } from './http/routes/docs-route.ts'
import { addExplorerRoute } from './http/routes/explorer-route.ts'
import { FastPath } from './http/fast-path.ts'
import { addGraphqlRoute } from './http/graphql-route.ts'
import { createErrorMask } from './http/plugins/mask-error.ts'
import { observeOperations } from './http/plugins/observe-operations.ts'
import type { OperationObserver } from './http/plugins/observe-operations.ts'
import { mutationKeysPlugin } from './http/plugins/mutation-keys-plugin.ts'
import { requireOperationPlugin } from './http/plugins/require-operation-plugin.ts'
import { listen } from './http/listen.ts'
import { readStarterTabs } from './http/routes/starter-tabs.ts'
import { supergraphPlugin } from './http/plugins/supergraph-plugin.ts'
import { validDocumentPlugin } from './http/plugins/valid-document-plugin.ts'
import { variablesPlugin } from './http/plugins/variables-plugin.ts'
import { addTools } from './add-tools.ts'
import { openSupergraph } from './open-supergraph.ts'
import type { OpenSupergraph } from './open-supergraph.ts'
import { addPassThroughs } from './pass-throughs.ts'

/** Serves a supergraph. Disposing lets the requests under way finish. */
export async function startService(config: Config, logger: Logger): Promise<RunningService> {
  await using stack = new AsyncDisposableStack()
  const limits = subgraphLimits(config)
  const pools = stack.use(new SubgraphPools(limits))
  const metrics = createMetrics('gateway')
  const executionMetrics = new ExecutionMetrics(metrics)
  const dependencies = { logger, pools, metrics, executionMetrics, stack }
  const supergraph = await openSupergraph(config, dependencies)
  const { gateway } = supergraph
  const budgets = await openBudgets(config, dependencies)
  const observer = observeOperations(metrics)
  const sources = await readDocumentSources(config)
  const pipeline = { logger, supergraph, observer, executionMetrics, budgets }
  const { apollo, fastPath } = createApollo(config, pipeline)
  // Not the subgraphs': one that is unavailable must not take the others out of service.
  const ready = async (): Promise<void> => {
    if (config.readyFile !== undefined) await access(config.readyFile)
  }
  const app = createHttpServer({
    logger,
    bodyLimitBytes: config.bodyBytesMax,
    admin: config,
    tls: tlsFilesOf(config),
    connections: connectionLimits(config),
    trustedProxies: config.trustedProxies,
    metrics,
    ready,
    deepReady: async () => {
      await ready()
      await requireReadySubgraphs(gateway.subgraphs, config.serviceCertificates)
    },
    about: () => ({ supergraph: gateway.version }),
  })
  await app.register(compress, { global: false })
  await allowOrigins(app, config)
  const checks = { gateway, budgets, limits: config, metrics: executionMetrics, observer }
  const authenticator = authenticatorOf(config, logger)
  addGraphqlRoute(app, {
    apollo,
    fastPath,
    compressionBytesMin: config.compressionBytesMin,
    sources,
    checks: new DocumentChecks(checks),
    authenticator,
  })
  const { persisted } = sources
  await addTools(app, config, { gateway, logger, persisted, authenticator, budgets })
  addPassThroughs(app, config, { limits, authenticator, stack })
  // The server closes first, so that requests in progress are served. Apollo Server needs no stop: it would stop only
  // the gateway, which is stopped after what swaps its supergraph.
  stack.use(app)
  await addPages(app, config)
  // Reports the supergraph to all that follow it.
  await apollo.start()
  const url = await listen(app, config)
  const opened = stack.move()
  return runningService(app, url, () => opened.disposeAsync())
}

interface Pipeline {
  readonly logger: Logger
  readonly supergraph: OpenSupergraph
  readonly observer: OperationObserver
  readonly executionMetrics: ExecutionMetrics
  readonly budgets: Budgets
}

function createApollo(
  config: Config,
  { logger, supergraph, observer, executionMetrics, budgets }: Pipeline,
): { readonly apollo: ApolloServer<RequestContext>; readonly fastPath: FastPath } {
  const formatError = createErrorMask(config.errorCodes, {
    logger,
    suggestsNames: config.introspection,
  })
  const { gateway } = supergraph
  const plugins = [
    responsePlugin(formatError),
    supergraphPlugin(supergraph),
    deprecationPlugin(),
    validDocumentPlugin(),
    requireOperationPlugin,
    variablesPlugin,
    mutationKeysPlugin,
    costPlugin({
      costsOf: followCosts(gateway, config.costListSize),
      budgets,
      max: config.costMax,
      reportsCost: config.costExtension,
    }),
    observer.listen,
  ]
  const fastPath = new FastPath({ gateway, plugins, formatError, metrics: executionMetrics })
  const apollo = new ApolloServer<RequestContext>({
    gateway,
    logger,
    formatError,
    introspection: config.introspection,
    // Documents are validated in a thread before, which does not delay other requests.
    dangerouslyDisableValidation: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    persistedQueries: false,
    // Apollo Server's own store counts neither the text nor the tokens of a document, which are most of it.
    documentStore: new InMemoryLRUCache<DocumentNode>({
      maxSize: CACHE_BYTES_MAX,
      sizeCalculation: documentBytes,
    }),
    // A browser sends an authorization header to another site only after a preflight, which succeeds for CORS_ORIGINS
    // only.
    csrfPrevention: {
      requestHeaders: ['apollo-require-preflight', 'x-apollo-operation-name', 'authorization'],
    },
    plugins: [
      ...plugins.map(apolloPlugin),
      fastPath.learning,
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
    stringifyResult: (result) => JSON.stringify(result),
  })
  return { apollo, fastPath }
}

function authenticatorOf({ tokens }: Config, logger: Logger): Authenticator | undefined {
  if (tokens !== undefined) return new Authenticator(tokens, logger)
  logger.warn(
    'AUTH=off: this gateway checks no tokens. Every client that reaches it can query the subgraphs.',
  )
  return undefined
}

function subgraphLimits(config: Config): SubgraphLimits {
  return {
    connections: config.subgraphConnections,
    connectTimeoutMs: config.subgraphConnectTimeoutMs,
    timeoutMs: config.subgraphTimeoutMs,
    responseBytesMax: config.subgraphAnswerBytesMax,
    certificates: config.serviceCertificates,
  }
}

/** Adds the documentation and the explorer. */
async function addPages(app: FastifyInstance, config: Config): Promise<void> {
  const { docsFolder: folder, compressionBytesMin } = config
  if (folder !== undefined) await addDocsRoutes(app, { folder, compressionBytesMin })
  if (!config.explorer) return
  const { explorerOperations, explorerHeaders } = config
  const tabs =
    explorerOperations === undefined
      ? []
      : await usingNamed('EXPLORER_OPERATIONS', () => readStarterTabs(explorerOperations))
  addExplorerRoute(app, {
    tabs,
    headers: explorerHeaders,
    hasHome: config.consoleUrl !== undefined,
  })
}
