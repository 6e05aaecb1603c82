import { retryAfterHeader } from '@takeoff/kit/http/retry-after'
import { AppError, MASKED_MESSAGE } from '@takeoff/kit/values/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { responseStatus, responseType } from './response-status.ts'

const SEND_JSON = 'Send the operation as JSON, with the header "content-type: application/json".'

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** Every error becomes a GraphQL response with a code and the request id. An error of the gateway itself is logged. */
export function sendGraphqlError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const refusal = refusalOf(error)
  const { code, message, extensions } = refusal
  const { accept } = request.headers
  const status = responseStatus(accept, refusal)
  if (status >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed')
  if (status === 401) void reply.header('www-authenticate', 'Bearer')
  const body = {
    errors: [{ message, extensions: { code, ...extensions, requestId: request.id } }],
  }
  void reply
    .code(status)
    .headers(retryAfterHeader(error))
    .header('content-type', responseType(accept))
    .send(JSON.stringify(body))
}

/** Maps an error in reading the request: broken JSON, a body too large, a media type that is not JSON, no valid token. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof AppError) {
    const { code, message, extensions } = error
    return { status: error.httpStatus, code, message, extensions }
  }
  const { statusCode, message } = error as { statusCode?: number; message?: string }
  if (statusCode === 415) return { status: 415, code: 'BAD_REQUEST', message: SEND_JSON }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { status: statusCode, code: 'BAD_REQUEST', message: message ?? '' }
  }
  return {
    status: 500,
    code: 'INTERNAL_SERVER_ERROR',
    message: MASKED_MESSAGE,
  }
}
