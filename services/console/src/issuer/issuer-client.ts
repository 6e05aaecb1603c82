import { SubgraphUnavailableError, UnauthenticatedError } from '@takeoff/kit/values/errors'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientError,
  discovery,
  fetchUserInfo,
  None,
  refreshTokenGrant,
  ResponseBodyError,
  tokenRevocation,
} from 'openid-client'
import type { Configuration, IDToken, TokenEndpointResponse } from 'openid-client'
import type { TokenEndpointResponseHelpers } from 'openid-client'
import { isLoopback } from '../config.ts'
import type { Config } from '../config.ts'
import type { SignInAttempt } from './attempts.ts'

/** Path to which the issuer sends a browser back. */
export const CALLBACK_PATH = '/session/callback'
/** Longest wait for the issuer. */
const TIMEOUT_S = 5
/** For a response that does not say how long its token is valid. */
const TOKEN_SECONDS = 300
const RETRY_S = 5

/** What the issuer has given for a person. */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken?: string | undefined
  readonly tokenExpiresMs: number
}

/** A person who has just signed in. */
export interface SignedIn extends Tokens {
  readonly subject: string
  readonly name: string | null
  readonly email: string | null
}

type Grant = TokenEndpointResponse & TokenEndpointResponseHelpers

/** The OpenID provider, which is discovered when it is first needed, so that the console starts without it. */
export class IssuerClient {
  readonly #config: Config
  #discovered: Promise<Configuration> | undefined

  constructor(config: Config) {
    this.#config = config
  }

  /** Where a browser goes to sign in. */
  async authorizationUrl(attempt: SignInAttempt, loginHint: string | undefined): Promise<string> {
    const { signInScope, signInParameters, publicUrl } = this.#config
    const parameters = {
      ...signInParameters,
      redirect_uri: `${publicUrl}${CALLBACK_PATH}`,
      scope: signInScope,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      ...(loginHint !== undefined && { login_hint: loginHint }),
    }
    const configuration = await this.#discover()
    try {
      return buildAuthorizationUrl(configuration, parameters).href
    } catch (error) {
      throw unavailable(error)
    }
  }

  /**
   * Exchanges the code of a callback.
   * @param callback the whole address to which the issuer has sent the browser
   * @throws SubgraphUnavailableError when the issuer does not respond
   * @throws an error of openid-client for a response that is refused
   */
  async exchange(callback: URL, attempt: SignInAttempt): Promise<SignedIn> {
    const configuration = await this.#discover()
    const grant = await authorizationCodeGrant(configuration, callback, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    }).catch((error: unknown) => {
      throw isAway(error) ? unavailable(error) : error
    })
    const claims = grant.claims()
    if (claims === undefined) throw new UnauthenticatedError('The issuer has sent no ID token.')
    const { name, email } = await profileOf(configuration, grant, claims)
    return { ...tokensOf(grant), subject: claims.sub, name, email }
  }

  /**
   * @throws UnauthenticatedError when the issuer refuses the refresh token for good
   * @throws SubgraphUnavailableError when it does not respond
   */
  async refresh(refreshToken: string): Promise<Tokens> {
    const configuration = await this.#discover()
    try {
      return tokensOf(await refreshTokenGrant(configuration, refreshToken))
    } catch (error) {
      if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
        throw new UnauthenticatedError('The session has ended at the issuer. Sign in again.')
      throw unavailable(error)
    }
  }

  /** Where a browser goes to sign out at the issuer too; undefined when the issuer has no such address. */
  async endSessionUrl(subject: string): Promise<string | undefined> {
    const configuration = await this.#discover()
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
    return buildEndSessionUrl(configuration, {
      // An ID token as the hint would be a token in the page and in the history of the browser.
      logout_hint: subject,
      post_logout_redirect_uri: `${this.#config.publicUrl}/`,
    }).href
  }

  async revoke(refreshToken: string): Promise<void> {
    const configuration = await this.#discover()
    if (configuration.serverMetadata().revocation_endpoint === undefined) return
    await tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' })
  }

  async #discover(): Promise<Configuration> {
    this.#discovered ??= this.#discoverNow()
    try {
      return await this.#discovered
    } catch (error) {
      this.#discovered = undefined
      throw unavailable(error)
    }
  }

  #discoverNow(): Promise<Configuration> {
    const { authIssuer, signInClientId, signInClientSecret } = this.#config
    const authentication = signInClientSecret === undefined ? None() : undefined
    return discovery(new URL(authIssuer), signInClientId, signInClientSecret, authentication, {
      timeout: TIMEOUT_S,
      execute: isLoopback(authIssuer) ? [allowInsecureRequests] : [],
    })
  }
}

/** Whether the issuer has not responded, or not for itself; with other errors its response is not valid. */
function isAway(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return isBusy(error.status)
  // `fetch` says with it why there is no response.
  if (!(error instanceof ClientError))
    return error instanceof TypeError && error.cause !== undefined
  const { code, cause } = error
  return code === 'OAUTH_TIMEOUT' || (cause instanceof Response && isBusy(cause.status))
}

const isBusy = (status: number): boolean => status === 429 || status >= 500

function unavailable(cause: unknown): SubgraphUnavailableError {
  return new SubgraphUnavailableError('sign-in', { cause, retryAfterSeconds: RETRY_S })
}

function tokensOf(grant: Grant): Tokens {
  return {
    accessToken: grant.access_token,
    refreshToken: grant.refresh_token,
    tokenExpiresMs: Date.now() + (grant.expiresIn() ?? TOKEN_SECONDS) * 1000,
  }
}

/** Name and email of the ID token, or of the user info where the issuer gives them only there. */
async function profileOf(
  configuration: Configuration,
  grant: Grant,
  claims: IDToken,
): Promise<Pick<SignedIn, 'name' | 'email'>> {
  const { userinfo_endpoint: endpoint } = configuration.serverMetadata()
  const isComplete = claims['name'] !== undefined || claims['email'] !== undefined
  const info =
    isComplete || endpoint === undefined
      ? claims
      : // An access token for this API may not be one for the issuer's own.
        await fetchUserInfo(configuration, grant.access_token, claims.sub).catch(() => claims)
  return { name: textOf(info['name']), email: textOf(info['email']) }
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null
}
