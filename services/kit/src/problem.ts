import { STATUS_CODES } from 'node:http'
import { AppError, MASKED_MESSAGE } from './errors.ts'

/** RFC 9457 problem details. */
export interface Problem {
  readonly type: 'about:blank'
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
  readonly requestId: string
}

/** What a client may know of an error on a plain HTTP endpoint. Only messages meant for it get through. */
export function problem(error: unknown, requestId: string): Problem {
  const { status, detail, code } = describe(error)
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code,
    requestId,
  }
}

function describe(error: unknown): { status: number; detail: string; code: string } {
  if (error instanceof AppError)
    return { status: error.httpStatus, detail: error.message, code: error.code }
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
