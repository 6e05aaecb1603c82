import { readFile } from 'node:fs/promises'
import { describeVariables } from '@takeoff/kit/testing/describe-variables'
import { expect, test } from 'vitest'
import { isContinuousIntegration, readBaseEnvironment, readConfig, variables } from './config.ts'

test('the README contains the table of the variables', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const words = (text: string): string => text.replaceAll(/[ -]+/g, ' ')

  expect(words(readme)).toContain(words(describeVariables(variables)))
})

test('the home is in the repository unless it is configured', () => {
  expect(readConfig({}).home).toMatch(/\.takeoff$/)
  expect(readConfig({ TAKEOFF_HOME: '/srv/takeoff' }).home).toBe('/srv/takeoff')
})

test('variables that the caller has set for other programs do not reach the services', () => {
  const environment = { PATH: '/bin', PORT: '4000', DATABASE_URL: 'postgres://elsewhere', CI: '1' }

  expect(readBaseEnvironment(environment)).toEqual({ PATH: '/bin' })
})

test('the variables of OpenTelemetry reach the services, but each has a name of its own', () => {
  const telemetry = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  const environment = { ...telemetry, OTEL_SERVICE_NAME: 'npm' }

  expect(readBaseEnvironment(environment)).toEqual(telemetry)
})

test.each([
  [undefined, false],
  ['', false],
  ['false', false],
  ['0', false],
  ['true', true],
  ['1', true],
])('CI=%s is continuous integration: %s', (value, expected) => {
  expect(isContinuousIntegration({ CI: value })).toBe(expected)
})
