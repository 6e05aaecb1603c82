import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Authenticator } from '@takeoff/kit/security/auth'
import { readVariables } from '@takeoff/kit/service/config'
import { authVariables } from '@takeoff/kit/service/config-groups'
import { createLogger } from '@takeoff/kit/service/logger'
import { UnauthenticatedError } from '@takeoff/kit/values/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUDIENCE, startIssuer } from './issuer.ts'

let folder: string
const file = (): string => path.join(folder, 'issuer.json')
const person = { userId: 7, orgIds: [1, 3], scopes: ['lists:read', 'orders:read'] }

function authenticatorFor(issuerUrl: string): Authenticator {
  const env = { AUTH_ISSUER: issuerUrl, AUTH_AUDIENCE: AUDIENCE }
  return new Authenticator(readVariables(authVariables, env), createLogger('test', 'silent'))
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'takeoff-issuer-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

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
