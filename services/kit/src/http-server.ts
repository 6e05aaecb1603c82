import { fastify, LogController } from 'fastify'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Registry } from 'prom-client'
import { answerClientError } from './client-error.ts'
import { ForbiddenError, NotFoundError } from './errors.ts'
import { jsonParser, readJsonBodies } from './json-body.ts'
import type { Logger } from './logger.ts'
import { PlainPosts } from './plain-posts.ts'
import type { PlainPostsOptions, PlainRoute } from './plain-posts.ts'
import { problem } from './problem.ts'
import { secretsMatch, SERVICE_AUTHORIZATION } from './service-secret.ts'
import { requestIdOf } from './request-id.ts'
import { pathOf, requestLog } from './request-log.ts'
import type { LogRequest } from './request-log.ts'
import { inRequestScope } from './request-scope.ts'
import type { RequestScope } from './request-scope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    scope: RequestScope
  }
  interface FastifyInstance {
    /** Answers what it can past Fastify and all hooks (ADR 36). Throws where a hook asks for the service's secret. */
    readonly answerPlainPosts: (route: PlainRoute) => void
  }
}

const BODY_BYTES_MAX = 1_048_576
const CONNECTION_LIMITS: ConnectionLimits = {
  headerBytesMax: 16_384,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveMs: 72_000,
}
/** How often connections are held against their time limits; Node would do so every 30 seconds. */
const CONNECTIONS_CHECK_MS = 1000
const CLOSING_SWEEP_MS = 20

export interface ConnectionLimits {
  /** Of the address and all headers together. */
  readonly headerBytesMax: number
  /** From the first byte of a request, or the opening of a connection, to the end of its headers. */
  readonly headersTimeoutMs: number
  /** From the first byte of a request to the last one of its body. */
  readonly requestTimeoutMs: number
  /** How long a connection may wait for its next request. */
  readonly keepAliveMs: number
  /** How long nothing at all may happen on a connection, such as a client that does not read; else for ever. */
  readonly idleTimeoutMs?: number
  /** Requests after which a connection is closed; else never. */
  readonly requestsMax?: number
}

export interface HttpServerOptions {
  readonly logger: Logger
  /** When set, every route but health and metrics is closed to callers without it. */
  readonly serviceSecret?: string
  /** Routes that check a credential of their own. */
  readonly publicRoutes?: readonly string[]
  /** Rejects while the service cannot do its work. */
  readonly ready?: () => Promise<void>
  /** What `/health/ready` tells besides, ready or not. */
  readonly about?: () => Readonly<Record<string, unknown>>
  readonly metrics?: Pick<Registry, 'contentType' | 'metrics'>
  readonly bodyLimitBytes?: number
  /** Whether all of a request runs in its scope, which is the rule; else routes enter it where they need it. */
  readonly runsInScope?: boolean
  readonly connections?: ConnectionLimits
}

/** A Fastify server with health, metrics, request ids, one log line a request, and RFC 9457 errors. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const limits = options.connections ?? CONNECTION_LIMITS
  const bodyLimit = options.bodyLimitBytes ?? BODY_BYTES_MAX
  const logRequest = requestLog(options.logger)
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    ...connectionOptions(limits),
    forceCloseConnections: 'idle',
    // What still comes on an open connection while this closes is served, and is the last on it.
    return503OnClosing: false,
    genReqId: requestIdOf,
    // An address that cannot be read has no route, and so none of the hooks below.
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id)
      void sendProblem(reply, problem(error, request.id))
    },
    routerOptions: { maxParamLength: 200 },
  }) as unknown as FastifyInstance
  app.server.headersTimeout = limits.headersTimeoutMs
  // Whoever logs names the request: a logger for each would take as long as all of its line, and Fastify's lines are off.
  app.log.child = () => app.log
  const parseJson = jsonParser(app)
  readJsonBodies(app, parseJson)
  takePlainPosts(app, options, { parseJson, logRequest, bodyBytesMax: bodyLimit })
  closeConnectionsThatFallIdle(app)
  openRequestScope(app, options.runsInScope ?? true)
  echoRequestId(app)
  answerTogether(app)
  answerProblems(app)
  if (options.serviceSecret !== undefined)
    requireServiceSecret(app, options.serviceSecret, options.publicRoutes ?? [])
  logRequests(app, logRequest)
  addHealth(app, options)
  return app
}

function connectionOptions(limits: ConnectionLimits) {
  const { headersTimeoutMs, requestTimeoutMs } = limits
  return {
    http: {
      maxHeaderSize: limits.headerBytesMax,
      connectionsCheckingInterval: Math.min(
        CONNECTIONS_CHECK_MS,
        headersTimeoutMs,
        requestTimeoutMs,
      ),
    },
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.idleTimeoutMs ?? 0,
    maxRequestsPerSocket: limits.requestsMax ?? 0,
    clientErrorHandler: answerClientError,
  }
}

/**
 * Closing waits for the requests under way, not for connections: neither for one that falls idle after Fastify has
 * closed the idle ones, nor for one that a client opened ahead and never used, which Node counts as busy.
 */
