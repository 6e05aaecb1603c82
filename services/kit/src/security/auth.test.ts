import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import type { CryptoKey, JWK } from 'jose'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { authVariables } from '../service/config-groups.ts'
import { readVariables } from '../service/config.ts'
import { createLogger } from '../service/logger.ts'
import { startTestIssuer } from '../testing/issuer.ts'
import { Authenticator } from './auth.ts'

const issuer = await startTestIssuer()
const stranger = await generateKeyPair('ES256')
/** They name another key, or bring one, for a library that follows them. */
const strangeHeaders = [
  { jwk: await exportJWK(stranger.publicKey) },
  { jku: 'http://127.0.0.1:1/keys' },
  { x5u: 'http://127.0.0.1:1/certificate' },
  ...['', '../../../dev/null', '__proto__', "1' or '1'='1", 7, ['1']].map((kid) => ({ kid })),
]
afterAll(() => issuer[Symbol.asyncDispose]())

const authenticator = (env: Readonly<Record<string, string>> = {}) =>
  new Authenticator(
    readVariables(authVariables, { AUTH_ISSUER: issuer.url, ...env }),
    createLogger('test', 'silent'),
  )
const authenticate = async (jwt: string, env: Readonly<Record<string, string>> = {}) =>
  authenticator(env).authenticate(`Bearer ${jwt}`)
const now = () => Math.floor(Date.now() / 1000)

