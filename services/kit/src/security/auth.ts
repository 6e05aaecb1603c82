import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions, JWTVerifyResult } from 'jose'
import { LRUCache } from 'lru-cache'
import type { authVariables } from '../service/config-groups.ts'
import type { ConfigOf } from '../service/config.ts'
import type { Logger } from '../service/logger.ts'
import { SubgraphUnavailableError, UnauthenticatedError } from '../values/errors.ts'
import { parseIntegerId } from '../values/ids.ts'
import type { Rights } from './access.ts'
import { IssuerKeys } from './issuer-keys.ts'
import { claimWords, readOrganizations } from './organization-claim.ts'
import { tokenExpired, tokenRefusal } from './token-refusal.ts'

/** Asymmetric only: a key that verifies tokens cannot create them. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
/** A client id that is harmless in logs and in an index. */
const CLIENT_ID = /^[\x21-\x7e]{1,100}$/
const CLOCK_TOLERANCE_S = 5
/** The issuer's clock may be ahead by this much: a new token must not be refused for its `iat` or `nbf`. */
const ISSUED_AHEAD_S = 60
/** A token is verified again after this long. */
const VERIFIED_MS = 60_000
/** Maximum verified tokens in the cache. */
const VERIFIED_MAX = 1_000
/** A key of the issuer that cannot be used is perhaps repaired after this long. */
const KEY_RETRY_S = 30

/** The sender of a request, by the verified token. */
export interface Caller extends Rights {
  readonly userId: number
  /** The client that the token was issued to, where it names one. */
  readonly clientId?: string | undefined
  /** The token itself, to call another service as this caller. */
  readonly token: string
}

/** The accepted issuer and audience, and the claims that describe a caller. */
export type AuthConfig = ConfigOf<typeof authVariables>

/** Verifies tokens by the keys of the issuer, and caches verified ones for up to a minute. */
export class Authenticator {
  readonly #config: AuthConfig
  readonly #keys: IssuerKeys
  readonly #verified = new LRUCache<string, Caller>({
    max: VERIFIED_MAX,
    // Tokens expire by the wall clock.
    perf: { now: () => Date.now() },
  })

  constructor(config: AuthConfig, logger: Logger) {
    this.#config = config
    this.#keys = new IssuerKeys(config, logger)
  }

  /**
   * Verifies the value of an `Authorization` header.
   * @throws UnauthenticatedError with the required action, for an error of the token
   * @throws SubgraphUnavailableError when the issuer's keys are not known, so that no token can be verified
   */
  async authenticate(authorization: string | undefined): Promise<Caller> {
    const token = bearerToken(authorization)
    const known = this.#verified.get(token)
    if (known !== undefined) return known
    const verified = await verify(token, this.#keys, this.#config)
    requireOwnSpelling(token)
    requireAccessToken(verified, this.#config)
    const { payload } = verified
    const caller = callerOf(payload, token, this.#config)
    const ttl = Math.min(VERIFIED_MS, expiryMs(payload) - Date.now())
    // The cache treats a ttl of 0 as no limit.
    if (ttl > 0) this.#verified.set(token, caller, { ttl })
    return caller
  }
}

/** The token in an `Authorization` header, whose scheme has no case and may be followed by several blanks. */
export function tokenOf(authorization: string): string | undefined {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization)?.[1]
}

/**
 * The name of a token where its requests are counted: all of it but the signature, because ES256 has a second valid
 * signature, which the owner of the token can compute.
 */
export function signedPartOf(token: string): string {
  return token.split('.', 2).join('.')
}

function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined) {
    throw new UnauthenticatedError(
      'Send an access token as "Authorization: Bearer <ACCESS_TOKEN>".',
    )
  }
  const token = tokenOf(authorization)
  if (token === undefined) {
    throw new UnauthenticatedError('The Authorization header must read "Bearer <ACCESS_TOKEN>".')
  }
  return token
}

