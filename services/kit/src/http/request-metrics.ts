import type { FastifyInstance } from 'fastify'
import { Histogram } from 'prom-client'
import { DURATION_BUCKETS } from '../service/metrics.ts'
import type { Metrics } from '../service/metrics.ts'

/** Label of requests whose path has no route: paths are the client's, and would be labels without a limit. */
const NO_ROUTE = '(none)'

/** Measures the requests of each route: their rate, their status and how long they took. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the last byte of its response, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [metrics],
  })
  app.addHook('onResponse', ({ method, routeOptions: { url: route = NO_ROUTE } }, reply, done) => {
    durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}
