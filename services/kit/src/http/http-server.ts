import { Readable } from 'node:stream'
import { fastify, LogController } from 'fastify'
import type { FastifyInstance } from 'fastify'
import type { Logger } from '../service/logger.ts'
import { listenForAdmin, servesAdmin } from './admin.ts'
import type { AdminAddress } from './admin.ts'
import { refuseAmbiguousHeads } from './ambiguous-heads.ts'
import { CONNECTION_LIMITS, connectionOptions } from './connection-limits.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import type { EarlyServer } from './early-server.ts'
import { closeGracefully } from './graceful-close.ts'
import { addHealth, HEALTH_ROUTES, isUnready } from './health.ts'
import type { HealthOptions } from './health.ts'
import { readJsonBodies } from './json-body.ts'
import { problem, sendErrorsAsProblems, sendProblem } from './problem.ts'
import { readRefusedBodies } from './refused-body.ts'
import { logRequests } from './request-log.ts'
import { measureRequests } from './request-metrics.ts'
import { traceRequests } from './request-spans.ts'
import { headersOfAll, openRequestScopes, requestIdOf } from './request-scope.ts'
import { requireServiceToken } from './service-tokens.ts'
import type { Audience } from './service-tokens.ts'
import { followFiles } from './tls.ts'
import type { TlsFiles } from './tls.ts'
import { endUnreadStreams } from './unread-stream.ts'

const BODY_BYTES_MAX = 1_048_576

/** Options that differ between the servers of the services. */
export interface HttpServerOptions extends HealthOptions {
  readonly logger: Logger
  /** When set, every route but health and metrics is closed to callers without a service token for this audience. */
  readonly serviceTokens?: Audience
  /** Routes that check a credential of their own. */
  readonly publicRoutes?: readonly string[]
  readonly bodyLimitBytes?: number
  readonly connections?: ConnectionLimits
  /** Without them the server speaks plain HTTP. */
  readonly tls?: TlsFiles | undefined
  /** Addresses and ranges of proxies whose `X-Forwarded-For` names the client; none by default. */
  readonly trustedProxies?: readonly string[]
  /** Where metrics and deep readiness are served; with the other routes when left out. */
  readonly admin?: AdminAddress
  /** A server that listens already; it serves when `open` is called. */
  readonly early?: EarlyServer
}

/** A Fastify server with health, metrics, request ids, one log line per request, and RFC 9457 errors. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { logger, serviceTokens, publicRoutes = [], early, tls } = options
  const { connections = CONNECTION_LIMITS, trustedProxies = [] } = options
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Log calls pass the request's id: a logger per request would cost as much as its log line.
    childLoggerFactory: (parent) => parent,
    bodyLimit: options.bodyLimitBytes ?? BODY_BYTES_MAX,
    ...connectionOptions(connections, tls),
    ...(early && { serverFactory: early.serverFactory }),
    forceCloseConnections: 'idle',
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    // A request on an open connection is still served while the server closes, as the last one on it.
    return503OnClosing: false,
    genReqId: requestIdOf,
    // An address that cannot be decoded matches no route, so none of the hooks below run.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headersOfAll(request.id))
      void sendProblem(reply, problem(error, request.id))
    },
    routerOptions: { maxParamLength: 200 },
  }) as unknown as FastifyInstance
  if (tls !== undefined) followFiles(app, tls, logger)
  readJsonBodies(app)
  closeGracefully(app)
  // Fastify closes only a server that it has made to listen.
  if (early !== undefined) app.addHook('onClose', () => early.close())
  openRequestScopes(app)
  traceRequests(app)
  refuseAmbiguousHeads(app)
  readRefusedBodies(app)
  batchResponses(app)
  if (connections.unreadTimeoutMs !== undefined) endUnreadStreams(app, connections.unreadTimeoutMs)
  sendErrorsAsProblems(app)
  if (serviceTokens !== undefined)
    requireServiceToken(app, serviceTokens, [...HEALTH_ROUTES, ...publicRoutes])
  logRequests(app, logger)
  if (options.metrics !== undefined) measureRequests(app, options.metrics)
  addHealth(app, {
    ...options,
    isPublic: options.admin !== undefined && !servesAdmin(options.admin),
  })
  addAdmin(app, options)
  return app
}

/** A server of its own for operators: their routes must not be reached by clients under any address or header. */
function addAdmin(app: FastifyInstance, options: HttpServerOptions): void {
  const { admin, early: _early, serviceTokens: _tokens, connections: _limits, ...health } = options
  if (admin?.adminPort === undefined) return
  const server = createHttpServer({ ...health, isStopping: () => isUnready(app) })
  listenForAdmin(app, server, { ...admin, adminPort: admin.adminPort })
}

/**
 * Responses are written one after another, when all requests that arrived have been started. A write wakes the process
 * that reads, which costs more than the write itself on a virtual machine; one that is awake is not woken again (ADR 37).
 */
function batchResponses(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    setImmediate(() => {
      if (!reply.raw.headersSent) return done(null, payload)
      // Fastify notices a second response only after the first is written. To write it would end the process.
      if (payload instanceof Readable) payload.destroy()
      request.log.error({ requestId: request.id }, 'a second response was discarded')
    })
  })
}
