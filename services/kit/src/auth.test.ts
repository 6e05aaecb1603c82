import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator, requireOrganization, requireScope } from './auth.ts'

const { privateKey, publicKey } = await generateKeyPair('ES256')
const stranger = await generateKeyPair('ES256')
let keysAsked = 0
const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: '1' }] })
const server = createServer((request, response) => {
  if (request.url === '/.well-known/openid-configuration') {
    response.end(JSON.stringify({ jwks_uri: `${issuer}/keys` }))
    return
  }
  keysAsked += 1
  response.setHeader('content-type', 'application/json').end(jwks)
})
let issuer = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

interface Claims {
  readonly sub?: string
  readonly org_ids?: unknown
  readonly scope?: unknown
}

const claims: Claims = { sub: '7', org_ids: [1, 2], scope: 'lists:read orders:read' }

function token(
  over: Claims = {},
  { key = privateKey, audience = 'takeoff', expires = '5 minutes', iss = issuer } = {},
): Promise<string> {
  return new SignJWT({ ...claims, ...over })
    .setProtectedHeader({ alg: 'ES256', kid: '1' })
    .setIssuer(iss)
    .setAudience(audience)
    .setExpirationTime(expires)
    .sign(key)
}

const authenticator = () => createAuthenticator({ issuer, audience: 'takeoff' })
const authenticate = async (jwt: string) => authenticator().authenticate(`Bearer ${jwt}`)

describe('authentication', () => {
  test('a valid token says who the caller is', async () => {
    const caller = await authenticate(await token())
    expect(caller).toMatchObject({ userId: 7, orgIds: [1, 2] })
    expect([...caller.scopes]).toEqual(['lists:read', 'orders:read'])
  })

  test('organizations and scopes may also come as one value or as a list', async () => {
    const caller = await authenticate(await token({ org_ids: '3', scope: ['a', 'b'] }))
    expect(caller.orgIds).toEqual([3])
    expect([...caller.scopes]).toEqual(['a', 'b'])
  })

  test('keys are fetched once for many tokens', async () => {
    const one = authenticator()
    keysAsked = 0
    for (const sub of ['1', '2', '3']) await one.authenticate(`Bearer ${await token({ sub })}`)
    expect(keysAsked).toBe(1)
  })

  test.each([
    ['no header', undefined, 'Send an access token'],
    ['another scheme', 'Basic YTpi', 'must read "Bearer'],
    ['no token', 'Bearer', 'must read "Bearer'],
    ['no JWT', 'Bearer abc', 'is not valid here'],
  ])('%s is UNAUTHENTICATED and says what to do', async (_what, header, message) => {
    await expect(authenticator().authenticate(header)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining(message) as string,
    })
  })

  test.each([
    ['an expired token', () => token({}, { expires: '-1 minute' }), 'has expired'],
    ['another audience', () => token({}, { audience: 'other' }), 'not valid'],
    ['another issuer', () => token({}, { iss: 'http://other' }), 'not valid'],
    ['a strange key', () => token({}, { key: stranger.privateKey }), 'not valid'],
    ['a user id that is none', () => token({ sub: 'mallory' }), 'not a user id'],
    [
      'an unsigned token',
      () =>
        Promise.resolve(
          new UnsecuredJWT({ ...claims, iss: issuer, aud: 'takeoff', exp: 9_999_999_999 }).encode(),
        ),
      'not valid',
    ],
    [
      'a token signed with a shared secret',
      () =>
        new SignJWT({ ...claims })
          .setProtectedHeader({ alg: 'HS256' })
          .setIssuer(issuer)
          .setAudience('takeoff')
          .setExpirationTime('5 minutes')
          .sign(new TextEncoder().encode('0123456789abcdef0123456789abcdef')),
      'not valid',
    ],
  ])('%s is refused', async (_what, make, message) => {
    await expect(authenticate(await make())).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining(message) as string,
    })
  })

  test('an issuer that is away is not the caller’s fault', async () => {
    const away = createAuthenticator({ issuer: 'http://127.0.0.1:1', audience: 'takeoff' })
    await expect(away.authenticate(`Bearer ${await token()}`)).rejects.toMatchObject({
      code: 'SUBGRAPH_UNAVAILABLE',
    })
  })
})

describe('authorization', () => {
  test('a missing scope and a foreign organization are FORBIDDEN by name', async () => {
    const caller = await authenticate(await token())
    expect(() => requireScope(caller, 'lists:read')).not.toThrow()
    expect(() => requireScope(caller, 'orders:write')).toThrow('scope orders:write')
    expect(() => requireOrganization(caller, 2)).not.toThrow()
    expect(() => requireOrganization(caller, 3)).toThrow('organization 3')
  })
})
