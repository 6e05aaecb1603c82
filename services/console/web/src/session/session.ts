import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { OWN_REQUEST } from '../api/client.ts'

/** An organization that the person belongs to, and what they may do in it. */
export interface SessionOrganization {
  readonly id: number
  readonly scopes: readonly string[]
}

/** Who is signed in. */
export interface Session {
  readonly user: {
    readonly id: number
    readonly name: string | null
    readonly email: string | null
  }
  readonly organizations: readonly SessionOrganization[]
}

/** A person of the development issuer, who signs in by one click. */
export interface DevelopmentPerson {
  readonly label: string
  readonly description: string
  readonly loginHint: string
}

/** What a person without a session can do. */
export interface SignedOut {
  readonly people: readonly DevelopmentPerson[]
}

export type SessionState =
  | { readonly kind: 'signed-in'; readonly session: Session }
  | { readonly kind: 'signed-out'; readonly signedOut: SignedOut }

/** Read once; it fails when the console's server does not respond. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
})

async function readSession(signal: AbortSignal): Promise<SessionState> {
  // index.html requests it in the same way beforehand: with a header of its own the browser would send it again.
  const response = await fetch('/session', { signal })
  if (!response.ok) throw new Error(`The session could not be read (HTTP ${response.status}).`)
  const body = (await response.json()) as SessionBody | SignedOutBody
  return body.user === null
    ? { kind: 'signed-out', signedOut: { people: body.people ?? [] } }
    : { kind: 'signed-in', session: sessionOf(body) }
}

/** What the console's server responds: ids are texts there, as in a token. */
interface SessionBody {
  readonly user: Omit<Session['user'], 'id'> & { readonly id: string }
  readonly organizations: readonly { readonly id: string; readonly scopes: readonly string[] }[]
}

/** What it responds to a browser without a session. */
interface SignedOutBody {
  readonly user: null
  readonly people?: SignedOut['people']
}

const sessionOf = ({ user, organizations }: SessionBody): Session => ({
  user: { ...user, id: Number(user.id) },
  organizations: organizations.map(({ id, scopes }) => ({ id: Number(id), scopes })),
})

/** The address that signs in and comes back to this page. */
export function signInAddress(loginHint?: string): string {
  const { pathname, search } = globalThis.location
  const parameters = new URLSearchParams({ return: pathname + search })
  if (loginHint !== undefined) parameters.set('login_hint', loginHint)
  return `/session/sign-in?${parameters}`
}

/** Ends this session, or all sessions of the person, and goes to where the issuer ends its own. */
export async function signOut(everywhere: boolean): Promise<void> {
  const response = await fetch('/session/sign-out', {
    method: 'POST',
    headers: { ...OWN_REQUEST, 'content-type': 'application/json' },
    body: JSON.stringify({ everywhere }),
  })
  const { redirect = '/' } = (await response.json()) as { readonly redirect?: string }
  globalThis.location.assign(redirect)
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** @throws Error outside of the signed-in part of the application */
export function useSession(): Session {
  const session = use(SessionContext)
  if (session === undefined) throw new Error('useSession is called outside of a session')
  return session
}
