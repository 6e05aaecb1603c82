import type { ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey, JWK } from 'jose'
import { startLocalServer } from './local-server.ts'

export interface TokenOptions {
  /** Claims that replace the usual ones: user 7, organization 1, no scope. */
  readonly claims?: Readonly<Record<string, unknown>>
  readonly key?: CryptoKey
  /** The name of the key; by default that of the issuer's newest. Null: the token names none. */
  readonly keyId?: string | null
  readonly issuer?: string
  readonly audience?: string
  /** The `typ` of the header; by default there is none. */
  readonly type?: string
  /** Members of the header that replace the usual ones. */
  readonly header?: Readonly<Record<string, unknown>>
  /** Such as `5 minutes` or `-1 minute`, or seconds since 1970. Null: the token has no expiry. */
  readonly expires?: string | number | null
}

/** An OpenID Connect issuer on a free port, for tests. */
export interface TestIssuer extends AsyncDisposable {
  readonly url: string
  /** Number of times the keys were requested. */
  readonly keyRequests: number
  /** Members that replace those of the discovery document. */
  discovery: Readonly<Record<string, unknown>>
  /** Responds to a request for the keys in place of the issuer. */
  keysResponse: ((response: ServerResponse) => void) | undefined
  /**
   * Replaces the issuer's key by one with another name.
   * @param options `keepsOld`: the issuer goes on publishing the previous ones
   */
  rotateKey(options?: { readonly keepsOld: boolean }): Promise<void>
  token(options?: TokenOptions): Promise<string>
}

export async function startTestIssuer(): Promise<TestIssuer> {
  let signing = await createKey(1)
  let published = [signing.jwk]
  let keyRequests = 0
  const server = await startLocalServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url !== '/keys') {
      response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/keys`, ...issuer.discovery }))
      return
    }
    keyRequests += 1
    if (issuer.keysResponse === undefined) response.end(JSON.stringify({ keys: published }))
    else issuer.keysResponse(response)
  })
  const { url } = server
  const issuer: TestIssuer = {
    url,
    get keyRequests() {
      return keyRequests
    },
    discovery: {},
    keysResponse: undefined,
    async rotateKey({ keepsOld } = { keepsOld: false }) {
      signing = await createKey(Number(signing.keyId) + 1)
      published = [...(keepsOld ? published : []), signing.jwk]
    },
    token(options = {}) {
      const { expires = '5 minutes' } = options
      const token = new SignJWT({ sub: '7', org_ids: [1], ...options.claims })
        .setProtectedHeader({
          alg: 'ES256',
          ...(options.keyId !== null && { kid: options.keyId ?? signing.keyId }),
          ...(options.type !== undefined && { typ: options.type }),
          ...options.header,
        })
        .setIssuer(options.issuer ?? url)
        .setAudience(options.audience ?? 'takeoff')
      if (expires !== null) token.setExpirationTime(expires)
      return token.sign(options.key ?? signing.privateKey)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
  return issuer
}

async function createKey(
  number: number,
): Promise<{ readonly keyId: string; readonly privateKey: CryptoKey; readonly jwk: JWK }> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keyId = String(number)
  return { keyId, privateKey, jwk: { ...(await exportJWK(publicKey)), alg: 'ES256', kid: keyId } }
}
