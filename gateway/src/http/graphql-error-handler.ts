import { logFailure } from '@takeoff/kit/http/log-failure'
import { withBodyLimit } from '@takeoff/kit/http/refused-body'
import { retryAfterHeader } from '@takeoff/kit/http/retry-after'
import { AppError, MASKED_MESSAGE } from '@takeoff/kit/values/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DocumentError } from '../documents/document-errors.ts'
import { DocumentRefusedError } from './request-documents/document-checks.ts'
import { responseStatus, responseType } from './plugins/response-status.ts'

const SEND_JSON = 'Send the operation as JSON, with the header "content-type: application/json".'

interface Refusal {
  readonly status: number
  readonly errors: readonly DocumentError[]
}

/** Every error becomes a GraphQL response with a code and the request id. An error of the gateway itself is logged. */
export function sendGraphqlError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { errors, ...refusal } = refusalOf(withBodyLimit(error, request))
  const { accept } = request.headers
  const status = responseStatus(accept, { ...refusal, code: errors[0]?.code })
  if (status >= 500) logFailure(reply, error)
  if (status === 401) void reply.header('www-authenticate', 'Bearer')
  const body = {
    errors: errors.map(({ message, locations, code, extensions }) => ({
      message,
      locations,
      extensions: { code, ...extensions, requestId: request.id },
    })),
  }
  void reply
    .code(status)
    .headers(retryAfterHeader(error))
    .header('content-type', responseType(accept))
    .send(JSON.stringify(body))
}

/** Maps an error in reading the request: broken JSON, a body too large, no valid token, or a document that is refused. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof DocumentRefusedError) return { status: 400, errors: error.errors }
  if (error instanceof AppError) {
    const { code, message, extensions } = error
    return { status: error.httpStatus, errors: [{ message, code, extensions }] }
  }
  const { statusCode, message } = error as { statusCode?: number; message?: string }
  if (statusCode === 415) return refusal(415, 'BAD_REQUEST', SEND_JSON)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return refusal(statusCode, 'BAD_REQUEST', message ?? '')
  return refusal(500, 'INTERNAL_SERVER_ERROR', MASKED_MESSAGE)
}

function refusal(status: number, code: string, message: string): Refusal {
  return { status, errors: [{ message, code, extensions: {} }] }
}
