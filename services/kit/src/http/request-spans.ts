import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endSpan, isTracing, startServerSpan } from '../service/tracing.ts'
import type { Span } from '../service/tracing.ts'
import { HEALTH_ROUTES } from './health.ts'
import { pathOf } from './request-log.ts'

/** Makes a span of each request, if traces are recorded; it is that of the request's scope. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return
  app.addHook('onRequest', (request, _reply, done) => {
    request.scope.span = startRequestSpan(request)
    done()
  })
  app.addHook('onResponse', ({ scope: { span } }, reply, done) => {
    if (span?.isRecording() === true) end(span, reply)
    done()
  })
}

/** The routes of monitoring have none. */
function startRequestSpan(request: FastifyRequest): Span | undefined {
  const { id, method, url, headers, routeOptions } = request
  const route = routeOptions.url ?? '(none)'
  if (HEALTH_ROUTES.includes(route)) return undefined
  return startServerSpan(`${method} ${route}`, headers['traceparent'], {
    'http.request.method': method,
    'http.route': route,
    'url.path': pathOf(url),
    'takeoff.request_id': id,
  })
}

/** A refused request is no failure of the server. */
function end(span: Span, { statusCode }: FastifyReply): void {
  span.setAttribute('http.response.status_code', statusCode)
  endSpan(span, statusCode < 500 ? undefined : statusCode)
}
