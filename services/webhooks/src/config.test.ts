import { readFileSync } from 'node:fs'
import { ConfigError } from '@takeoff/kit/service/config'
import { describeVariables } from '@takeoff/kit/testing/describe-variables'
import { expect, test } from 'vitest'
import { readConfig, variables } from './config.ts'

const env = {
  DATABASE_URL: 'postgres://me@localhost/webhooks',
  AUTH_ISSUER: 'https://issuer.example.com',
  SERVICE_SECRET: 's'.repeat(32),
  EVENTS_URL: 'amqp://localhost',
  WEBHOOKS_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
}

test('the README contains the table of variables', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  // oxfmt pads the columns of tables in Markdown.
  const unpadded = readme.replaceAll(/ +\|/g, ' |').replaceAll(/-{3,}/g, '---')
  expect(unpadded).toContain(describeVariables(variables))
})

test('the defaults are safe', () => {
  const config = readConfig(env)
  expect(config.allowLoopback).toBe(false)
  expect(config.secretKeys.map(({ length }) => length)).toEqual([32])
  expect(config.retryDelaysSeconds).toHaveLength(9)
})

test.each([
  { WEBHOOKS_SECRET_KEY: '' },
  { WEBHOOKS_SECRET_KEY: 'dG9vIHNob3J0' },
  { OPERATOR_SECRET: 'x'.repeat(31) },
  { SERVICE_SECRET: 'x'.repeat(31) },
  { EVENTS_SECRET: 'x'.repeat(31) },
  { WEBHOOKS_RETRY_DELAYS: '[-1]' },
  { WEBHOOKS_RETRY_DELAYS: '5' },
  // Beyond the dates that PostgreSQL can store.
  { WEBHOOKS_RETRY_DELAYS: '[1e15]' },
  { WEBHOOKS_ALLOW_LOOPBACK: 'perhaps' },
  { TLS_CERT_FILE: 'tls.crt' },
])('%j is a violation', (violation) => {
  expect(() => readConfig({ ...env, ...violation })).toThrow(ConfigError)
})
