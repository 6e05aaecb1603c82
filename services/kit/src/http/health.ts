import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../service/metrics.ts'
import { AppError } from '../values/errors.ts'
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

/** A success is reused for this long, so that frequent calls do not load the database. */
const REUSED_MS = 1_000

/** Adds the routes in `HEALTH_ROUTES`. */
export function addHealth(app: FastifyInstance, options: HealthOptions): void {
  const { ready = () => Promise.resolve(), deepReady = ready, about, metrics } = options
  const check = reusingSuccess(ready)
  const deepCheck = reusingSuccess(deepReady)
  app.get('/health/live', () => ({ status: 'ok' }))
  app.get<{ Querystring: { readonly deep?: string } }>('/health/ready', async (request, reply) => {
    try {
      if (stopping.has(app)) throw new StoppingError()
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
  if (metrics === undefined) return
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
