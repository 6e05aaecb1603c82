import { UnauthenticatedError } from '@takeoff/kit/values/errors'
import type { FastifyRequest } from 'fastify'
import type { Cookies } from '../http/cookies.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

/** The person for whom the page is shown that sends a request, as `GET /session` names them. */
const PERSON = 'x-takeoff-person'

/**
 * The session of a request, with an access token that is valid for a while.
 * @throws UnauthenticatedError when there is no session, or it is that of another person than the page is shown for
 */
export async function openSession(
  request: FastifyRequest,
  { sessions, cookies }: { readonly sessions: Sessions; readonly cookies: Cookies },
): Promise<Session> {
  const { session } = await sessions.openFresh(cookies.session(request))
  requirePerson(request, sessions, session)
  return session
}

/**
 * All tabs of a browser share one cookie, so a page may still be shown for the person who was signed in before.
 * @throws UnauthenticatedError when the session is that of another person than the page is shown for
 */
export function requirePerson(request: FastifyRequest, sessions: Sessions, session: Session): void {
  const person = request.headers[PERSON]
  if (person !== undefined && person !== sessions.personOf(session))
    throw new UnauthenticatedError(
      'Another person has signed in in this browser. Load the page again.',
    )
}
