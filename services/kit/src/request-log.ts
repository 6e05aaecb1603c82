import { plainLogger } from './logger.ts'
import type { Logger } from './logger.ts'
import type { RequestScope } from './request-scope.ts'

export interface AnsweredRequest {
  readonly request: {
    readonly method: string
    readonly url: string
    readonly scope: RequestScope
  }
  readonly statusCode: number
  readonly durationMs: number
}

export type LogRequest = (answered: AnsweredRequest) => void

/** One line for each request. It holds nothing that a careless caller could have put there. */
export function requestLog(logger: Logger): LogRequest {
  const log = plainLogger(logger)
  return ({ request: { method, url, scope }, statusCode, durationMs }) => {
    const level = url.startsWith('/health/') || url === '/metrics' ? 'debug' : 'info'
    log(level, {
      requestId: scope.requestId,
      method,
      path: pathOf(url),
      statusCode,
      durationMs: Math.round(durationMs * 100) / 100,
      sqlStatements: scope.sqlStatements,
      msg: 'request completed',
    })
  }
}

/** Without the query string: a signed address must not get into a log. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? ''
}