function closeConnectionsThatFallIdle(app: FastifyInstance): void {
  let underWay = 0
  const onClose = (): void => {
    underWay -= 1
  }
  app.server.on('request', (_request, response) => {
    underWay += 1
    // It comes once; `once` itself would make three objects of each.
    response.on('close', onClose)
  })
  app.addHook('preClose', (done) => {
    const sweep = setInterval(() => {
      if (underWay === 0) app.server.closeAllConnections()
      else app.server.closeIdleConnections()
    }, CLOSING_SWEEP_MS)
    app.server.once('close', () => clearInterval(sweep))
    done()
  })
}

/** Listens in Fastify's place, before others do, and before all that is asked by hooks. */
function takePlainPosts(
  app: FastifyInstance,
  { serviceSecret }: HttpServerOptions,
  options: PlainPostsOptions,
): void {
  const posts = new PlainPosts(options)
  app.decorate('answerPlainPosts', (route: PlainRoute) => {
    if (serviceSecret !== undefined) throw new Error('Nobody would ask for the service secret.')
    posts.answer(route)
  })
  app.server.removeAllListeners('request')
  app.server.on(
    'request',
    posts.before((raw, response) => app.routing(raw, response)),
  )
  app.addHook('preParsing', (request, _reply, payload, done) =>
    done(null, posts.readBodyOf(request.raw) ?? payload),
  )
  app.addHook('preClose', (done) => {
    posts.stop()
    done()
  })
}

function openRequestScope(app: FastifyInstance, runsInScope: boolean): void {
  app.decorateRequest('scope')
  app.addHook('onRequest', (request, _reply, done) => {
    request.scope = { requestId: request.id, sqlStatements: 0 }
    done()
  })
  // Not before: reading the body continues in the socket's context, not in ours.
  if (runsInScope)
    app.addHook('preValidation', (request, _reply, done) => inRequestScope(request.scope, done))
}

function echoRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
}

/**
 * Answers are written one after another when all that came has been looked at. A write wakes whoever waits for it, which
 * takes longer than the write itself on a virtual machine; whoever is awake already is not woken again (ADR 30).
 */
function answerTogether(app: FastifyInstance): void {
  app.addHook('onSend', (_request, _reply, payload, done) => {
    setImmediate(done, null, payload)
  })
}

function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const answer = problem(error, request.id)
    if (answer.status >= 500)
      request.log.error({ err: error, requestId: request.id }, 'request failed')
    return sendProblem(reply, answer)
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(
      reply,
      problem(
        new NotFoundError(`There is nothing at ${request.method} ${pathOf(request.url)}.`),
        request.id,
      ),
    ),
  )
}

function sendProblem(reply: FastifyReply, answer: ReturnType<typeof problem>): FastifyReply {
  if (answer.status === 401) void reply.header('www-authenticate', 'Bearer')
  return reply.code(answer.status).type('application/problem+json').send(JSON.stringify(answer))
}

function requireServiceSecret(
  app: FastifyInstance,
  secret: string,
  publicRoutes: readonly string[],
): void {
  const open = new Set(['/health/live', '/health/ready', '/metrics', ...publicRoutes])
  app.addHook('onRequest', (request, _reply, done) => {
    const given = request.headers[SERVICE_AUTHORIZATION]
    if (open.has(request.routeOptions.url ?? '')) return done()
    if (secretsMatch(typeof given === 'string' ? given : undefined, secret)) return done()
    done(new ForbiddenError('This service answers its gateway only.'))
  })
}

function logRequests(app: FastifyInstance, log: LogRequest): void {
  app.addHook('onResponse', (request, { statusCode, elapsedTime: durationMs }, done) => {
    log({ request, statusCode, durationMs })
    done()
  })
}

function addHealth(app: FastifyInstance, { ready, about, metrics }: HttpServerOptions): void {
  app.get('/health/live', () => ({ status: 'ok' }))
  app.get('/health/ready', async (request, reply) => {
    try {
      await ready?.()
      return { status: 'ok', ...about?.() }
    } catch (error) {
      request.log.warn({ err: error, requestId: request.id }, 'not ready')
      return sendProblem(reply, {
        ...problem({ statusCode: 503 }, request.id),
        detail: 'Not ready yet.',
        code: 'NOT_READY',
        ...about?.(),
      })
    }
  })
  if (metrics !== undefined) {
    app.get('/metrics', async (_request, reply) =>
      reply.type(metrics.contentType).send(await metrics.metrics()),
    )
  }
}
