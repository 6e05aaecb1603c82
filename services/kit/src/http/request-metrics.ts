import type { FastifyInstance } from 'fastify'
import { Histogram } from 'prom-client'
import { DURATION_BUCKETS } from '../service/metrics.ts'
import type { Metrics } from '../service/metrics.ts'

/** Label of requests whose path has no route: paths are the client's, and would be labels without a limit. */
const NO_ROUTE = '(none)'

const NAME = 'http_request_duration_seconds'

/**
 * Measures the requests of each route, also where several servers of a process share its metrics:
 * their rate, status and duration.
 */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const known = metrics.getSingleMetric(NAME)
  const durations = known instanceof Histogram ? known : createHistogram(metrics)
  app.addHook('onResponse', ({ method, routeOptions: { url: route = NO_ROUTE } }, reply, done) => {
    durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

function createHistogram(metrics: Metrics) {
  return new Histogram({
    name: NAME,
    help: 'Time from the head of a request to the last byte of its response, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [metrics],
  })
}
