import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import type { JWK } from 'jose'
import { isProduction } from '../config.ts'
import { isPortFree } from '@takeoff/kit/http/free-ports'
import { readOrMakeJson, writeJson } from '../json-file.ts'
import { readIdentities } from './identities.ts'
import { ALGORITHM, AUDIENCE, createProvider, JWKS_PATH } from './provider.ts'
import { serveSignIn } from './sign-in.ts'

/** The longest lifetime that services accept by default. */
const DAY_S = 24 * 3600

export interface TokenRequest {
  readonly userId: number
  /** With roles or scopes in each, or with those of `scopes` in all. */
  readonly orgIds: readonly number[] | Readonly<Record<number, readonly string[]>>
  readonly scopes: readonly string[]
  /** Seconds from now, a day by default; negative for a token that has expired. */
  readonly expiresInSeconds?: number
  /** The audience of the services by default. */
  readonly audience?: string
}

/** An OpenID provider for development, which also mints tokens on request. */
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

/**
 * People sign in by choosing who they are, so that it must never stand before data of others.
 * @param file where the key and the port are stored
 * @throws Error in production
 */
export async function startIssuer(file: string): Promise<Issuer> {
  if (isProduction())
    throw new Error(
      'The development issuer signs in without passwords; it does not start in production.',
    )
  const stored = await readOrMakeJson<StoredIssuer>(file, async () => ({
    key: await makeKey(),
    port: 0,
  }))
  const server = await listen((await isPortFree(stored.port)) ? stored.port : 0)
  const { port } = server.address() as AddressInfo
  if (port !== stored.port) await writeJson(file, { ...stored, port })

  const url = `http://127.0.0.1:${port}`
  const identities = await readIdentities()
  const provider = createProvider({ url, key: stored.key, identities })
  serveSignIn(provider, identities.people)
  const serve = provider.callback()
  server.on('request', (request, response) => void serve(request, response))
  const key = await importJWK(stored.key, ALGORITHM)
  return {
    url,
    jwksUrl: `${url}${JWKS_PATH}`,
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
    .setAudience(request.audience ?? AUDIENCE)
    .setSubject(String(userId))
    .setIssuedAt(Math.min(now, now + expiresInSeconds))
    .setExpirationTime(now + expiresInSeconds)
}
