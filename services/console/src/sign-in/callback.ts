import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { messagePage } from '@takeoff/kit/http/message-page'
import { AppError, UnauthenticatedError } from '@takeoff/kit/values/errors'
import { AuthorizationResponseError } from 'openid-client'
import { sessionLimits } from '../sessions/open-store.ts'
import { readAttempts, writeAttempts } from '../issuer/attempts.ts'
import type { SignInAttempt } from '../issuer/attempts.ts'
import { CALLBACK_PATH } from '../issuer/issuer-client.ts'
import { readReturnPath } from './return-path.ts'
import type { SessionRoutesOptions } from './session-routes.ts'

const TRY_AGAIN = { href: '/session/sign-in', text: 'Sign in again' }

/** The address to which the issuer sends a browser back. Its errors are pages, because a person sees them. */
export function addCallback(app: FastifyInstance, options: SessionRoutesOptions): void {
  app.get(CALLBACK_PATH, {
    handler: (request, reply) => finishSignIn(request, reply, options),
    errorHandler(error, request, reply) {
      const { status, title, text } = explain(error)
      request.log.warn({ err: error, requestId: request.id }, 'a sign-in failed')
      void reply
        .code(status)
        .type('text/html; charset=utf-8')
        .send(messagePage({ title, text: [...text, `Request ${request.id}`], link: TRY_AGAIN }))
    },
  })
}

async function finishSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, cookies, sessions, issuer, authenticator }: SessionRoutesOptions,
): Promise<FastifyReply> {
  const attempts = readAttempts(cookies.attempts(request))
  const callback = new URL(request.url, config.publicUrl)
  const attempt = attempts.find(({ state }) => state === callback.searchParams.get('state'))
  if (attempt === undefined) throw new UnknownAttemptError()
  forget(attempt)
  const signedIn = await issuer.exchange(callback, attempt)
  // A token that the API refuses is reported here, where the person who set it up sees it.
  await authenticator.authenticate(`Bearer ${signedIn.accessToken}`)
  const secret = await sessions.create(signedIn)
  const earlier = await sessions.open(cookies.session(request)).catch(() => undefined)
  if (earlier !== undefined) await sessions.end(earlier)
  cookies.setSession(reply, secret.text, sessionLimits(config).lifetimeMs / 1000)
  return reply.redirect(readReturnPath(attempt.returnPath))

  /** An attempt is used once, whatever its result. */
  function forget(used: SignInAttempt): void {
    const left = attempts.filter((one) => one !== used)
    if (left.length === 0) cookies.clearAttempts(reply)
    else cookies.setAttempts(reply, writeAttempts(left))
  }
}

class UnknownAttemptError extends AppError {
  override readonly code = 'SIGN_IN_UNKNOWN'

  constructor() {
    super(
      'This sign-in was not begun in this browser, or it was begun too long ago. Sign in again.',
    )
  }
}

interface Explanation {
  readonly status: number
  readonly title: string
  readonly text: readonly string[]
}

function explain(error: unknown): Explanation {
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
      title: 'The sign-in could not be finished',
      // What has failed is in the log: a person can only wait.
      text: error.isFailure
        ? ['Sign-in is not available at the moment. Try again in a minute.']
        : [error.message],
    }
  return {
    status: 400,
    title: 'The sign-in could not be finished',
    text: ['The response of the issuer is not valid for this sign-in. Sign in again.'],
  }
}
