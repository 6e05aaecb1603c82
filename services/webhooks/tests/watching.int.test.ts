import { readFile } from 'node:fs/promises'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { describe, expect, test } from 'vitest'
import { startReceiver } from './support/receiver.ts'
import {
  eventually,
  isEventOf,
  listEvent,
  waitUntilIdle,
  startTestService,
  subscribe,
} from './support/test-service.ts'

// No server listens there: the broker is always unavailable.
const service = await disposeAfterAll(
  startTestService({ env: { EVENTS_URL: 'amqp://127.0.0.1:1' } }),
)
const receiver = await disposeAfterAll(startReceiver())

/** The metrics as lines, without the label that all of them have. */
async function metrics(): Promise<string[]> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  return text
    .replaceAll(/,?service="webhooks"/g, '')
    .replaceAll('{}', '')
    .split('\n')
}

test('the engine reports its work as metrics', async () => {
  const { id } = await subscribe(service, receiver)
  await service.publish(listEvent(), 7)
  await receiver.until(isEventOf(id))
  await waitUntilIdle(service)
  await eventually(async () =>
    expect(await metrics()).toEqual(
      expect.arrayContaining([
        'webhooks_intake_total{kind="events"} 1',
        'webhooks_intake_total{kind="deliveries"} 1',
        'webhooks_intake_total{kind="poisoned"} 1',
        // The handshake is an attempt, too, but has no event.
        'webhooks_attempts_total{outcome="delivered"} 2',
        'webhooks_event_to_attempt_seconds_count 1',
        'webhooks_event_to_delivered_seconds_count 1',
        'webhooks_intake_to_delivered_seconds_count 1',
        'webhooks_claim_deliveries_sum 1',
        'webhooks_results_batch_sum 2',
        'webhooks_results_stale_total 0',
        'webhooks_broker_connected 0',
        'webhooks_workers 1',
        'organizations_read_only 0',
      ]),
    ),
  )
})

describe('docs/operations.md', () => {
  const read = (file: string): Promise<string> =>
    readFile(new URL(`../../../docs/${file}`, import.meta.url), 'utf8')
  const namesIn = (text: string): Set<string> =>
    new Set((text.match(/webhooks_[a-z_]+/g) ?? []).map((name) => name.replace(/_bucket$/, '')))

  test('describes each metric, and its alerts use existing metrics', async () => {
    const known = (await metrics()).flatMap(
      (line) => /^# TYPE (webhooks_\w+)/.exec(line)?.[1] ?? [],
    )
    const table = (await read('operations.md'))
      .split('\n')
      .filter((line) => line.startsWith('| `webhooks_'))
    expect([...namesIn(table.join('\n'))].sort()).toEqual(known.sort())
    for (const name of namesIn(await read('examples/alerts.yml'))) expect(known).toContain(name)
  })
})

test('an unavailable broker does not affect readiness', async () => {
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200)
})

test('while PostgreSQL refuses to write, as on a full disk, no event is acknowledged and none is lost', async () => {
  const { id } = await subscribe(service, receiver)
  await service.database.query(
    `create function refuse() returns trigger language plpgsql as
     $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
  )
  await service.database.query(
    'create trigger refuse before insert on domain_event for each statement execute function refuse()',
  )
  const event = listEvent()
  expect(await service.publish(event, 'no envelope')).toBe(500)
  await service.database.query('drop function refuse cascade')
  expect(await service.publish(event)).toBe(204)
  expect(await receiver.until(isEventOf(id))).toHaveLength(1)
  const poison = await service.database.query(
    `select from poison_message where error like '%space%'`,
  )
  expect(poison).toEqual([])
})
