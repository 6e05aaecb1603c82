import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import type { JWK } from 'jose'
import { isPortFree } from './free-ports.ts'
import { readOrMakeJson, writeJson } from './json-file.ts'

// Verified on every request by every service: RS256 verifies several times faster than ES256.
const ALGORITHM = 'RS256'
/** The longest lifetime that services accept by default. */
const DAY_S = 24 * 3600
export const AUDIENCE = 'takeoff'

export interface TokenRequest {
  readonly userId: number
  readonly orgIds: readonly number[]
  readonly scopes: readonly string[]
  /** Seconds from now, a day by default; negative for a token that has expired. */
  readonly expiresInSeconds?: number
}

/** An OpenID Connect issuer for development: a key, its documents, and tokens on request. */
export interface Issuer extends AsyncDisposable {
  readonly url: string
  readonly jwksUrl: string
  mintToken(request: TokenRequest): Promise<string>
}

interface StoredIssuer {
  readonly key: JWK & { readonly kid: string }
  /** Part of the issuer's name, so tokens outlive a restart only on the same port. */
  readonly port: number
}

/** @param file where the key and the port are stored */
export async function startIssuer(file: string): Promise<Issuer> {
  const stored = await readOrMakeJson<StoredIssuer>(file, async () => ({
    key: await makeKey(),
    port: 0,
  }))
  const server = await listen((await isPortFree(stored.port)) ? stored.port : 0)
  const { port } = server.address() as AddressInfo
  if (port !== stored.port) await writeJson(file, { ...stored, port })

  const url = `http://127.0.0.1:${port}`
  const jwksUrl = `${url}/.well-known/jwks.json`
  server.on('request', serveDocuments(documentsOf(url, jwksUrl, stored.key)))
  const key = await importJWK(stored.key, ALGORITHM)
  return {
    url,
    jwksUrl,
    mintToken: (request) =>
      claimsOf(request, url).setProtectedHeader({ alg: ALGORITHM, kid: stored.key.kid }).sign(key),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function makeKey(): Promise<StoredIssuer['key']> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const key = await exportJWK(privateKey)
  return { ...key, alg: ALGORITHM, use: 'sig', kid: await calculateJwkThumbprint(key) }
}

async function listen(port: number): Promise<Server> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function claimsOf({ userId, orgIds, scopes, ...request }: TokenRequest, issuer: string): SignJWT {
  const now = Math.floor(Date.now() / 1000)
  const expiresInSeconds = request.expiresInSeconds ?? DAY_S
  return new SignJWT({ org_ids: orgIds, scope: scopes.join(' ') })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setSubject(String(userId))
    .setIssuedAt(Math.min(now, now + expiresInSeconds))
    .setExpirationTime(now + expiresInSeconds)
}

function documentsOf(url: string, jwksUrl: string, key: JWK): ReadonlyMap<string, unknown> {
  const { kty, n, e, kid, alg, use } = key
  return new Map<string, unknown>([
    ['/.well-known/jwks.json', { keys: [{ kty, n, e, kid, alg, use }] }],
    [
      '/.well-known/openid-configuration',
      {
        issuer: url,
        jwks_uri: jwksUrl,
        response_types_supported: ['token'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: [ALGORITHM],
      },
    ],
  ])
}

function serveDocuments(documents: ReadonlyMap<string, unknown>): RequestListener {
  return (request, response) => {
    const document = documents.get(request.url ?? '')
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(document ?? { error: 'not_found' }))
  }
}
