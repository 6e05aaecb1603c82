import type { FastifyReply, FastifyRequest } from 'fastify'
import { logFailure } from '@takeoff/kit/http/log-failure'
import { AppError, UnauthenticatedError } from '@takeoff/kit/values/errors'
import { AuthorizationResponseError } from 'openid-client'
import { reasonOf, sendErrorPage } from '../http/error-page.ts'
import type { ErrorPage } from '../http/error-page.ts'
import { readReturnPath } from './return-path.ts'

/**
 * Handles the errors of a sign-in: they are pages, because a person sees them.
 * @param returnPathOf the page at which the sign-in began, as the browser names it
 */
export const signInErrors =
  (returnPathOf: (request: FastifyRequest) => unknown) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    if (error instanceof AppError && error.isFailure) logFailure(reply, error)
    else request.log.warn({ err: error, requestId: request.id }, 'a sign-in failed')
    const link = { href: signInAddress(returnPathOf(request)), text: 'Sign in again' }
    sendErrorPage(error, reply, { ...explain(error), link })
  }

/** A path that is none of the console is left out: a cookie may have any text. */
function signInAddress(returnPath: unknown): string {
  try {
    const path = readReturnPath(returnPath)
    if (path !== '/') return `/session/sign-in?${new URLSearchParams({ return: path })}`
  } catch {}
  return '/session/sign-in'
}

function explain(error: unknown): ErrorPage {
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
    return { status: 403, title: 'The sign-in was refused', text: ['The issuer refused it.'] }
  if (error instanceof UnauthenticatedError)
    return {
      status: 401,
      title: 'The sign-in cannot be used here',
      text: [error.message, 'Report this to the person who runs this installation.'],
    }
  if (error instanceof AppError)
    return {
      status: error.httpStatus,
      title: 'The sign-in did not succeed',
      text: [reasonOf(error, 'Sign-in')],
    }
  return {
    status: 400,
    title: 'The sign-in did not succeed',
    text: ['The response of the issuer is not valid for this sign-in. Sign in again.'],
  }
}
