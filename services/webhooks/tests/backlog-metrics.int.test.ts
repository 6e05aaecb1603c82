import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { createLogger } from '@takeoff/kit/service/logger'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { Registry } from 'prom-client'
import { beforeEach, expect, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { addBacklogMetrics } from '../src/deliveries/metrics/backlog-metrics.ts'
import { insertDeliveries, insertWebhook } from './support/insert-rows.ts'

let clockMs: number
let registry: Registry

const database = await disposeAfterAll(
  createTestDatabase({ name: 'webhooks', entities, migrations }),
)
beforeEach(async () => {
  await database.query(
    'truncate delivery, webhook, poison_message, worker, frozen_organization cascade',
  )
  registry = new Registry()
  clockMs = 0
  const logger = createLogger('test', 'silent')
  addBacklogMetrics({ registry, database, logger, now: () => clockMs })
})

const queue = (webhookId: number, dueAt: string, count = 1, worker = 'null') =>
  insertDeliveries(database, { webhook_id: webhookId, due_at: dueAt, worker }, count)

async function read(name: string): Promise<Record<string, number>> {
  const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] }
  return Object.fromEntries(
    values.map(({ labels, value }) => [Object.values(labels)[0] ?? 'all', value]),
  )
}

test('pending deliveries are counted by the cause of their wait', async () => {
  const id = await insertWebhook(database)
  await queue(id, `now() - interval '1 second'`, 4)
  await queue(id, `now() + interval '1 hour'`, 3)
  await queue(id, `'infinity'`, 2)
  await queue(id, `now() + interval '20 seconds'`, 1, '7')
  expect(await read('webhooks_pending_deliveries')).toEqual({
    due: 4,
    held: 0,
    retry: 3,
    parked: 2,
    under_way: 1,
    moving: 0,
  })
})

test.each([
  ['is paused', { paused_until: `now() + interval '1 hour'` }, 0],
  ['fails', { failing_since: 'now()' }, 0],
  ['has a rate limit', { rate_limit: '1' }, 0],
  ['has all its requests under way', {}, 16],
])('due deliveries whose subscription %s are counted apart', async (_what, columns, underWay) => {
  const id = await insertWebhook(database, columns)
  await queue(id, `now() - interval '1 hour'`, 3)
  await queue(id, `now() + interval '20 seconds'`, underWay, '7')
  await queue(await insertWebhook(database), `now() - interval '1 hour'`, 1)
  expect(await read('webhooks_pending_deliveries')).toMatchObject({ due: 1, held: 3 })
})

test('the oldest due delivery is reported separately for the service and for receivers', async () => {
  const limited = await insertWebhook(database, { rate_limit: '1' })
  await queue(limited, `now() - interval '1 hour'`)
  const disabled = await insertWebhook(database, { disabled_at: 'now()' })
  await queue(disabled, `now() - interval '1 day'`)
  const healthy = await insertWebhook(database)
  await queue(healthy, `now() - interval '1 minute'`)
  const ages = await read('webhooks_oldest_due_seconds')
  expect(ages['us']).toBeCloseTo(60, -1)
  expect(ages['receiver']).toBeCloseTo(3_600, -1)
})

test('a delivery of an organization that is being moved waits for its move, and needs no process', async () => {
  await queue(await insertWebhook(database), `now() - interval '1 hour'`)
  await database.query('insert into frozen_organization (id) values (1)')
  expect(await read('webhooks_pending_deliveries')).toMatchObject({ due: 0, moving: 1 })
  expect(await read('webhooks_oldest_due_seconds')).toEqual({ us: 0, receiver: 0 })
})

test.each([
  ['is paused', { paused_until: `now() + interval '1 minute'` }, 0],
  ['fails', { failing_since: 'now()' }, 0],
  ['has all its requests under way', {}, 16],
])('a delivery whose subscription %s waits for the receiver', async (_what, columns, underWay) => {
  const id = await insertWebhook(database, columns)
  await queue(id, `now() - interval '1 hour'`)
  await queue(id, `now() + interval '20 seconds'`, underWay, '7')
  const ages = await read('webhooks_oldest_due_seconds')
  expect(ages['us']).toBe(0)
  expect(ages['receiver']).toBeCloseTo(3_600, -1)
})

test('subscriptions, live processes and poison messages are counted', async () => {
  await insertWebhook(database)
  await insertWebhook(database, { verified_at: 'null' })
  await insertWebhook(database, { paused_until: `now() + interval '1 minute'` })
  await insertWebhook(database, {
    paused_until: `now() - interval '1 minute'`,
    failing_since: 'now()',
  })
  await insertWebhook(database, { disabled_at: 'now()' })
  await database.query(
    `insert into worker (seen_at) values (now()), (now() - interval '6 seconds')`,
  )
  await database.query(`insert into poison_message (carrier, body, error) values ('amqp', 'x', '')`)
  expect(await read('webhooks_subscriptions')).toEqual({
    enabled: 1,
    failing: 1,
    paused: 1,
    disabled: 1,
    unverified: 1,
  })
  expect(await read('webhooks_workers')).toEqual({ all: 1 })
  expect(await read('webhooks_poison_messages')).toEqual({ all: 1 })
  expect((await read('webhooks_poison_bytes'))['all']).toBeGreaterThan(0)
})

test('all gauges are read with one statement, whose result is cached for five seconds', async () => {
  await insertWebhook(database)
  expect(await registry.metrics()).toContain('webhooks_subscriptions{state="enabled"} 1')
  await insertWebhook(database)
  clockMs = 4_999
  expect((await read('webhooks_subscriptions'))['enabled']).toBe(1)
  clockMs = 5_000
  expect((await read('webhooks_subscriptions'))['enabled']).toBe(2)
})

test('while the database is unavailable they are NaN, and the other metrics are served', async () => {
  const away = { ...database, transaction: () => Promise.reject(new Error('away')) }
  const others = new Registry()
  addBacklogMetrics({ registry: others, database: away, logger: createLogger('test', 'silent') })
  const text = await others.metrics()
  expect(text).toContain('webhooks_pending_deliveries{state="due"} Nan')
})
