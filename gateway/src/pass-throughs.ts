import type { Authenticator } from '@takeoff/kit/security/auth'
import { MEASUREMENT_FILE_BYTES_MAX } from '@takeoff/kit/values/request-size'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { serviceTokensFor } from './execution/service-tokens-for.ts'
import type { SubgraphLimits } from './execution/subgraph-pools.ts'
import { addConsoleRoutes } from './http/routes/console-route.ts'
import { addPassThroughRoute } from './http/routes/pass-through-route.ts'
import type { PassThroughOptions } from './http/routes/pass-through-route.ts'
import { UpstreamConnections } from './http/routes/upstream-connections.ts'

/** An operation of a page waits for the gateway once more, which waits for several subgraphs one after the other. */
const CONSOLE_TIMEOUTS = 4
const CONNECTIONS_PER_CALLER = 10
/** A caller of the console is an address, which may be that of an office. */
const CONSOLE_SHARE_PER_CALLER = 1 / 2

interface PassThroughParts {
  readonly limits: SubgraphLimits
  readonly authenticator: Authenticator | undefined
  /** Closes the connections. */
  readonly stack: AsyncDisposableStack
}

type Route = Omit<PassThroughOptions, 'connections' | 'authenticator'>

const ORDER_DOCUMENTS: readonly Route[] = [
  {
    prefix: '/files/',
    methods: ['GET', 'HEAD'],
    signedPaths: /^\/files\/[^/]+\/download$/,
    noun: 'file',
  },
  { prefix: '/exports/orders', methods: ['GET'], noun: 'export' },
]
const PRODUCTION_LISTS: readonly Route[] = [
  { prefix: '/exports/', methods: ['GET'], noun: 'export' },
  {
    prefix: '/measurement-files',
    methods: ['POST'],
    bodyBytesMax: MEASUREMENT_FILE_BYTES_MAX,
    noun: 'measurement file',
  },
  { prefix: '/measurement-files/', methods: ['GET'], noun: 'measurement file' },
]
const WEBHOOKS: readonly Route[] = [{ prefix: '/exports/audit', methods: ['GET'], noun: 'export' }]

/** A service of Takeoff behind routes. */
interface RoutedService {
  readonly name: string
  /** Base address; undefined when this gateway does not serve its routes. */
  readonly base: string | undefined
  /** `console` for those of the console. */
  readonly routes: readonly Route[] | 'console'
}

/**
 * Adds the routes whose responses come from a service as they are. Each service has connections for them: a slow download
 * must not delay a query, and may be large.
 */
export function addPassThroughs(
  app: FastifyInstance,
  config: Config,
  { limits, authenticator, stack }: PassThroughParts,
): void {
  for (const { name, base, routes } of servicesOf(config)) {
    if (base === undefined) continue
    const connections = stack.use(
      new UpstreamConnections({
        url: new URL(base),
        serviceTokens: serviceTokensFor(name, config.subgraphSecrets),
        ...limits,
        perCaller: CONNECTIONS_PER_CALLER,
        waitMs: limits.timeoutMs,
        ...(routes === 'console' && consoleLimits(limits)),
      }),
    )
    if (routes === 'console') addConsoleRoutes(app, connections)
    else
      for (const route of routes) addPassThroughRoute(app, { ...route, connections, authenticator })
  }
}

function consoleLimits({ connections, timeoutMs }: SubgraphLimits) {
  return {
    perCaller: Math.ceil(connections * CONSOLE_SHARE_PER_CALLER),
    timeoutMs: timeoutMs * CONSOLE_TIMEOUTS,
  }
}

/** The services of Takeoff behind routes, and whether the configuration has their addresses. */
export function routedServices(
  config: Config,
): readonly { readonly name: string; readonly isUsed: boolean }[] {
  return servicesOf(config).map(({ name, base }) => ({ name, isUsed: base !== undefined }))
}

function servicesOf(config: Config): readonly RoutedService[] {
  return [
    { name: 'order-documents', base: config.filesUrl, routes: ORDER_DOCUMENTS },
    { name: 'production-lists', base: config.exportsUrl, routes: PRODUCTION_LISTS },
    { name: 'webhooks', base: config.auditUrl, routes: WEBHOOKS },
    { name: 'console', base: config.consoleUrl, routes: 'console' },
  ]
}
