import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readCompose, readRepositoryFile } from '../support/processes.ts'

/** docs/examples/alerts.yml. That its metrics exist is tested with a running stack. */
interface Alert {
  readonly alert: string
  readonly expr: string
}
const { groups } = parse(readRepositoryFile('docs/examples/alerts.yml')) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[]
}
const alerts = groups.flatMap(({ rules }) => rules)
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

test('a gateway without requests, whose last charge failed long ago, fires no alert', () => {
  expect(exprOf('BudgetsNotShared')).toMatch(
    /gateway_budgets_redis_away\s+and on \(instance\) rate\(gateway_operation_duration_seconds_count/,
  )
})

test('gauges of a database that cannot be read, which are NaN, fire an alert', () => {
  // No comparison with a number is true of NaN. Each service with a database has one of these gauges.
  for (const gauge of ['webhooks_workers', 'outbox_oldest_seconds'])
    expect(exprOf('DatabaseAway')).toContain(`${gauge} != ${gauge}`)
  expect(exprOf('WebhooksNoWorker')).toBe('absent(webhooks_workers >= 1)')
})
