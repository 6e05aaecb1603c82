import { accessTable } from '@takeoff/kit/security/access-table'
import { scopesIn } from '@takeoff/kit/security/access'
import type { Authenticator } from '@takeoff/kit/security/auth'
import { UnauthenticatedError } from '@takeoff/kit/values/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Cookies } from '../http/cookies.ts'
import { otherName } from '../http/page-routes.ts'
import { requireJson, requireSameSite } from '../http/require-same-site.ts'
import { requirePerson } from '../sessions/open-session.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { createAttempt, readAttempts, writeAttempts } from '../issuer/attempts.ts'
import type { IssuerClient } from '../issuer/issuer-client.ts'
import { signInErrors } from './sign-in-errors.ts'
import { readReturnPath } from './return-path.ts'

/** What the routes of the session need. */
export interface SessionRoutesOptions {
  readonly config: Config
  readonly cookies: Cookies
  readonly sessions: Sessions
  readonly issuer: IssuerClient
  readonly authenticator: Authenticator
}

const { operations, fields, routes, sensitive } = accessTable
const NEEDS = [operations, fields, routes]
  .flatMap((needsByName) => Object.values(needsByName).flat())
  .concat(Object.values(sensitive).map(({ need }) => need))

/** Routes that begin, show and end a session. */
export function addSessionRoutes(app: FastifyInstance, options: SessionRoutesOptions): void {
  app.get('/session', (request) => showSession(request, options))
  app.get('/session/sign-in', {
    handler: (request, reply) => beginSignIn(request, reply, options),
    errorHandler: signInErrors((request) => queryOf(request)['return']),
  })
  app.post('/session/sign-out', {
    preParsing: [requireSameSite(options.config.publicUrl), requireJson],
    handler: (request, reply) => signOut(request, reply, options),
  })
}

async function showSession(
  request: FastifyRequest,
  { config, cookies, sessions, authenticator }: SessionRoutesOptions,
): Promise<object> {
  try {
    const { session } = await sessions.openFresh(cookies.session(request))
    const caller = await authenticator.authenticate(`Bearer ${session.accessToken}`)
    return {
      user: { id: caller.userId, ...session.user },
      person: sessions.personOf(session),
      organizations: caller.orgIds.map((id) => ({
        id,
        scopes: scopesIn(caller, id, NEEDS),
      })),
      issuer: config.authIssuer,
    }
  } catch (error) {
    if (!(error instanceof UnauthenticatedError)) throw error
    // No refusal: browsers log one as an error, on each page of those who have not signed in.
    const { signInPeople: people } = config
    return { user: null, ...(people.length > 0 && { people }) }
  }
}

async function beginSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, cookies, issuer }: SessionRoutesOptions,
): Promise<FastifyReply> {
  const query = queryOf(request)
  const attempt = createAttempt(readReturnPath(query['return']))
  // The cookie of the attempt must be at the address that the issuer sends the browser back to.
  const other = otherName(request, config.publicUrl)
  if (other !== undefined) return reply.redirect(other)
  // A link must not choose who signs in, except among the people of a development stack.
  const hint = config.signInPeople.find(({ loginHint }) => loginHint === query['login_hint'])
  const url = await issuer.authorizationUrl(attempt, hint?.loginHint)
  cookies.setAttempts(reply, writeAttempts([...readAttempts(cookies.attempts(request)), attempt]))
  return reply.redirect(url)
}

const queryOf = (request: FastifyRequest) => request.query as Readonly<Record<string, unknown>>

async function signOut(
  request: FastifyRequest,
  reply: FastifyReply,
  { cookies, sessions, issuer }: SessionRoutesOptions,
): Promise<object> {
  const isEverywhere = (request.body as { everywhere?: unknown } | null)?.everywhere === true
  const open = await sessions.open(cookies.session(request)).catch((error: unknown) => {
    if (error instanceof UnauthenticatedError) return undefined
    throw error
  })
  if (open === undefined) {
    cookies.clearSession(reply)
    return {}
  }
  requirePerson(request, sessions, open.session)
  await (isEverywhere ? sessions.endAll(open) : sessions.end(open))
  cookies.clearSession(reply)
  const { refreshToken, subject } = open.session
  // The session has ended here, whether the issuer responds or not.
  const log = (error: unknown): undefined => {
    request.log.warn({ err: error, requestId: request.id }, 'the issuer did not sign out')
  }
  if (refreshToken !== undefined) await issuer.revoke(refreshToken).catch(log)
  const redirect = await issuer.endSessionUrl(subject).catch(log)
  return redirect === undefined ? {} : { redirect }
}
