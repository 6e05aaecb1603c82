import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../service/metrics.ts'
import { AppError, NotFoundError } from '../values/errors.ts'
import { problem, sendProblem } from './problem.ts'

/** What the health and metrics routes report. */
export interface HealthOptions {
  /** Rejects while the service cannot serve. */
  readonly ready?: () => Promise<void>
  /** For `/health/ready?deep`: rejects while a service that this one calls is not ready, too. */
  readonly deepReady?: () => Promise<void>
  /** Further members of the response of `/health/ready`, ready or not. */
  readonly about?: () => Readonly<Record<string, unknown>>
  readonly metrics?: Metrics
  /** Whether deep readiness and metrics are left out, because they are served elsewhere. */
  readonly isPublic?: boolean
  /** Whether the process is about to stop. */
  readonly isStopping?: () => boolean
}

/** Routes for monitoring; they need no credential. */
export const HEALTH_ROUTES = ['/health/live', '/health/ready', '/metrics']

class StoppingError extends AppError {
  override readonly code = 'NOT_READY'

  constructor() {
    super('The process is about to stop.')
  }
}

/** Applications whose process is about to stop. */
const stopping = new WeakSet<FastifyInstance>()

/** From now on `/health/ready` responds with 503, so that load balancers send no more requests. */
export function becomeUnready(app: FastifyInstance): void {
  stopping.add(app)
}

/** Whether `becomeUnready` was called. */
export function isUnready(app: FastifyInstance): boolean {
  return stopping.has(app)
}

/** A success is reused for this long, so that frequent calls do not load the database. */
const REUSED_MS = 1_000

/** Adds the routes in `HEALTH_ROUTES`. */
export function addHealth(app: FastifyInstance, options: HealthOptions): void {
  const { ready = () => Promise.resolve(), deepReady = ready, about, metrics } = options
  const { isPublic = false, isStopping = () => isUnready(app) } = options
  const check = reusingSuccess(ready)
  const deepCheck = reusingSuccess(deepReady)
  app.get('/health/live', () => ({ status: 'ok' }))
  app.get<{ Querystring: { readonly deep?: string } }>('/health/ready', async (request, reply) => {
    if (request.query.deep !== undefined && isPublic)
      throw new NotFoundError('Deep readiness is served at ADMIN_PORT.')
    try {
      if (isStopping()) throw new StoppingError()
      await (request.query.deep === undefined ? check() : deepCheck())
      return { status: 'ok', ...about?.() }
    } catch (error) {
      request.log.warn({ err: error, requestId: request.id }, 'not ready')
      return sendProblem(reply, {
        ...problem({ statusCode: 503 }, request.id),
        detail: error instanceof AppError ? error.message : 'Not ready yet.',
        code: 'NOT_READY',
        ...about?.(),
      })
    }
  })
  if (metrics === undefined || isPublic) return
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )
}

/** Concurrent calls share one check. A failure is not reused, so that a start is noticed at once. */
function reusingSuccess(check: () => Promise<void>): () => Promise<void> {
  let shared: Promise<void> | undefined
  const forget = (): void => {
    shared = undefined
  }
  const run = async (): Promise<void> => {
    // The assignment below comes first, whatever the check does.
    await Promise.resolve()
    try {
      await check()
      setTimeout(forget, REUSED_MS).unref()
    } catch (error) {
      forget()
      throw error
    }
  }
  return () => {
    shared ??= run()
    return shared
  }
}
