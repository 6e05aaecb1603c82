import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieSerializeOptions } from '@fastify/cookie'

const ATTEMPT_SECONDS = 600

/** The cookies of an origin: of the session, and of sign-ins that have begun. */
export class Cookies {
  readonly #session: string
  readonly #attempts: string
  readonly #options: CookieSerializeOptions

  /** @param publicUrl the origin of the pages */
  constructor(publicUrl: string) {
    const { protocol, port } = new URL(publicUrl)
    const isSecure = protocol === 'https:'
    // A browser accepts the prefix only with Secure, and on a host it sends cookies to every port.
    const nameOf = (name: string): string =>
      isSecure ? `__Host-takeoff-${name}` : `takeoff-${name}-${port || '80'}`
    this.#session = nameOf('session')
    this.#attempts = nameOf('sign-in')
    this.#options = { httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/' }
  }

  session(request: FastifyRequest): string | undefined {
    return request.cookies[this.#session]
  }

  /** It lasts as long as the browser lets it; the session itself has limits. */
  setSession(reply: FastifyReply, secret: string, seconds: number): void {
    void reply.setCookie(this.#session, secret, { ...this.#options, maxAge: seconds })
  }

  clearSession(reply: FastifyReply): void {
    void reply.clearCookie(this.#session, this.#options)
  }

  attempts(request: FastifyRequest): string | undefined {
    return request.cookies[this.#attempts]
  }

  setAttempts(reply: FastifyReply, text: string): void {
    void reply.setCookie(this.#attempts, text, { ...this.#options, maxAge: ATTEMPT_SECONDS })
  }

  clearAttempts(reply: FastifyReply): void {
    void reply.clearCookie(this.#attempts, this.#options)
  }
}
