import type { FastifyRequest } from 'fastify'
import { requirePerson } from '../sessions/require-person.ts'
import type { Session } from '../sessions/session.ts'
import type { ForwardOptions } from './forward-options.ts'

/**
 * The session of a request, with an access token that is valid for a while.
 * @throws UnauthenticatedError when there is no session, or it is that of another person than the page is shown for
 */
export async function openSession(
  request: FastifyRequest,
  { sessions, cookies }: Pick<ForwardOptions, 'sessions' | 'cookies'>,
): Promise<Session> {
  const { session } = await sessions.openFresh(cookies.session(request))
  requirePerson(request, sessions, session)
  return session
}
