import { hash, randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { Authenticator } from '@takeoff/kit/security/auth'
import { readVariables } from '@takeoff/kit/service/config'
import { authVariables } from '@takeoff/kit/service/config-groups'
import { createLogger } from '@takeoff/kit/service/logger'
import { UnauthenticatedError } from '@takeoff/kit/values/errors'
import { decodeJwt } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startIssuer } from './issuer.ts'
import type { Issuer } from './issuer.ts'
import { AUDIENCE } from './provider.ts'

const file = (): string => path.join(folder, 'issuer.json')
const person = { userId: 7, orgIds: [1, 3], scopes: ['lists:read', 'orders:read'] }

function authenticatorFor(issuerUrl: string): Authenticator {
  const env = { AUTH_ISSUER: issuerUrl, AUTH_AUDIENCE: AUDIENCE }
  return new Authenticator(readVariables(authVariables, env), createLogger('test', 'silent'))
}

const { path: folder } = await disposeAfterAll(openTemporaryFolder('takeoff-issuer'))

test('mints tokens that a service accepts by discovery', async () => {
  await using issuer = await startIssuer(file())
  const authenticator = authenticatorFor(issuer.url)

  const caller = await authenticator.authenticate(`Bearer ${await issuer.mintToken(person)}`)

  expect(caller).toMatchObject({ userId: 7, orgIds: [1, 3] })
  expect([...caller.scopes]).toEqual(['lists:read', 'orders:read'])
})

test('mints expired tokens, which are refused', async () => {
  await using issuer = await startIssuer(file())
  const authenticator = authenticatorFor(issuer.url)
  const token = await issuer.mintToken({ ...person, expiresInSeconds: -120 })

  await expect(authenticator.authenticate(`Bearer ${token}`)).rejects.toThrow(UnauthenticatedError)
})

test('keeps key and name, so that a token outlives a restart', async () => {
  const first = await startIssuer(file())
  const token = await first.mintToken(person)
  await first[Symbol.asyncDispose]()

  await using second = await startIssuer(file())
  const authenticator = authenticatorFor(second.url)

  expect(second.url).toBe(first.url)
  expect((await authenticator.authenticate(`Bearer ${token}`)).userId).toBe(7)
})

test('keeps the private key to this user', async () => {
  expect((await stat(file())).mode & 0o777).toBe(0o600)
})

test('does not start in production', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  await expect(startIssuer(file())).rejects.toThrow('does not start in production')
})

afterEach(() => {
  vi.unstubAllEnvs()
})

const CALLBACK = 'http://127.0.0.1:5173/callback'

/** A browser of one person: it keeps cookies, and follows no redirect by itself. */
class Browser {
  readonly #cookies = new Map<string, string>()

  async send(url: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      this.#cookies.set(...(pair.split(/=(.*)/).slice(0, 2) as [string, string]))
    }
    return response
  }

  /** Follows redirects within the issuer; resolves with the page, or with the address of the application. */
  async follow(response: Response, issuerUrl: string): Promise<Response | URL> {
    const location = response.headers.get('location')
    if (location === null) return response
    const next = new URL(location, issuerUrl)
    if (next.origin !== issuerUrl) return next
    return this.follow(await this.send(next.href), issuerUrl)
  }
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly id_token: string
}

const VERIFIER = randomBytes(32).toString('base64url')

/** Where an application sends a browser to sign in. */
async function authorizationUrl(
  issuer: Issuer,
  changes: Readonly<Record<string, string>> = {},
): Promise<string> {
  const discovery = await fetch(`${issuer.url}/.well-known/openid-configuration`)
  const { authorization_endpoint } = (await discovery.json()) as { authorization_endpoint: string }
  return `${authorization_endpoint}?${new URLSearchParams({
    client_id: 'takeoff-app',
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid offline_access',
    prompt: 'consent',
    state: 'some state',
    code_challenge_method: 'S256',
    code_challenge: hash('sha256', VERIFIER, 'base64url'),
    ...changes,
  })}`
}

