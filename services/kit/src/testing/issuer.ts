import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey } from 'jose'

export interface TokenOptions {
  /** Claims that replace the usual ones: user 7, organization 1, no scope. */
  readonly claims?: Readonly<Record<string, unknown>>
  readonly key?: CryptoKey
  readonly issuer?: string
  readonly audience?: string
  /** Such as `5 minutes` or `-1 minute`. */
  readonly expires?: string
}

/** An OpenID Connect issuer on a free port, for tests. */
export interface TestIssuer extends AsyncDisposable {
  readonly url: string
  /** Number of times the keys were fetched. */
  readonly keyRequests: number
  token(options?: TokenOptions): Promise<string>
}

export async function startTestIssuer(): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = JSON.stringify({
    keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: '1' }],
  })
  let keyRequests = 0
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url !== '/keys') {
      response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/keys` }))
      return
    }
    keyRequests += 1
    response.end(keys)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    get keyRequests() {
      return keyRequests
    },
    token: (options = {}) =>
      new SignJWT({ sub: '7', org_ids: [1], ...options.claims })
        .setProtectedHeader({ alg: 'ES256', kid: '1' })
        .setIssuer(options.issuer ?? url)
        .setAudience(options.audience ?? 'takeoff')
        .setExpirationTime(options.expires ?? '5 minutes')
        .sign(options.key ?? privateKey),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
