import { expect, test } from 'vitest'
import { databaseVariables, httpVariables, s3Variables } from './config-groups.ts'
import { ConfigError, readVariables } from './config.ts'
import { usingNamed } from './named-file.ts'
import { s3Violations, serviceViolations } from './joint-violations.ts'

const variables = { ...httpVariables, ...databaseVariables }
const DATABASE_URL = 'postgres://me@localhost/x'

function violationsOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    readVariables(variables, { DATABASE_URL, ...env }, serviceViolations)
    return []
  } catch (error) {
    return (error as ConfigError).violations
  }
}

test('contradictions are reported with the other violations', () => {
  expect(
    violationsOf({
      HOST: '0.0.0.0',
      PORT: '4000',
      ADMIN_PORT: '4000',
      TLS_CERT_FILE: 'tls.crt',
      DATABASE_POOLED: 'true',
      DATABASE_POOL_SIZE: '1',
    }),
  ).toEqual([
    expect.stringMatching(/^DATABASE_POOL_SIZE must be/),
    'TLS_CERT_FILE and TLS_KEY_FILE must both be set, or none of them',
    'ADMIN_PORT must be another port than PORT, which is 4000, too',
    expect.stringMatching(/^DATABASE_MIGRATION_URL must be set with DATABASE_POOLED/),
  ])
})

test('a variable that could not be read is reported once', () => {
  const violations = violationsOf({ DATABASE_POOLED: 'true', DATABASE_MIGRATION_URL: 'mysql://x' })
  expect(violations).toEqual([expect.stringMatching(/^DATABASE_MIGRATION_URL must be a URL/)])
})

test.each([
  { PORT: '0', ADMIN_PORT: '0' },
  { HOST: '10.0.0.1', PORT: '4000', ADMIN_HOST: '127.0.0.1', ADMIN_PORT: '4000' },
  { HOST: '127.0.0.1', PORT: '4000', ADMIN_HOST: '127.0.0.2', ADMIN_PORT: '4000' },
  { HOST: '0.0.0.0', PORT: '4000', ADMIN_HOST: '::1', ADMIN_PORT: '4000' },
  { PORT: '4000', ADMIN_PORT: '4001' },
  { DATABASE_POOLED: 'true', DATABASE_MIGRATION_URL: DATABASE_URL },
  // Such a process runs no migration.
  { DATABASE_POOLED: 'true', DATABASE_MIGRATE: 'false' },
  { TLS_CERT_FILE: 'tls.crt', TLS_KEY_FILE: 'tls.key' },
])('%j is no contradiction', (env) => {
  expect(violationsOf(env)).toEqual([])
})

test.each([
  { HOST: 'localhost', PORT: '4000', ADMIN_PORT: '4000' },
  { HOST: '10.0.0.1', PORT: '4000', ADMIN_HOST: '::', ADMIN_PORT: '4000' },
])('%j has one port twice', (env) => {
  expect(violationsOf(env)).toEqual([expect.stringMatching(/^ADMIN_PORT must be another port/)])
})

test.each(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])('%s alone is half of a key', (name) => {
  expect(() => readVariables(s3Variables, { [name]: 'x' }, s3Violations)).toThrow(
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must both be set, or none of them',
  )
})

test('a file that cannot be used is an error of the variable that names it', async () => {
  const using = usingNamed('TOOLS', () => Promise.reject(new Error('ENOENT: no such file')))
  await expect(using).rejects.toThrow(ConfigError)
  await expect(using).rejects.toThrow(/TOOLS names .*ENOENT/)
})