/** Signs a person in, and resolves with the parameters of the callback. */
async function signIn(issuer: Issuer, person: string): Promise<URLSearchParams> {
  const browser = new Browser()
  const page = await browser.follow(await browser.send(await authorizationUrl(issuer)), issuer.url)
  if (page instanceof URL) return page.searchParams
  expect(await page.text()).toContain('Vera Viner')
  const chosen = await browser.send(page.url, { person })
  const end = await browser.follow(chosen, issuer.url)
  return end instanceof URL ? end.searchParams : new URLSearchParams()
}

function requestTokens(
  issuer: Issuer,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${issuer.url}/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
  })
}

async function tokensOf(issuer: Issuer, code: string): Promise<Tokens> {
  const response = await requestTokens(issuer, {
    grant_type: 'authorization_code',
    client_id: 'takeoff-app',
    code,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Tokens
}

describe('a person who signs in', () => {
  test('gets an access token with the roles of each organization, by code and PKCE', async () => {
    await using issuer = await startIssuer(file())
    const callback = await signIn(issuer, '3')
    expect(callback.get('state')).toBe('some state')
    const tokens = await tokensOf(issuer, callback.get('code') ?? '')

    expect(decodeJwt(tokens.access_token)).toMatchObject({
      iss: issuer.url,
      aud: AUDIENCE,
      sub: '3',
      org_ids: { 1: ['estimator'], 2: ['viewer'] },
    })
    const caller = await authenticatorFor(issuer.url).authenticate(`Bearer ${tokens.access_token}`)
    expect(caller).toMatchObject({ userId: 3 })
  })

  test('gets an ID token that services refuse', async () => {
    await using issuer = await startIssuer(file())
    const callback = await signIn(issuer, '3')
    const tokens = await tokensOf(issuer, callback.get('code') ?? '')
    expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: '3', aud: 'takeoff-app' })
    await expect(
      authenticatorFor(issuer.url).authenticate(`Bearer ${tokens.id_token}`),
    ).rejects.toThrow(UnauthenticatedError)
  })

  test('gets each refresh token once: a second use revokes all', async () => {
    await using issuer = await startIssuer(file())
    const callback = await signIn(issuer, '3')
    const first = await tokensOf(issuer, callback.get('code') ?? '')
    const refresh = (token: string) =>
      requestTokens(issuer, {
        grant_type: 'refresh_token',
        client_id: 'takeoff-app',
        refresh_token: token,
      })
    const second = (await (await refresh(first.refresh_token)).json()) as Tokens
    expect(decodeJwt(second.access_token)).toMatchObject({ sub: '3', aud: AUDIENCE })
    expect((await refresh(first.refresh_token)).status).toBe(400)
    expect((await refresh(second.refresh_token)).status).toBe(400)
  })

  test('must be one of the file', async () => {
    await using issuer = await startIssuer(file())
    expect((await signIn(issuer, '99')).get('code')).toBeNull()
  })
})

describe('an application', () => {
  test.each([
    [
      'without a code challenge',
      { code_challenge: '', code_challenge_method: '' },
      'invalid_request',
    ],
    ['with the address of another site', { redirect_uri: 'https://example.com/callback' }, 400],
    ['that is not in the file', { client_id: 'stranger' }, 400],
  ])('%s signs in no one', async (_, changes, outcome) => {
    await using issuer = await startIssuer(file())
    const browser = new Browser()
    const url = await authorizationUrl(issuer, changes)
    const end = await browser.follow(await browser.send(url), issuer.url)
    expect(end instanceof URL ? end.searchParams.get('error') : end.status).toBe(outcome)
  })
})

test.each([
  ['accounting', 'the-accounting-system-of-organization-1', '1001', ['integration']],
  ['crm', 'the-customer-records-of-organization-1', '1002', ['integration', 'lists:write']],
])(
  'the machine %s gets a token for itself with its secret',
  async (clientId, ownSecret, sub, rights) => {
    await using issuer = await startIssuer(file())
    const credentials = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
    })
    const form = { grant_type: 'client_credentials' }
    const right = credentials(ownSecret)
    const response = await requestTokens(issuer, form, right)
    const { access_token } = (await response.json()) as Tokens
    expect(decodeJwt(access_token)).toMatchObject({
      sub,
      aud: AUDIENCE,
      org_ids: { 1: rights },
    })
    const wrong = await requestTokens(issuer, form, credentials('w'.repeat(40)))
    expect(wrong.status).toBe(401)
  },
)
