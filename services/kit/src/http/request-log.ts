import type { FastifyInstance } from 'fastify'
import type { Logger } from '../service/logger.ts'
import { traceFields } from '../service/tracing.ts'

/** One log line per request. It holds no header and no query string, so that no credential can get into it. */
export function logRequests(app: FastifyInstance, logger: Logger): void {
  app.addHook('onResponse', ({ id, method, url, scope }, { statusCode, elapsedTime }, done) => {
    const level = url.startsWith('/health/') || url === '/metrics' ? 'debug' : 'info'
    const fields = {
      requestId: id,
      method,
      path: pathOf(url),
      statusCode,
      durationMs: Math.round(elapsedTime * 100) / 100,
      sqlStatements: scope.sqlStatements,
      ...traceFields(scope.span),
    }
    logger[level](fields, 'request completed')
    done()
  })
}

/** The path of an address, without the query string: a signed address must not get into a log. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? ''
}
