import { readFileSync } from 'node:fs'
import { ConfigError } from '@takeoff/kit/service/config'
import { describeVariables } from '@takeoff/kit/testing/describe-variables'
import { describe, expect, it } from 'vitest'
import { fileStoreVariables, readConfig, readWithStore, variables } from './config.ts'

const required = {
  AUTH_ISSUER: 'https://issuer.example',
  DATABASE_URL: 'postgres://me@localhost/order_documents',
  EVENTS_URL: 'amqp://localhost',
  SERVICE_SECRET: 'a'.repeat(32),
  PUBLIC_URL: 'https://takeoff.example',
  PRODUCTION_LISTS_URL: 'http://localhost:4001/graphql',
  PRODUCTION_LISTS_SECRET: 'b'.repeat(32),
  PROVIDERS_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  FILES_SIGNING_SECRET: 'c'.repeat(32),
}

describe('the configuration', () => {
  it('keeps files in a folder by default', () => {
    expect(readConfig(required)).toMatchObject({ filesDriver: 'disk', filesPath: 'files' })
  })

  it('reports all violations at once', () => {
    const violations = violationsOf({ FILES_DRIVER: 's3' })

    for (const name of [...Object.keys(required), 'S3_BUCKET']) {
      expect(violations).toContainEqual(expect.stringMatching(`^${name} is not set`))
    }
  })

  it.each(['SERVICE_SECRET', 'EVENTS_SECRET', 'PRODUCTION_LISTS_SECRET', 'FILES_SIGNING_SECRET'])(
    'refuses a short %s',
    (name) => {
      expect(violationsOf({ ...required, [name]: 'x'.repeat(31) })).toEqual([
        expect.stringMatching(`^${name} must have at least 32 characters`),
      ])
    },
  )

  it('requires a bucket for the s3 driver', () => {
    expect(violationsOf({ ...required, FILES_DRIVER: 's3' })).toHaveLength(1)
    expect(readConfig({ ...required, FILES_DRIVER: 's3', S3_BUCKET: 'files' }).s3Bucket).toBe(
      'files',
    )
    expect(() => readWithStore(fileStoreVariables, { FILES_DRIVER: 's3' })).toThrow(
      'S3_BUCKET is not set',
    )
  })

  it.each(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
    'refuses %s alone with the s3 driver, where it would be ignored',
    (name) => {
      const env = { ...required, S3_BUCKET: 'files', [name]: 'x' }
      expect(violationsOf({ ...env, FILES_DRIVER: 's3' })).toEqual([
        'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must both be set, or none of them',
      ])
      expect(violationsOf(env)).toEqual([])
    },
  )

  it('accepts the addresses of order systems', () => {
    const PROVIDERS =
      '{"abc-supply": {"url": "https://orders.example"}, "qxo": {"url": "https://q.example/v1", "timeoutMs": 5000}}'

    expect(readConfig({ ...required, PROVIDERS }).providers).toEqual({
      'abc-supply': { url: 'https://orders.example', timeoutMs: 20_000 },
      qxo: { url: 'https://q.example/v1', timeoutMs: 5_000 },
    })
    expect(readConfig(required).providers).toEqual({})
  })

  it.each([
    ['abc-supply', /^PROVIDERS must be JSON/],
    ['{"acme": {"url": "https://a.example"}}', /is no known provider \(abc-supply, srs, qxo\)/],
    ['{"srs": {"url": "ftp://a.example"}}', /^PROVIDERS .*URL/s],
    ['{"srs": {"url": "https://a.example", "token": "x"}}', /token/],
    ['{"srs": {"url": "https://a.example", "settleMs": 20000}}', /settleMs must be more than/],
    ['{"srs": {"url": "http://a.example"}}', /^PROVIDERS srs: url must begin with https/],
  ])('refuses the addresses %s', (PROVIDERS, violation) => {
    expect(violationsOf({ ...required, PROVIDERS })).toEqual([expect.stringMatching(violation)])
  })

  it('allows tokens to be sent without TLS when configured', () => {
    const PROVIDERS = '{"srs": {"url": "http://127.0.0.1:4010/srs"}}'
    const env = { ...required, PROVIDERS, PROVIDERS_ALLOW_HTTP: 'true' }

    expect(readConfig(env).providers).toMatchObject({ srs: { timeoutMs: 20_000 } })
  })

  it('is documented in the README', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

    expect(readme).toContain(describeVariables(variables))
  })
})

function violationsOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.violations
    throw error
  }
  return []
}
