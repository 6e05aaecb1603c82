import type { FastifyReply } from 'fastify'
import { messagePage } from '@takeoff/kit/http/message-page'
import type { MessagePage } from '@takeoff/kit/http/message-page'
import { retryAfterHeader } from '@takeoff/kit/http/retry-after'
import type { AppError } from '@takeoff/kit/values/errors'

/** What a person sees in place of a page, a file or an export. */
export interface ErrorPage extends MessagePage {
  readonly status: number
}

/** Sends an error as a page, for addresses that people open: problem details are for programs. */
export function sendErrorPage(
  error: unknown,
  reply: FastifyReply,
  { status, ...page }: ErrorPage,
): void {
  const text = [...page.text, `Request ${reply.request.id}`]
  void reply
    .code(status)
    .headers(retryAfterHeader(error))
    .type('text/html; charset=utf-8')
    .send(messagePage({ ...page, text }))
}

/** What has failed is in the log: a person can only wait. */
export const reasonOf = (error: AppError, what: string): string =>
  error.isFailure ? `${what} is not available at the moment. Try again in a minute.` : error.message
