import { createLocalJWKSet, errors } from 'jose'
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { backOffMs } from '../concurrency/back-off.ts'
import { HttpClient } from '../http/http-client.ts'
import type { HttpError } from '../http/http-client.ts'
import type { authVariables } from '../service/config-groups.ts'
import type { ConfigOf } from '../service/config.ts'
import type { Logger } from '../service/logger.ts'
import { SubgraphUnavailableError } from '../values/errors.ts'

const FETCH_TIMEOUT_MS = 5_000
/** Key sets and discovery documents have some kilobytes. */
const DOCUMENT_BYTES_MAX = 1_048_576
/** After this time keys are fetched again, so that tokens of a withdrawn key are refused. */
const REFRESH_MS = 600_000
/** Keys are used for this long while the issuer is unavailable. */
const KEEP_MS = 12 * 3_600_000
/** Tokens whose key is unknown, which anybody can send, cause a fetch no more often than this, and wait for it. */
const UNKNOWN_KEY_MS = 1_000
const RETRY_MS_MAX = 30_000

/** Where the keys are. */
type IssuerConfig = Pick<ConfigOf<typeof authVariables>, 'authIssuer' | 'authJwksUrl'>

interface KeySet {
  readonly find: JWTVerifyGetKey
  readonly fetchedMs: number
}

/**
 * The public keys of an issuer, fetched when the first token arrives. Keys that worked are used for hours while the
 * issuer is unavailable. One fetch runs at a time, and failures in a row delay the next one up to half a minute.
 */
export class IssuerKeys {
  readonly #config: IssuerConfig
  readonly #logger: Logger
  readonly #client = new HttpClient({
    connections: 1,
    timeoutMs: FETCH_TIMEOUT_MS,
    responseBytesMax: DOCUMENT_BYTES_MAX,
  })
  #known: KeySet | undefined
  #fetching: Promise<KeySet> | undefined
  #refetching: Promise<KeySet> | undefined
  #failures = 0
  /** By the monotonic clock, as all times here. */
  #nextFetchMs = 0

  constructor(config: IssuerConfig, logger: Logger) {
    this.#config = config
    this.#logger = logger
  }

  /**
   * The key that a token names in its header.
   * @throws SubgraphUnavailableError when the keys cannot be fetched now
   */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const known = this.#known
    const ageMs = known === undefined ? Infinity : performance.now() - known.fetchedMs
    if (known === undefined || ageMs >= KEEP_MS) return (await this.#fetch()).find(header, token)
    // The failure is logged, and the known keys are used.
    if (ageMs >= REFRESH_MS) void this.#fetch().catch(() => undefined)
    try {
      return await known.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      return this.findAnew(header, token)
    }
  }

  /**
   * Finds the key of a token in a set that is requested after this call, or is being fetched: the issuer may have got the key
   * since the last one.
   * @throws SubgraphUnavailableError when the keys cannot be fetched now
   */
  readonly findAnew: JWTVerifyGetKey = async (header, token) =>
    (await this.#fetchAnew()).find(header, token)

  #fetchAnew(): Promise<KeySet> {
    const waitMs = (this.#known?.fetchedMs ?? -Infinity) + UNKNOWN_KEY_MS - performance.now()
    if (waitMs <= 0) return this.#fetch()
    this.#refetching ??= new Promise((resolve) => setTimeout(resolve, waitMs))
      .then(() => this.#fetch())
      .finally(() => (this.#refetching = undefined))
    return this.#refetching
  }

  async #fetch(): Promise<KeySet> {
    const waitMs = this.#nextFetchMs - performance.now()
    if (this.#fetching === undefined && waitMs > 0) throw unavailable(waitMs)
    this.#fetching ??= this.#fetchNow().finally(() => (this.#fetching = undefined))
    return this.#fetching
  }

  async #fetchNow(): Promise<KeySet> {
    try {
      const find = await fetchKeys(this.#client, this.#config)
      this.#failures = 0
      this.#known = { find, fetchedMs: performance.now() }
      return this.#known
    } catch (error) {
      const waitMs = backOffMs(this.#failures, Math.random(), RETRY_MS_MAX)
      this.#failures += 1
      this.#nextFetchMs = performance.now() + waitMs
      this.#logger.warn({ err: error }, 'the keys of the token issuer could not be fetched')
      throw unavailable(waitMs, error)
    }
  }
}

function unavailable(waitMs: number, cause?: unknown): SubgraphUnavailableError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  return new SubgraphUnavailableError('sign-in', { cause, retryAfterSeconds })
}

/** From the configured address, else from the one in the issuer's discovery document. */
async function fetchKeys(
  client: HttpClient,
  { authIssuer, authJwksUrl }: IssuerConfig,
): Promise<JWTVerifyGetKey> {
  const url = authJwksUrl ?? (await discoverJwksUrl(client, authIssuer))
  const keys = createLocalJWKSet((await fetchJson(client, url)) as JSONWebKeySet)
  if (keys.jwks().keys.length === 0) throw new Error(`${url} has no keys`)
  return keys
}

async function discoverJwksUrl(client: HttpClient, issuer: string): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  // OpenID Connect Discovery §4.3: the document of another issuer must not be used.
  const document = z
    .object({ issuer: z.literal(issuer), jwks_uri: z.url({ protocol: /^https?$/ }) })
    .safeParse(await fetchJson(client, url))
  if (document.success) return document.data.jwks_uri
  throw new Error(`${url} is not the document of ${issuer}: ${z.prettifyError(document.error)}`)
}

async function fetchJson(client: HttpClient, url: string): Promise<unknown> {
  const { origin, pathname, search } = new URL(url)
  const { statusCode, body } = await client
    .request({
      origin,
      path: `${pathname}${search}`,
      method: 'GET',
      headers: { accept: 'application/json, application/jwk-set+json', 'user-agent': 'takeoff' },
      isRepeatable: true,
      readsBody: (status) => status === 200,
    })
    .catch(({ code, cause }: HttpError) => {
      // The error of the client has the part of the body that was read, which does not belong into a log line.
      throw new Error(`${url} has no response: ${code}`, { cause })
    })
  if (statusCode !== 200) throw new Error(`${url} responded with ${statusCode}`)
  return JSON.parse(body.toString())
}
