import { readFileSync } from 'node:fs'
import { describeVariables } from '@takeoff/kit/testing/describe-variables'
import { describe, expect, it, test } from 'vitest'
import { readConfig, variables } from './config.ts'

const env = {
  AUTH_ISSUER: 'https://login.example.com',
  GATEWAY_URL: 'http://gateway:4000',
  PUBLIC_URL: 'https://takeoff.example.com/',
  SERVICE_SECRET: 's'.repeat(32),
  SIGN_IN_CLIENT_ID: 'takeoff-console',
}

describe('the configuration', () => {
  it('needs the issuer, the gateway, the public origin, a secret and a client', () => {
    expect(readConfig(env)).toMatchObject({
      publicUrl: 'https://takeoff.example.com',
      signInPeople: [],
      sessionsUrl: undefined,
    })
    expect(() => readConfig({})).toThrow(
      new RegExp(
        Object.keys(env)
          .map((name) => `(?=[^]*${name} is not set)`)
          .join(''),
      ),
    )
  })

  test.each([
    ['PUBLIC_URL', 'http://takeoff.example.com', 'must begin with https://'],
    ['PUBLIC_URL', 'https://takeoff.example.com/console', 'must be an origin without a path'],
    ['PUBLIC_URL', "https://x.example.com; script-src 'unsafe-inline'", 'must be an origin'],
    ['AUTH_ISSUER', 'http://login.example.com', 'AUTH_ISSUER must begin with https://'],
    ['SIGN_IN_SCOPE', 'profile', 'must have the scope openid'],
    ['SESSIONS_URL', 'http://redis', 'must be a URL that begins with redis:// or rediss://'],
    [
      'SESSIONS_URL',
      'redis://:p%zz@redis',
      'SESSIONS_URL has a % that begins no escape: write %25',
    ],
    ['TLS_CERT_FILE', 'tls.crt', 'TLS_CERT_FILE and TLS_KEY_FILE must both be set'],
    ['SERVICE_SECRET', 'short', 'must have at least 32 characters'],
  ])('refuses %s=%s', (name, value, message) => {
    expect(() => readConfig({ ...env, [name]: value })).toThrow(message)
  })

  it('accepts an issuer with plain HTTP at a loopback address', () => {
    const authIssuer = 'http://127.0.0.1:4000'
    expect(readConfig({ ...env, AUTH_ISSUER: authIssuer })).toMatchObject({ authIssuer })
  })

  it('reports a wrong scope with the other violations', () => {
    expect(() => readConfig({ SIGN_IN_SCOPE: 'profile' })).toThrow(
      /GATEWAY_URL is not set[^]*SIGN_IN_SCOPE must have the scope openid/,
    )
  })

  test.each(['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000'])(
    'accepts plain HTTP at %s',
    (url) => {
      expect(readConfig({ ...env, PUBLIC_URL: url }).publicUrl).toBe(url)
    },
  )

  it('is documented in the README', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
    expect(readme).toContain(describeVariables(variables))
  })
})
