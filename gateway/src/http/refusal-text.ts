import { AppError, MASKED_MESSAGE } from '@takeoff/kit/errors'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { answerStatus, answerType } from './answer-status.ts'
import type { AnswerHead } from './fast-path.ts'

const SEND_JSON = 'Send the operation as JSON, with the header "content-type: application/json".'

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** The text of a GraphQL answer with a code and the request id, whatever went wrong; all but the text is set. */
export type RefusalText = (
  error: unknown,
  request: Pick<FastifyRequest, 'id' | 'headers'>,
  head: AnswerHead,
) => string

/** @param log of what is nobody's fault but ours */
export function refusalText(log: Pick<FastifyBaseLogger, 'error'>): RefusalText {
  return (error, request, head) => {
    const refusal = refusalOf(error)
    const { code, message, extensions } = refusal
    const { accept } = request.headers
    const status = answerStatus(accept, refusal)
    if (status >= 500) log.error({ err: error, requestId: request.id }, 'request failed')
    if (status === 401) head.header('www-authenticate', 'Bearer')
    head.code(status)
    head.header('content-type', answerType(accept))
    return JSON.stringify({
      errors: [{ message, extensions: { code, ...extensions, requestId: request.id } }],
    })
  }
}

/** Faults of reading the request: broken JSON, a body too large, a media type that is not JSON, no valid token. */
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
