import { readFile } from 'node:fs/promises'
import { describeVariables } from '@takeoff/kit/testing/describe-variables'
import { expect, test } from 'vitest'
import { readConfig, variables } from './config.ts'

test('one error names every missing variable', () => {
  for (const name of ['DATABASE_URL', 'SERVICE_SECRET', 'EVENTS_URL', 'ORDER_DOCUMENTS_URL']) {
    expect(() => readConfig({})).toThrow(`${name} is not set`)
  }
})

test.each(['SERVICE_SECRET', 'EVENTS_SECRET', 'ORDER_DOCUMENTS_SECRET'])(
  'a short %s is refused',
  (name) => {
    expect(() => readConfig({ [name]: 'x'.repeat(31) })).toThrow(
      `${name} must have at least 32 characters`,
    )
  },
)

test('contradictions are named with what is missing', () => {
  expect(() => readConfig({ TLS_CERT_FILE: 'tls.crt' })).toThrow(
    /DATABASE_URL is not set[^]*TLS_CERT_FILE and TLS_KEY_FILE must both be set/,
  )
})

test('the README contains the table of the variables', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(describeVariables(variables))
})
