import { setPerson } from '../api/own-request.ts'

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

let first: Promise<SessionState> | undefined

/** The session, before the application asks for it. */
export const readFirstSession = (): Promise<SessionState> => (first ??= readSession())

/** The session that was read first, and a new one each time after that. */
export function takeSession(signal: AbortSignal): Promise<SessionState> {
  const taken = first ?? readSession(signal)
  first = undefined
  return taken
}

async function readSession(signal?: AbortSignal): Promise<SessionState> {
  // index.html requests it in the same way beforehand: with a header of its own the browser would send it again.
  const response = await fetch('/session', signal && { signal })
  if (!response.ok) throw new Error(`The session could not be read (HTTP ${response.status}).`)
  const body = (await response.json()) as SessionBody | SignedOutBody
  if (body.user === null) return { kind: 'signed-out', signedOut: { people: body.people ?? [] } }
  setPerson(body.person)
  return { kind: 'signed-in', session: sessionOf(body) }
}

/** What the console's server responds: ids are texts there, as in a token. */
interface SessionBody {
  readonly user: Omit<Session['user'], 'id'> & { readonly id: string }
  readonly person: string
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
