import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
import { ForbiddenError } from '../values/errors.ts'
import { invariant } from '../values/invariant.ts'
import { errorMessage } from '../values/caught.ts'

/** Header with the token by which a service proves that it may call another one. */
export const SERVICE_AUTHORIZATION = 'x-service-authorization'

const ALGORITHM = 'HS256'
/** No token of an issuer has this type, and a service token is no access token. */
const TYPE = 'service+jwt'
const LIFETIME_S = 120
/** The clocks of two machines may differ by this much. */
const CLOCK_TOLERANCE_S = 30
const REFUSED =
  'a service token was refused: the secrets or the clocks of both processes differ, if the caller is one of yours'
/** Maximum verified tokens in the cache. Each calling process needs one a minute. */
const VERIFIED_MAX = 1_000

/** The service that is called, and the secrets that it shares with its callers. */
export interface Audience {
  /** Name of the called service. */
  readonly audience: string
  /** The first one signs, all verify. */
  readonly secrets: readonly string[]
}

/**
 * The tokens of one service for calls of another one: JWTs that name both, signed with a secret of the called one
 * and valid for two minutes. A token is used for half of that time.
 */
export class ServiceTokens {
  readonly #caller: string
  readonly #audience: string
  readonly #key: Uint8Array
  #signedMs = 0
  #token: Promise<string> | undefined

  constructor(caller: string, { audience, secrets: [secret] }: Audience) {
    invariant(secret !== undefined, `there is no secret for calls of ${audience}`)
    this.#caller = caller
    this.#audience = audience
    this.#key = keyOf(secret)
  }

  /** The value of the header. */
  current(): Promise<string> {
    const ageMs = Date.now() - this.#signedMs
    // The age is negative after the clock was set back: the token would then be one of the future.
    if (this.#token !== undefined && ageMs >= 0 && ageMs < (LIFETIME_S * 1000) / 2)
      return this.#token
    this.#signedMs = Date.now()
    this.#token = this.#sign(Math.floor(this.#signedMs / 1000))
    return this.#token
  }

  #sign(nowSeconds: number): Promise<string> {
    return new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .setIssuer(this.#caller)
      .setAudience(this.#audience)
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + LIFETIME_S)
      .sign(this.#key)
  }
}

/** Refuses callers without a service token for this service with 403, on all but the open routes. */
export function requireServiceToken(
  app: FastifyInstance,
  accepted: Audience,
  openRoutes: readonly string[],
): void {
  const open = new Set(openRoutes)
  const verifier = new ServiceTokenVerifier(accepted)
  const verify = async (request: FastifyRequest, done: (error?: Error) => void): Promise<void> => {
    const token = request.headers[SERVICE_AUTHORIZATION]
    try {
      await verifier.verify(token)
    } catch (error) {
      // The caller logs the status only. A request without a token is of no service.
      const fields = { reason: errorMessage(error), requestId: request.id }
      if (token !== undefined) request.log.warn(fields, REFUSED)
      return done(error as Error)
    }
    done()
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (open.has(request.routeOptions.url ?? '')) return done()
    const token = request.headers[SERVICE_AUTHORIZATION]
    if (typeof token === 'string' && verifier.isVerified(token)) return done()
    void verify(request, done)
  })
}

/** Verifies each token once, by every secret that is accepted. */
class ServiceTokenVerifier {
  readonly #audience: string
  readonly #keys: readonly Uint8Array[]
  readonly #verified = new LRUCache<string, true>({
    max: VERIFIED_MAX,
    // Tokens expire by the wall clock.
    perf: { now: () => Date.now() },
  })

  constructor({ audience, secrets }: Audience) {
    this.#audience = audience
    this.#keys = secrets.map(keyOf)
  }

  isVerified(token: string): boolean {
    return this.#verified.get(token) === true
  }

  /** @throws ForbiddenError with what is wrong with the token */
  async verify(token: string | string[] | undefined): Promise<void> {
    if (typeof token !== 'string')
      throw new ForbiddenError(`This service needs a service token as ${SERVICE_AUTHORIZATION}.`)
    const { exp = 0, iat = 0 } = await this.#verifyByAny(token)
    const ttl = Math.min(exp, iat + LIFETIME_S) * 1000 - Date.now()
    // The cache treats a ttl of 0 as no limit.
    if (ttl > 0) this.#verified.set(token, true, { ttl })
  }

  async #verifyByAny(token: string): Promise<JWTPayload> {
    let reason = 'there is no secret'
    for (const key of this.#keys) {
      try {
        return (await jwtVerify(token, key, this.#rules)).payload
      } catch (error) {
        reason = errorMessage(error)
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) break
      }
    }
    throw new ForbiddenError(`The service token is not valid for ${this.#audience}: ${reason}.`)
  }

  get #rules() {
    return {
      algorithms: [ALGORITHM],
      typ: TYPE,
      audience: this.#audience,
      requiredClaims: ['iss', 'exp'],
      // By `iat`, which must not be in the future: a caller cannot make a token that lives longer.
      maxTokenAge: LIFETIME_S,
      clockTolerance: CLOCK_TOLERANCE_S,
    }
  }
}

function keyOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret)
}
