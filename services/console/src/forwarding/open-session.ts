import { UnauthenticatedError } from '@takeoff/kit/values/errors'
import type { FastifyRequest } from 'fastify'
import type { Session } from '../sessions/session.ts'
import type { ForwardOptions } from './forward-options.ts'

/** The person for whom the page is shown that sends a request, as `GET /session` names them. */
const PERSON = 'x-takeoff-person'

/**
 * The session of a request, with an access token that is valid for a while. All tabs of a browser share one cookie, so a
 * page may still be shown for the person who was signed in before.
 * @throws UnauthenticatedError when there is no session, or it is that of another person
 */
export async function openSession(
  request: FastifyRequest,
  { sessions, cookies }: Pick<ForwardOptions, 'sessions' | 'cookies'>,
): Promise<Session> {
  const { session } = await sessions.openFresh(cookies.session(request))
  const person = request.headers[PERSON]
  if (person !== undefined && person !== sessions.personOf(session))
    throw new UnauthenticatedError(
      'Another person has signed in in this browser. Load the page again.',
    )
  return session
}
