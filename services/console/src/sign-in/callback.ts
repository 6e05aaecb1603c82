import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '@takeoff/kit/values/errors'
import { sessionLimits } from '../sessions/open-store.ts'
import { readAttempts, writeAttempts } from '../issuer/attempts.ts'
import type { SignInAttempt } from '../issuer/attempts.ts'
import { CALLBACK_PATH } from '../issuer/issuer-client.ts'
import { signInErrors } from './sign-in-errors.ts'
import { readReturnPath } from './return-path.ts'
import type { SessionRoutesOptions } from './session-routes.ts'

/** The address to which the issuer sends a browser back. */
export function addCallback(app: FastifyInstance, options: SessionRoutesOptions): void {
  app.get(CALLBACK_PATH, {
    handler: (request, reply) => finishSignIn(request, reply, options),
    errorHandler: signInErrors((request) => attemptOf(request, options).attempt?.returnPath),
  })
}

async function finishSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  options: SessionRoutesOptions,
): Promise<FastifyReply> {
  const { config, cookies, sessions, issuer, authenticator } = options
  const { callback, attempts, attempt } = attemptOf(request, options)
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

function attemptOf(request: FastifyRequest, { config, cookies }: SessionRoutesOptions) {
  const callback = new URL(request.url, config.publicUrl)
  const attempts = readAttempts(cookies.attempts(request))
  const attempt = attempts.find(({ state }) => state === callback.searchParams.get('state'))
  return { callback, attempts, attempt }
}

class UnknownAttemptError extends AppError {
  override readonly code = 'SIGN_IN_UNKNOWN'

  constructor() {
    super(
      'This sign-in was not begun in this browser, or it was begun too long ago. Sign in again.',
    )
  }
}
