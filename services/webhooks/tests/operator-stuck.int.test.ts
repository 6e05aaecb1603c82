import { OutboxMessage } from '@takeoff/kit/events/outbox'
import { kitMigrations } from '@takeoff/kit/postgres/kit-migrations'
import { newUuid } from '@takeoff/kit/values/ids'
import { IdempotencyKey } from '@takeoff/kit/postgres/idempotency'
import { createHttpServer } from '@takeoff/kit/http/http-server'
import { createOutboxMetrics } from '@takeoff/kit/events/outbox-metrics'
import { createLogger } from '@takeoff/kit/service/logger'
import { createMetrics } from '@takeoff/kit/service/metrics'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { startOperator } from './support/start-operator.ts'
import { insertDeliveries, insertFinished, insertWebhook } from './support/insert-rows.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let operator: Awaited<ReturnType<typeof startOperator>>
/** Database of a service that publishes events. */
let other: Awaited<ReturnType<typeof createTestDatabase>>
let otherService: Awaited<ReturnType<typeof serveMetrics>>

beforeAll(async () => {
  database = await createTestDatabase({ name: 'webhooks', entities, migrations })
  const tables = [OutboxMessage, IdempotencyKey]
  other = await createTestDatabase({ name: 'kit', entities: tables, migrations: kitMigrations })
  operator = await startOperator(database)
  otherService = await serveMetrics()
})
afterAll(async () => {
  await operator[Symbol.asyncDispose]()
  await otherService.close()
  await database[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await database.query(
    'truncate poison_message, delivery, finished_delivery, worker, webhook, frozen_organization restart identity cascade',
  )
  await other.query('truncate outbox_message')
})

async function serveMetrics() {
  const registry = createMetrics('order-documents')
  createOutboxMetrics(registry, other, { blocked: false })
  const app = createHttpServer({ logger: createLogger('kit', 'silent'), metrics: registry })
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() }
}

const runCommand = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  operator.run(['stuck', ...args], {
    PRODUCTION_LISTS_URL: otherService.url,
    ORDER_DOCUMENTS_URL: otherService.url,
    ...env,
  })

const stuck = async () => {
  const { code, out } = await runCommand(['--json'])
  return { code, found: JSON.parse(out) as Record<string, unknown> }
}

const insertDelivery = (webhookId: number, dueAt: string, worker = 'null') =>
  insertDeliveries(database, { webhook_id: webhookId, due_at: dueAt, worker })

test('reports that nothing is stuck', async () => {
  await insertDelivery(await insertWebhook(database), 'now()')
  expect(await runCommand()).toEqual({ code: 0, out: 'Nothing is stuck.\n', err: '' })
})

test('lists deliveries due for more than a minute, and the cause of the delay', async () => {
  const ours = await insertWebhook(database)
  const paused = await insertWebhook(database, { paused_until: `now() + interval '1 hour'` })
  const disabled = await insertWebhook(database, { disabled_at: 'now()' })
  for (const id of [ours, disabled]) await insertDelivery(id, `now() - interval '61 seconds'`)
  await insertDelivery(ours, `now() - interval '1 second'`)
  await insertDelivery(paused, `now() - interval '2 hours'`)
  const { code, found } = await stuck()
  expect(code).toBe(1)
  expect(found['waiting']).toEqual([
    expect.objectContaining({ webhookId: paused, due: 1, heldBy: 'paused' }),
    expect.objectContaining({ webhookId: ours, due: 2, heldBy: null }),
  ])
  const { out } = await runCommand()
  expect(out).toMatch(/\n +1 +1 +2 {2}1 min \d+ s +service +https:\/\/example\.com\n/)
})

test('deliveries that wait for their receiver are shown, but need no operator', async () => {
  const failing = await insertWebhook(database, {
    failing_since: `now() - interval '2 days'`,
    last_error: `'answered 500'`,
  })
  await insertWebhook(database, { disabled_at: 'now()', last_error: `'answered 410 (gone)'` })
  await insertDelivery(failing, `now() - interval '2 hours'`)
  const { code, out } = await runCommand()
  expect(code).toBe(0)
  expect(out).toMatch(/\n +1 +1 {2}failing +2 d 0 h +1 {2}answered 500 +https/)
  expect(out).toMatch(/\n +2 +1 {2}disabled +\d+ s +0 {2}answered 410 \(gone\) +https/)
})

