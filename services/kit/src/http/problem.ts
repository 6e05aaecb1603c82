import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError, MASKED_MESSAGE, NotFoundError } from '../values/errors.ts'
import { logFailure } from './log-failure.ts'
import { withBodyLimit } from './refused-body.ts'
import { pathOf } from './request-log.ts'
import { retryAfterHeader } from './retry-after.ts'

/** RFC 9457 problem details. */
export interface Problem {
  readonly type: 'about:blank'
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
  readonly requestId: string
  /** The parameter that is not acceptable. */
  readonly argument?: string
}

/** The problem that a client sees for an error on a plain HTTP endpoint. Only messages meant for it pass. */
export function problem(error: unknown, requestId: string): Problem {
  const { status, detail, code, argument } = describe(error)
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code,
    requestId,
    ...(argument !== undefined && { argument }),
  }
}

/** Sends an RFC 9457 problem with its status and media type. */
export function sendProblem(reply: FastifyReply, body: Problem): FastifyReply {
  if (body.status === 401 && !reply.hasHeader('www-authenticate'))
    void reply.header('www-authenticate', 'Bearer')
  return reply.code(body.status).type('application/problem+json').send(JSON.stringify(body))
}

/** Errors of handlers, and unknown addresses, as problem details. An error of the service itself is logged. */
export function sendErrorsAsProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const body = problem(withBodyLimit(error, request), request.id)
    if (body.status >= 500) logFailure(reply, error)
    return sendProblem(reply.headers(retryAfterHeader(error)), body)
  })
  app.setNotFoundHandler((request, reply) => {
    const error = new NotFoundError(
      `There is nothing at ${request.method} ${pathOf(request.url)}. Check the method and the address.`,
    )
    return sendProblem(reply, problem(error, request.id))
  })
}

function describe(error: unknown): Pick<Problem, 'status' | 'detail' | 'code' | 'argument'> {
  if (error instanceof AppError) {
    const { httpStatus: status, message: detail, code, extensions } = error
    const { argument } = extensions
    return { status, detail, code, ...(typeof argument === 'string' && { argument }) }
  }
  const { statusCode, message } = error as { statusCode?: number; message?: string }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return {
      status: statusCode,
      detail: message ?? '',
      code: statusCode === 404 ? 'NOT_FOUND' : 'BAD_REQUEST',
    }
  }
  return {
    status: statusCode !== undefined && statusCode > 500 ? statusCode : 500,
    detail: MASKED_MESSAGE,
    code: 'INTERNAL_SERVER_ERROR',
  }
}
