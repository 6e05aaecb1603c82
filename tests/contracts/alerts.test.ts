import { findOrInstall } from '@takeoff/dev-env/find-or-install'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readCompose, readRepositoryFile } from '../support/processes.ts'
import { checkRules, testRules } from './alerts/promtool.ts'
import type { Alert } from './alerts/promtool.ts'
import { REQUEST_CASES } from './alerts/request-cases.ts'
import { WEBHOOK_CASES } from './alerts/webhook-cases.ts'

/** docs/examples/alerts.yml. That its metrics exist is tested with a running stack. */
const { groups } = parse(readRepositoryFile('docs/examples/alerts.yml')) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[]
}
const alerts = groups.flatMap(({ rules }) => rules)
const cases = { ...REQUEST_CASES, ...WEBHOOK_CASES }
const exprOf = (name: string): string => alerts.find(({ alert }) => alert === name)?.expr ?? ''

test('each alert has a name of its own', () => {
  const names = alerts.map(({ alert }) => alert)
  expect(names).toEqual([...new Set(names)])
})

test('an alert fires when all processes of a service are gone, for each one that always runs', () => {
  const always = Object.entries(readCompose().services)
    .filter(([, { build, profiles }]) => build !== undefined && profiles === undefined)
    .map(([name]) => name)
  const services = [
    ...exprOf('ServiceGone').matchAll(
      /absent\(process_start_time_seconds\{service="([\w-]+)"\}\)/g,
    ),
  ].map(([, name]) => name)
  expect(new Set(services)).toEqual(new Set(always))
})

test('each alert has situations in which it fires, and some in which it does not', () => {
  expect(Object.keys(cases).sort()).toEqual(alerts.map(({ alert }) => alert).sort())
  for (const situations of Object.values(cases))
    expect(new Set(situations.map(({ fires }) => fires === undefined)).size).toBe(2)
})

const promtool = (await findOrInstall('promtool', 'prometheus')) ?? ''

describe.skipIf(promtool === '')('Prometheus (needs promtool)', () => {
  test('accepts the rules', async () => {
    expect(await checkRules(promtool)).toContain(`SUCCESS: ${alerts.length} rules found`)
  })

  let outcomes: ReadonlyMap<string, string>
  beforeAll(async () => {
    outcomes = await testRules(promtool, alerts, ({ alert }) => cases[alert] ?? [])
  })

  test.each(alerts)('fires $alert when it should, and not else', ({ alert }) => {
    expect(outcomes.get(alert)).toBe('SUCCESS')
  })
})