test('deliveries of an organization that is being moved are not stuck', async () => {
  await insertDelivery(await insertWebhook(database), `now() - interval '2 hours'`)
  await database.query('insert into frozen_organization (id) values (1)')
  expect(await runCommand()).toEqual({ code: 0, out: 'Nothing is stuck.\n', err: '' })
})

test('counts exhausted deliveries by subscription, by default of the last week', async () => {
  const id = await insertWebhook(database)
  const old = '018bc7a1-0000-7000-8000-000000000000'
  await insertFinished(database, { webhook_id: id }, 2)
  await insertFinished(database, { webhook_id: id, id: `'${old}'` })
  const { code, found } = await stuck()
  expect(code).toBe(0)
  expect(found['exhausted']).toEqual([expect.objectContaining({ webhookId: id, failed: 2 })])
  expect((await runCommand(['--since', '2020-01-01'])).out).toMatch(/\n +1 +1 +3 {2}\d s/)
})

test('lists leases of silent or unknown processes', async () => {
  const id = await insertWebhook(database)
  await database.query(
    `insert into worker (id, seen_at) values (1, now()), (2, now() - interval '11 seconds')`,
  )
  for (const worker of ['1', '2', '3', '3']) {
    await insertDelivery(id, `now() + interval '20 seconds'`, worker)
  }
  const { code, found } = await stuck()
  expect(code).toBe(1)
  expect(found['lostLeases']).toEqual([
    { worker: 2, leases: 1, silentSeconds: expect.closeTo(11, -1) },
    { worker: 3, leases: 2, silentSeconds: null },
  ])
})

test('lists outboxes with events older than a minute', async () => {
  await other.query(
    `insert into outbox_message (id, envelope, created_at) values ($1, '{}', now())`,
    [newUuid()],
  )
  expect(await runCommand()).toMatchObject({ code: 0, out: 'Nothing is stuck.\n' })
  await other.query(`update outbox_message set created_at = now() - interval '61 seconds'`)
  const { code, out } = await runCommand()
  expect(code).toBe(1)
  expect(out).toMatch(/\norder-documents +1 {2}1 min \d+ s\n$/)
})

test('a service that does not respond is reported as stuck', async () => {
  const { code, out } = await runCommand([], { PRODUCTION_LISTS_URL: 'http://127.0.0.1:2' })
  expect(code).toBe(1)
  expect(out).toContain(
    'The outbox of production-lists is unknown: http://127.0.0.1:2/metrics cannot',
  )
})

test('names the outboxes that it does not look at, because their address is not set', async () => {
  expect(await operator.run(['stuck'], { ORDER_DOCUMENTS_URL: otherService.url })).toEqual({
    code: 0,
    out: 'Nothing is stuck.\nNot checked: the outbox of production-lists. Set PRODUCTION_LISTS_URL.\n',
    err: '',
  })
  const { out } = await operator.run(['stuck', '--json'])
  expect(JSON.parse(out)).toMatchObject({
    outboxes: [
      { service: 'production-lists', unsetVariable: 'PRODUCTION_LISTS_URL' },
      { service: 'order-documents', unsetVariable: 'ORDER_DOCUMENTS_URL' },
    ],
  })
})

test('shows the newest dead-lettered messages', async () => {
  await database.query(
    `insert into poison_message (carrier, body, error)
     select 'http', '', 'reason ' || n from generate_series(1, 7) n`,
  )
  const { code, out } = await runCommand()
  expect(code).toBe(1)
  expect(out).toContain('7 messages dead-lettered')
  expect(out.match(/reason \d/g)).toEqual([7, 6, 5, 4, 3].map((n) => `reason ${n}`))
})

test('an unavailable broker is reported as stuck, and the other lists are still shown', async () => {
  await using elsewhere = await startOperator(database, 'amqp://u:hush@127.0.0.1:1')
  const { code, out } = await elsewhere.run(['stuck'])
  expect(code).toBe(1)
  expect(out).toMatch(/^The broker is away: 127\.0\.0\.1:1: connect ECONNREFUSED/)
})