async function verify(
  token: string,
  keys: IssuerKeys,
  config: AuthConfig,
): Promise<JWTVerifyResult> {
  const rules = {
    issuer: config.authIssuer,
    audience: config.authAudience,
    algorithms: ALGORITHMS,
    // Of `nbf`; that of `exp` is shorter, and checked below.
    clockTolerance: ISSUED_AHEAD_S,
    requiredClaims: ['exp'],
  }
  try {
    return await verifyBy(keys.find, token, rules).catch((error: unknown) => {
      if (!isOfUnnamedKey(error, token)) throw error
      return verifyBy(keys.findAnew, token, rules)
    })
  } catch (error) {
    const refusal = tokenRefusal(error)
    if (refusal !== undefined) throw refusal
    // The caller cannot repair an unavailable issuer, and must not be sent to sign in again.
    if (error instanceof SubgraphUnavailableError) throw error
    throw new SubgraphUnavailableError('sign-in', { cause: error, retryAfterSeconds: KEY_RETRY_S })
  }
}

function verifyBy(
  find: JWTVerifyGetKey,
  token: string,
  rules: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  return jwtVerify(token, find, rules).catch((error: unknown) => verifyByAny(token, error, rules))
}

/** Whether the key of a token may be unknown although the keys of its algorithm were tried: the token does not name it. */
function isOfUnnamedKey(error: unknown, token: string): boolean {
  return (
    error instanceof errors.JWSSignatureVerificationFailed &&
    decodeProtectedHeader(token).kid === undefined
  )
}

/** A token that names no key is tried with each key of its algorithm. */
async function verifyByAny(
  token: string,
  error: unknown,
  rules: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
  for await (const key of error) {
    try {
      return await jwtVerify(token, key, rules)
    } catch (other) {
      if (!(other instanceof errors.JWSSignatureVerificationFailed)) throw other
    }
  }
  throw new errors.JWSSignatureVerificationFailed()
}

/** base64url has several spellings of the same signature. With each of them, one token would be another caller. */
function requireOwnSpelling(token: string): void {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  if (Buffer.from(signature, 'base64url').toString('base64url') === signature) return
  throw new UnauthenticatedError(
    'The access token was changed after it was issued. Send it unchanged.',
  )
}

/** Refuses what the issuer has signed for another purpose, or for longer than a leaked token may be of use. */
function requireAccessToken(
  { payload: { iat, exp = 0 }, protectedHeader: { typ = 'none' } }: JWTVerifyResult,
  { authTokenTypes, authTokenSecondsMax }: AuthConfig,
): void {
  const given = normalizedType(typ)
  if (!authTokenTypes.some((type) => normalizedType(type) === given)) {
    throw new UnauthenticatedError(
      `The token is no access token: the typ in its header is none of ${authTokenTypes.join(',')}.`,
    )
  }
  const now = Date.now() / 1000
  if (exp + CLOCK_TOLERANCE_S <= now) throw tokenExpired()
  if (iat !== undefined && iat > now + ISSUED_AHEAD_S)
    throw new UnauthenticatedError('The access token was issued in the future, by its claim iat.')
  if (exp - (iat ?? now) > authTokenSecondsMax) {
    throw new UnauthenticatedError(
      `The access token is valid for more than ${authTokenSecondsMax} seconds. Get one with a shorter lifetime from your issuer.`,
    )
  }
}

/**
 * RFC 7515 §4.1.9: media types, which have no case, and mostly come without `application/`. jose does not check that a
 * header has a text there; undefined for anything else.
 */
function normalizedType(type: unknown): string | undefined {
  if (typeof type !== 'string') return undefined
  return type
    .trim()
    .toLowerCase()
    .replace(/^application\//, '')
}

function callerOf(payload: JWTPayload, token: string, config: AuthConfig): Caller {
  const { authUserClaim: userClaim, authOrgsClaim, authScopeClaim } = config
  const user = payload[userClaim]
  const userId =
    typeof user === 'string' || typeof user === 'number' ? parseIntegerId(user) : undefined
  if (userId === undefined)
    throw new UnauthenticatedError(`The access token's claim ${userClaim} is not a user id.`)
  return {
    userId,
    clientId: clientIdOf(payload),
    ...readOrganizations(payload[authOrgsClaim], config.authRoles),
    scopes: new Set(claimWords(payload[authScopeClaim])),
    token,
  }
}

/** RFC 9068 has `client_id`, OpenID Connect `azp`. */
function clientIdOf({ client_id: clientId, azp }: JWTPayload): string | undefined {
  const id = clientId ?? azp
  return typeof id === 'string' && CLIENT_ID.test(id) ? id : undefined
}

function expiryMs(payload: JWTPayload): number {
  return ((payload.exp ?? 0) + CLOCK_TOLERANCE_S) * 1000
}
