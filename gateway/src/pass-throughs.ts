import type { Authenticator } from '@takeoff/kit/security/auth'
import { MEASUREMENT_FILE_BYTES_MAX } from '@takeoff/kit/values/request-size'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { serviceTokensFor } from './execution/service-tokens-for.ts'
import type { SubgraphLimits } from './execution/subgraph-pools.ts'
import { addConsoleRoutes } from './http/routes/console-route.ts'
import { addPassThroughRoute } from './http/routes/pass-through-route.ts'
import { UpstreamConnections } from './http/routes/upstream-connections.ts'
import type { UpstreamOptions } from './http/routes/upstream-connections.ts'

/** An operation of a page waits for the gateway once more, which waits for several subgraphs one after the other. */
const CONSOLE_TIMEOUTS = 4
const CONSOLE = 'console'
const CONNECTIONS_PER_CALLER = 10
/** A caller of the console is an address, which may be that of an office. */
const CONSOLE_SHARE_PER_CALLER = 1 / 2

interface PassThroughParts {
  readonly limits: SubgraphLimits
  readonly authenticator: Authenticator | undefined
  /** Closes the connections. */
  readonly stack: AsyncDisposableStack
}

/**
 * Adds the routes whose responses come from a service as they are. They have connections of their own: a slow download
 * must not delay a query, and may be large.
 */
export function addPassThroughs(
  app: FastifyInstance,
  config: Config,
  { limits, authenticator, stack }: PassThroughParts,
): void {
  const connect = (
    base: string,
    service: string,
    own: Partial<UpstreamOptions> = {},
  ): UpstreamConnections =>
    stack.use(
      new UpstreamConnections({
        url: new URL(base),
        serviceTokens: serviceTokensFor(service, config.subgraphSecrets),
        ...limits,
        perCaller: CONNECTIONS_PER_CALLER,
        waitMs: limits.timeoutMs,
        ...own,
      }),
    )
  for (const { base, service, ...route } of passThroughs(config)) {
    if (base === undefined) continue
    addPassThroughRoute(app, { ...route, connections: connect(base, service), authenticator })
  }
  if (config.consoleUrl === undefined) return
  const connections = connect(config.consoleUrl, CONSOLE, {
    perCaller: Math.ceil(limits.connections * CONSOLE_SHARE_PER_CALLER),
    timeoutMs: limits.timeoutMs * CONSOLE_TIMEOUTS,
  })
  addConsoleRoutes(app, connections)
}

/** The services of Takeoff behind routes, and whether the configuration has their addresses. */
export function routedServices(
  config: Config,
): readonly { readonly name: string; readonly isUsed: boolean }[] {
  return [
    ...passThroughs(config).map(({ service, base }) => ({ service, base })),
    { service: CONSOLE, base: config.consoleUrl },
  ].map(({ service: name, base }) => ({ name, isUsed: base !== undefined }))
}

function passThroughs(config: Config) {
  return [
    {
      prefix: '/files/',
      methods: ['GET', 'HEAD'],
      signedPaths: /^\/files\/[^/]+\/download$/,
      noun: 'file',
      base: config.filesUrl,
      service: 'order-documents',
    },
    {
      prefix: '/exports/',
      methods: ['GET'],
      noun: 'export',
      base: config.exportsUrl,
      service: 'production-lists',
    },
    {
      prefix: '/measurement-files',
      methods: ['POST'],
      bodyBytesMax: MEASUREMENT_FILE_BYTES_MAX,
      noun: 'measurement file',
      base: config.exportsUrl,
      service: 'production-lists',
    },
    {
      prefix: '/measurement-files/',
      methods: ['GET'],
      noun: 'measurement file',
      base: config.exportsUrl,
      service: 'production-lists',
    },
    {
      prefix: '/exports/orders',
      methods: ['GET'],
      noun: 'export',
      base: config.filesUrl,
      service: 'order-documents',
    },
    {
      prefix: '/exports/audit',
      methods: ['GET'],
      noun: 'export',
      base: config.auditUrl,
      service: 'webhooks',
    },
  ] as const
}
