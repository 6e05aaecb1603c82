import { TakeoffError } from '@takeoff/client'
import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { OWN_REQUEST } from '../api/own-request.ts'
import { sessionEnd } from '../api/session-end.ts'
import { takeSession } from './read-session.ts'
import type { Session } from './read-session.ts'
import { RETURN_LENGTH_MAX } from './return-length.ts'

/** Read once; it fails when the console's server does not respond. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) =>
    takeSession(signal).catch((error: unknown) => {
      throw signal.aborted ? error : sessionError(error)
    }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The address that signs in and comes back to this page. */
export function signInAddress(loginHint?: string): string {
  const { pathname, search } = globalThis.location
  const whole = pathname + search
  const parameters = new URLSearchParams({
    return: whole.length > RETURN_LENGTH_MAX ? pathname : whole,
  })
  if (loginHint !== undefined) parameters.set('login_hint', loginHint)
  return `/session/sign-in?${parameters}`
}

/**
 * Ends this session, or all sessions of the person, and goes to where the issuer ends its own.
 * @throws TakeoffError when the session may not have ended
 */
export async function signOut(everywhere: boolean): Promise<void> {
  const response = await fetch('/session/sign-out', {
    method: 'POST',
    headers: { ...OWN_REQUEST, 'content-type': 'application/json' },
    body: JSON.stringify({ everywhere }),
  }).catch((error: unknown) => {
    throw sessionError(error)
  })
  // The session has ended, or is that of another person who has signed in in this browser.
  if (response.status === 401) return sessionEnd.report()
  if (!response.ok) throw sessionError(new Error(`HTTP ${response.status}`))
  const { redirect = '/' } = (await response.json()) as { readonly redirect?: string }
  globalThis.location.assign(redirect)
}

/** The browser rejects a request without a response with a TypeError. */
function sessionError(cause: unknown): TakeoffError {
  const code = cause instanceof TypeError ? 'NETWORK_ERROR' : 'SUBGRAPH_UNAVAILABLE'
  return new TakeoffError({ code, message: 'The session cannot be read or ended.', cause })
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** @throws Error outside of the signed-in part of the application */
export function useSession(): Session {
  const session = use(SessionContext)
  if (session === undefined) throw new Error('useSession is called outside of a session')
  return session
}
