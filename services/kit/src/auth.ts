import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { ForbiddenError, SubgraphUnavailableError, UnauthenticatedError } from './errors.ts'
import { parseIntegerId } from './ids.ts'

/** Asymmetric only: nobody who can verify a token can make one. */
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
const CLOCK_TOLERANCE_S = 5
const ISSUER_TIMEOUT_MS = 5_000
/** A verified token is believed this long before it is verified again. */
const REMEMBERED_MS = 60_000
const REMEMBERED_MAX = 1_000

/** Who sends a request, as the verified token says. */
export interface Caller {
  readonly userId: number
  readonly orgIds: readonly number[]
  readonly scopes: ReadonlySet<string>
  /** The token itself, to ask another service as this caller. */
  readonly token: string
}

export interface AuthOptions {
  readonly issuer: string
  readonly audience: string
  /** Discovered from the issuer when absent. */
  readonly jwksUrl?: string | undefined
  readonly userClaim?: string
  readonly orgsClaim?: string
  readonly scopeClaim?: string
}

export interface Authenticator {
  /**
   * Verifies the value of an `Authorization` header.
   * @throws UnauthenticatedError saying what to do
   */
  authenticate(authorization: string | undefined): Promise<Caller>
}

/** The auth variables of a service's configuration as options. */
export function authOptions(config: {
  readonly authIssuer: string
  readonly authAudience: string
  readonly authJwksUrl: string | undefined
  readonly authUserClaim: string
  readonly authOrgsClaim: string
  readonly authScopeClaim: string
}): AuthOptions {
  return {
    issuer: config.authIssuer,
    audience: config.authAudience,
    jwksUrl: config.authJwksUrl,
    userClaim: config.authUserClaim,
    orgsClaim: config.authOrgsClaim,
    scopeClaim: config.authScopeClaim,
  }
}

export function createAuthenticator(options: AuthOptions): Authenticator {
  const keys = keysOf(options)
  const remembered = new Map<string, { caller: Caller; until: number }>()
  return {
    async authenticate(authorization) {
      const token = bearerToken(authorization)
      const known = remembered.get(token)
      if (known !== undefined && known.until > Date.now()) return known.caller
      const payload = await verify(token, keys, options)
      const caller = callerOf(payload, token, options)
      // The oldest goes first; a Map keeps the order of insertion.
      remembered.delete(token)
      if (remembered.size >= REMEMBERED_MAX) remembered.delete(remembered.keys().next().value ?? '')
      remembered.set(token, {
        caller,
        until: Math.min(Date.now() + REMEMBERED_MS, expiryMs(payload)),
      })
      return caller
    },
  }
}

/** @throws ForbiddenError unless the caller holds one of the scopes */
export function requireScope(caller: Caller, ...anyOf: readonly string[]): void {
  if (anyOf.some((scope) => caller.scopes.has(scope))) return
  throw new ForbiddenError(`This needs a token with the scope ${anyOf.join(' or ')}.`)
}

/** @throws ForbiddenError unless the caller belongs to the organization */
export function requireOrganization(caller: Caller, orgId: number): void {
  if (caller.orgIds.includes(orgId)) return
  throw new ForbiddenError(`The token gives no access to organization ${orgId}.`)
}

function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined) {
    throw new UnauthenticatedError(
      'Send an access token as "Authorization: Bearer <ACCESS_TOKEN>".',
    )
  }
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization)?.[1]
  if (token === undefined) {
    throw new UnauthenticatedError('The Authorization header must read "Bearer <ACCESS_TOKEN>".')
  }
  return token
}

async function verify(
  token: string,
  keys: JWTVerifyGetKey,
  options: AuthOptions,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: options.issuer,
      audience: options.audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['exp'],
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw new UnauthenticatedError(
        'The access token has expired. Get a new one from your issuer.',
      )
    }
    // The caller cannot mend an issuer that is away, and must not be told to sign in again.
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) {
      throw new SubgraphUnavailableError('sign-in', { cause: error })
    }
    throw new UnauthenticatedError(
      'The access token is not valid here: its signature, issuer or audience does not fit.',
    )
  }
}

function callerOf(payload: JWTPayload, token: string, options: AuthOptions): Caller {
  const { userClaim = 'sub', orgsClaim = 'org_ids', scopeClaim = 'scope' } = options
  const userId = parseIntegerId(claimWords(payload[userClaim])[0] ?? '')
  if (userId === undefined)
    throw new UnauthenticatedError(`The access token's claim ${userClaim} is not a user id.`)
  const orgIds = claimWords(payload[orgsClaim]).map(parseIntegerId)
  return {
    userId,
    orgIds: orgIds.filter((id) => id !== undefined),
    scopes: new Set(claimWords(payload[scopeClaim])),
    token,
  }
}

/** A claim may be one value, a list of them, or one text with spaces between them. */
function claimWords(claim: unknown): string[] {
  return [claim]
    .flat()
    .flatMap((value) =>
      typeof value === 'string' || typeof value === 'number' ? String(value).split(' ') : [],
    )
}

function expiryMs(payload: JWTPayload): number {
  return ((payload.exp ?? 0) + CLOCK_TOLERANCE_S) * 1000
}

/** Keys come from the configured address, else from the issuer's discovery document; fetched when first needed. */
function keysOf(options: AuthOptions): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | undefined
  return async (header, token) => {
    keys ??= openKeys(options)
    try {
      return await (
        await keys
      )(header, token)
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) keys = undefined
      throw error
    }
  }
}

async function openKeys(options: AuthOptions): Promise<JWTVerifyGetKey> {
  const url = options.jwksUrl ?? (await discoverJwksUrl(options.issuer))
  return createRemoteJWKSet(new URL(url), { timeoutDuration: ISSUER_TIMEOUT_MS })
}

async function discoverJwksUrl(issuer: string): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const answer = await fetch(url, { signal: AbortSignal.timeout(ISSUER_TIMEOUT_MS) })
  const document = (await answer.json()) as { jwks_uri?: string }
  if (document.jwks_uri === undefined) throw new Error(`${url} names no jwks_uri`)
  return document.jwks_uri
}
