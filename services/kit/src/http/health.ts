import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { problem, sendProblem } from './problem.ts'

/** What the health and metrics routes report. */
export interface HealthOptions {
  /** Rejects while the service is not ready. */
  readonly ready?: () => Promise<void>
  /** Further members of the response of `/health/ready`, ready or not. */
  readonly about?: () => Readonly<Record<string, unknown>>
  readonly metrics?: Pick<Registry, 'contentType' | 'metrics'>
}

/** Routes for monitoring; they need no credential. */
export const HEALTH_ROUTES = ['/health/live', '/health/ready', '/metrics']

/** Adds the routes in `HEALTH_ROUTES`. */
export function addHealth(app: FastifyInstance, { ready, about, metrics }: HealthOptions): void {
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
  if (metrics === undefined) return
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )
}