describe('authentication', () => {
  test('a valid token identifies the caller', async () => {
    const caller = await authenticate(
      await issuer.token({
        claims: { sub: '7', org_ids: [1, 2], scope: 'lists:read orders:read' },
      }),
    )
    expect(caller).toMatchObject({ userId: 7, orgIds: [1, 2] })
    expect([...caller.scopes]).toEqual(['lists:read', 'orders:read'])
  })

  test('organizations and scopes may also come as one value or as a list', async () => {
    const caller = await authenticate(
      await issuer.token({ claims: { org_ids: '3', scope: ['a', 'b'] } }),
    )
    expect(caller.orgIds).toEqual([3])
    expect([...caller.scopes]).toEqual(['a', 'b'])
  })

  test('a token that names no key is tried with all keys of its algorithm', async () => {
    await using rotated = await startTestIssuer()
    const old = await rotated.token({ keyId: null, claims: { sub: '8' } })
    await rotated.rotateKey({ keepsOld: true })
    const fresh = await rotated.token({ keyId: null, claims: { sub: '9' } })
    const env = { AUTH_ISSUER: rotated.url }
    expect(await authenticate(old, env)).toMatchObject({ userId: 8 })
    expect(await authenticate(fresh, env)).toMatchObject({ userId: 9 })

    const forged = await rotated.token({ keyId: null, key: stranger.privateKey })
    await expect(authenticate(forged, env)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const expired = await rotated.token({ keyId: null, expires: '-1 minute' })
    await expect(authenticate(expired, env)).rejects.toThrow('has expired')
  })

  test('organizations may come with roles, whose scopes are configured', async () => {
    const token = await issuer.token({ claims: { org_ids: { 1: ['foreman'], 2: ['viewer'] } } })
    const env = { AUTH_ROLES: '{"foreman": ["orders:read", "orders:submit"]}' }
    const caller = await authenticate(token, env)
    expect(caller.orgIds).toEqual([1, 2])
    expect(caller.granted?.get(1)).toEqual(new Set(['orders:read', 'orders:submit']))
    // The configured roles take the place of the default ones.
    expect(caller.granted?.get(2)).toEqual(new Set())
  })

  test.each([
    ['{"foreman": ["orders:all"]}', 'AUTH_ROLES must be JSON'],
    ['{"a:b": []}', 'AUTH_ROLES must be JSON'],
    ['viewer', 'AUTH_ROLES must be JSON'],
  ])('the roles %s refuse the start', (roles, message) => {
    expect(() => authenticator({ AUTH_ROLES: roles })).toThrow(message)
  })

  test('the claim may have a name with dots and slashes', async () => {
    const name = 'https://takeoff.example.com/organizations'
    const token = await issuer.token({ claims: { [name]: ['4:viewer'], org_ids: [1] } })
    expect((await authenticate(token, { AUTH_ORGS_CLAIM: name })).orgIds).toEqual([4])
  })

  test('tokens of two issuers with the same key id are not mixed up', async () => {
    await using other = await startTestIssuer()
    const ofOther = await other.token()
    const claimingOurs = await other.token({ issuer: issuer.url })
    const ours = authenticator()
    await ours.authenticate(`Bearer ${await issuer.token()}`)
    for (const token of [ofOther, claimingOurs])
      await expect(ours.authenticate(`Bearer ${token}`)).rejects.toThrow('not valid for this API')
    expect((await authenticate(ofOther, { AUTH_ISSUER: other.url })).userId).toBe(7)
  })

  test('a token is accepted in the spelling of its issuer only', async () => {
    const token = await issuer.token()
    const signatureOf = (text: string) => Buffer.from(text.split('.')[2] ?? '', 'base64url')
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('')
    const ends = [...letters.map((letter) => `${token.slice(0, -1)}${letter}`), `${token}==`]
    const others = ends.filter(
      (other) => other !== token && signatureOf(other).equals(signatureOf(token)),
    )
    expect(others).toHaveLength(16)
    for (const other of others)
      await expect(authenticate(other)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await authenticate(token)).toMatchObject({ userId: 7 })
  })

  test('keys are fetched once for many tokens', async () => {
    const one = authenticator()
    const before = issuer.keyRequests
    for (const sub of ['1', '2', '3']) {
      await one.authenticate(`Bearer ${await issuer.token({ claims: { sub } })}`)
    }
    expect(issuer.keyRequests - before).toBe(1)
  })

  test('a token is refused when it has expired, also when it was verified before', async () => {
    const one = authenticator()
    await one.authenticate(`Bearer ${await issuer.token()}`)
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const header = `Bearer ${await issuer.token({ expires: '10 seconds' })}`
    await one.authenticate(header)
    vi.advanceTimersByTime(14_000)
    await one.authenticate(header)
    vi.advanceTimersByTime(2_000)
    await expect(one.authenticate(header)).rejects.toThrow('has expired')
  })

  test.each([
    ['no header', undefined, 'Send an access token'],
    ['another scheme', 'Basic YTpi', 'must read "Bearer'],
    ['no token', 'Bearer', 'must read "Bearer'],
    ['no JWT', 'Bearer abc', 'is not valid for this API'],
    ['three words in place of a JWT', 'Bearer a.b.c', 'is not valid for this API'],
    ['a header that is no JSON', 'Bearer YQ.YQ.YQ', 'is not valid for this API'],
  ])('%s is UNAUTHENTICATED and names the required action', async (_what, header, message) => {
    await expect(authenticator().authenticate(header)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining(message) as string,
    })
  })

  test.each([
    ['an expired token', () => issuer.token({ expires: '-1 minute' }), 'has expired'],
    ['another audience', () => issuer.token({ audience: 'other' }), 'not valid'],
    ['another issuer', () => issuer.token({ issuer: 'http://other' }), 'not valid'],
    ['an unknown key', () => issuer.token({ key: stranger.privateKey }), 'not valid'],
    ['an invalid user id', () => issuer.token({ claims: { sub: 'mallory' } }), 'not a user id'],
    [
      'a user id with words after it',
      () => issuer.token({ claims: { sub: '7 admin' } }),
      'user id',
    ],
    ['a list of user ids', () => issuer.token({ claims: { sub: ['7', '8'] } }), 'not a user id'],
    ['a user id with a fraction', () => issuer.token({ claims: { sub: 7.5 } }), 'not a user id'],
    ['a logout token', () => issuer.token({ type: 'logout+jwt' }), 'no access token'],
    ['a typ that is no text', () => issuer.token({ type: 7 as never }), 'no'],
    ['a proof of possession', () => issuer.token({ type: 'dpop+jwt' }), 'no access token'],
    ['an iat in the future', () => issuer.token({ claims: { iat: now() + 120 } }), 'in the future'],
    ['an iat 90 seconds ahead', () => issuer.token({ claims: { iat: now() + 90 } }), 'the future'],
    ['an nbf 90 seconds ahead', () => issuer.token({ claims: { nbf: now() + 90 } }), 'claim nbf'],
    ['an expiry 10 seconds ago', () => issuer.token({ expires: now() - 10 }), 'has expired'],
    ['no expiry', () => issuer.token({ expires: null }), 'no claim exp'],
    ['an expiry 90 seconds ago', () => issuer.token({ expires: now() - 90 }), 'has expired'],
    [
      'a claim of 10,000 organizations',
      () => issuer.token({ claims: { org_ids: Array.from({ length: 10_000 }, (_, i) => i + 1) } }),
      'At most 1000',
    ],
    ['an iat that is no number', () => issuer.token({ claims: { iat: '1' } }), 'not valid'],
    ['a lifetime of two days', () => issuer.token({ expires: '2 days' }), '86400 seconds'],
    ['a lifetime that began a day ago', () => lifetime(-86_300, 200), '86400 seconds'],
    ['an unsigned token', unsigned, 'not valid'],
    ['a token signed with a shared secret', sharedSecret, 'not valid'],
    ['a token signed with the public key as a shared secret', publicKeyAsSecret, 'not valid'],
  ])('%s is refused', async (_what, make, message) => {
    await expect(authenticate(await make())).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining(message) as string,
    })
  })

  test.each(strangeHeaders)(
    'no header makes a signature of another key valid: %j',
    async (header) => {
      const token = await issuer.token({ key: stranger.privateKey, header })
      await expect(authenticate(token)).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        message: expect.stringContaining('not valid') as string,
      })
    },
  )

  test.each([undefined, 'JWT', 'jwt', 'at+jwt', 'application/at+jwt', 'AT+JWT'])(
    'an access token may have the typ %j',
    async (type) => {
      const token = await issuer.token(type === undefined ? {} : { type })
      expect((await authenticate(token)).userId).toBe(7)
    },
  )

  test('an installation may accept access tokens of RFC 9068 only', async () => {
    const strict = { AUTH_TOKEN_TYPES: 'at+jwt' }
    expect((await authenticate(await issuer.token({ type: 'at+jwt' }), strict)).userId).toBe(7)
    for (const token of [await issuer.token(), await issuer.token({ type: 'JWT' })]) {
      await expect(authenticate(token, strict)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    }
  })

  test('an installation may accept tokens with a longer lifetime', async () => {
    const token = await issuer.token({ expires: '2 days', claims: { iat: now() } })
    const caller = await authenticate(token, { AUTH_TOKEN_SECONDS_MAX: '172800' })
    expect(caller.userId).toBe(7)
  })

  test('the lifetime may be a whole day', async () => {
    expect((await authenticate(await lifetime(0, 86_400))).userId).toBe(7)
  })

  test('the clock of the issuer may be half a minute ahead', async () => {
    expect((await authenticate(await lifetime(30, 300))).userId).toBe(7)
    const token = await issuer.token({ claims: { nbf: now() + 30 } })
    expect((await authenticate(token)).userId).toBe(7)
  })

  test('a user id may be a number', async () => {
    expect((await authenticate(await issuer.token({ claims: { sub: 9 } }))).userId).toBe(9)
  })

  test('an unavailable issuer is not an error of the caller', async () => {
    const away = authenticator({ AUTH_ISSUER: 'http://127.0.0.1:1' })
    await expect(away.authenticate(`Bearer ${await issuer.token()}`)).rejects.toMatchObject({
      code: 'SUBGRAPH_UNAVAILABLE',
    })
  })
})

const usual = { sub: '7', org_ids: [1], scope: '', aud: 'takeoff' }

/** A token with these times, in seconds from now. */
function lifetime(fromS: number, toS: number): Promise<string> {
  const second = now()
  return issuer.token({ claims: { iat: second + fromS }, expires: second + toS })
}

function unsigned(): Promise<string> {
  return Promise.resolve(
    new UnsecuredJWT({ ...usual, iss: issuer.url, exp: 9_999_999_999 }).encode(),
  )
}

/** For a library that verifies by whatever algorithm the header names. */
async function publicKeyAsSecret(): Promise<string> {
  const response = await fetch(`${issuer.url}/keys`)
  const { keys } = (await response.json()) as { keys: [JWK] }
  return new SignJWT({ ...usual, iss: issuer.url })
    .setProtectedHeader({ alg: 'HS256', kid: '1' })
    .setExpirationTime('5 minutes')
    .sign(new TextEncoder().encode(await exportSPKI((await importJWK(keys[0])) as CryptoKey)))
}

function sharedSecret(): Promise<string> {
  return new SignJWT({ ...usual, iss: issuer.url })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('5 minutes')
    .sign(new TextEncoder().encode('0123456789abcdef0123456789abcdef'))
}
