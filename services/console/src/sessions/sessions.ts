import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@takeoff/kit/service/logger'
import { SubgraphUnavailableError, UnauthenticatedError } from '@takeoff/kit/values/errors'
import type { IssuerClient, SignedIn } from '../issuer/issuer-client.ts'
import { personOf, SessionSecret } from './session.ts'
import type { Session } from './session.ts'
import type { SessionLimits, SessionStore } from './session-store.ts'

/** A token that expires sooner is refreshed before it is used: clocks differ, and a request takes time. */
const TOKEN_MARGIN_MS = 30_000
/** How long a process waits for another one that refreshes the same session. */
const REFRESH_LIMIT_MS = 12_000
/** How long a refreshed session is tried to be stored. */
const REPLACE_LIMIT_MS = 5_000
const POLL_MS = 50
/** A token with hundreds of organizations is not stored a thousand times. */
const SEALED_LENGTH_MAX = 100_000
const RETRY_S = 1

/** A session, and the secret of the cookie that opened it. */
export interface OpenSession {
  readonly secret: SessionSecret
  readonly session: Session
}

export interface SessionsOptions {
  readonly store: SessionStore
  readonly limits: SessionLimits
  readonly issuer: IssuerClient
  readonly issuerUrl: string
  readonly logger: Logger
}

/** The sessions of the browsers that have signed in. */
export class Sessions {
  readonly #options: SessionsOptions
  /** Refreshes under way in this process, by session. */
  readonly #refreshing = new Map<string, Promise<Session>>()

  constructor(options: SessionsOptions) {
    this.#options = options
  }

  /** Begins a session under a secret of its own, so that none is known from before the sign-in. */
  async create(signedIn: SignedIn): Promise<SessionSecret> {
    const { subject, name, email, accessToken, refreshToken, tokenExpiresMs } = signedIn
    const secret = SessionSecret.create()
    const sealed = secret.seal({
      subject,
      user: { name, email },
      accessToken,
      refreshToken,
      tokenExpiresMs,
      createdMs: Date.now(),
    })
    if (sealed.length > SEALED_LENGTH_MAX)
      throw new UnauthenticatedError(
        'The tokens of the issuer are too large for a session: have it issue smaller ones.',
      )
    const { store } = this.#options
    await reached(store.create({ id: secret.id, person: this.personOf({ subject }), sealed }))
    return secret
  }

  /** @throws UnauthenticatedError when the cookie opens no session, or one that has ended */
  async open(cookie: string | undefined): Promise<OpenSession> {
    const secret = SessionSecret.parse(cookie)
    const session = secret === undefined ? undefined : await this.#read(secret)
    if (secret === undefined || session === undefined) throw signInAgain()
    return { secret, session }
  }

  /**
   * Opens a session whose access token is valid for a while.
   * @throws UnauthenticatedError when there is no session, or the issuer no longer accepts it
   */
  async openFresh(cookie: string | undefined): Promise<OpenSession> {
    const open = await this.open(cookie)
    if (isFresh(open.session)) return open
    return { ...open, session: await this.#refreshOnce(open) }
  }

  async end({ secret, session }: OpenSession): Promise<void> {
    const { store } = this.#options
    await reached(store.remove(secret.id, this.personOf(session)))
  }

  /** Name of the person of a session, from which nothing can be read. */
  personOf({ subject }: Pick<Session, 'subject'>): string {
    return personOf(this.#options.issuerUrl, subject)
  }

  /** Ends every session of the person. */
  async endAll({ session }: OpenSession): Promise<void> {
    await reached(this.#options.store.removeAll(this.personOf(session)))
  }

  async #read(secret: SessionSecret): Promise<Session | undefined> {
    const { store, limits } = this.#options
    const sealed = await reached(store.read(secret.id))
    const session = sealed === undefined ? undefined : secret.open(sealed)
    if (session === undefined || Date.now() < session.createdMs + limits.lifetimeMs) return session
    await reached(store.remove(secret.id, this.personOf(session)))
    return undefined
  }

  /** Requests that need a refresh at the same time share one: the issuer takes a refresh token once. */
  #refreshOnce(open: OpenSession): Promise<Session> {
    const { id } = open.secret
    const underWay = this.#refreshing.get(id)
    if (underWay !== undefined) return underWay
    const refreshing = this.#refresh(open).finally(() => this.#refreshing.delete(id))
    this.#refreshing.set(id, refreshing)
    return refreshing
  }

  async #refresh(open: OpenSession): Promise<Session> {
    const { store } = this.#options
    const { secret } = open
    const limitMs = Date.now() + REFRESH_LIMIT_MS
    while (Date.now() < limitMs) {
      const release = await reached(store.reserve(secret.id))
      try {
        const current = await this.#read(secret)
        if (current === undefined) throw signInAgain()
        if (isFresh(current)) return current
        if (release !== undefined) return await this.#refreshReserved({ secret, session: current })
      } finally {
        await release?.()
      }
      await sleep(POLL_MS)
    }
    throw new SubgraphUnavailableError('sign-in', { retryAfterSeconds: RETRY_S })
  }

  async #refreshReserved(open: OpenSession): Promise<Session> {
    const { issuer, logger } = this.#options
    const { secret, session } = open
    if (session.refreshToken === undefined) {
      await this.end(open)
      throw signInAgain()
    }
    const tokens = await issuer.refresh(session.refreshToken).catch(async (error: unknown) => {
      if (error instanceof UnauthenticatedError) await this.end(open)
      else if (Date.now() < session.tokenExpiresMs) {
        logger.warn({ err: error }, 'the issuer does not refresh; the access token is still valid')
        return undefined
      }
      throw error
    })
    if (tokens === undefined) return session
    const { accessToken, refreshToken = session.refreshToken, tokenExpiresMs } = tokens
    const refreshed = { ...session, accessToken, refreshToken, tokenExpiresMs }
    // A session that was ended meanwhile stays so.
    if (await this.#replace(secret.id, secret.seal(refreshed))) return refreshed
    throw signInAgain()
  }

  /** Tries for a while: the issuer takes a refresh token once, so a session without the new one is lost. */
  async #replace(id: string, sealed: string): Promise<boolean> {
    const limitMs = Date.now() + REPLACE_LIMIT_MS
    for (;;) {
      try {
        return await reached(this.#options.store.replace(id, sealed))
      } catch (error) {
        if (Date.now() >= limitMs) throw error
      }
      await sleep(POLL_MS)
    }
  }
}

function isFresh({ tokenExpiresMs }: Session): boolean {
  return Date.now() < tokenExpiresMs - TOKEN_MARGIN_MS
}

function signInAgain(): UnauthenticatedError {
  return new UnauthenticatedError('There is no session, or it has ended. Sign in.')
}

async function reached<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new SubgraphUnavailableError('session', { cause, retryAfterSeconds: RETRY_S })
  }
}
