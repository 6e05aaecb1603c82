import { newUuid } from '@takeoff/kit/ids'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { withdrawDeliveries } from '../src/deliveries/withdraw-deliveries.ts'
import { writeResults } from '../src/deliveries/write-results.ts'

const URL = 'https://example.com'

let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  database = await createTestDatabase({ name: 'webhooks', entities, migrations })
})
afterAll(() => database[Symbol.asyncDispose]())

/** A delivery under way to a verified webhook. */
async function leaseDelivery(): Promise<{ webhookId: number; deliveryId: string }> {
  const [webhook] = await database.query<{ id: number }>(
    `insert into webhook (org_id, url, created_at, updated_at, verified_at, verification_code,
       verification_code_hash, verification_expires_at)
     values (1, $1, now(), now(), now(), '', gen_random_uuid(), now()) returning id`,
    [URL],
  )
  if (webhook === undefined) throw new Error('the webhook was not inserted')
  const deliveryId = newUuid()
  await database.query(
    `insert into delivery (id, webhook_id, org_id, event, created_at, worker, due_at, fence)
     values ($1, $2, 1, 'distribution-order-state-changed', now(), 1, now() + interval '1 minute', 1)`,
    [deliveryId, webhook.id],
  )
  return { webhookId: webhook.id, deliveryId }
}

type Result = Parameters<typeof writeResults>[1][number]

function resultOf(lease: { webhookId: number; deliveryId: string }, statusCode: number): Result {
  return {
    ...lease,
    fence: 1,
    url: URL,
    verdict:
      statusCode === 204
        ? { kind: 'delivered' }
        : { kind: 'retry', delayMs: 1_000, error: `answered ${statusCode}` },
    at: new Date(),
    durationMs: 1,
    statusCode,
    responseBody: undefined,
  }
}

test('a result that is written while its webhook is being disabled leaves nothing pending', async () => {
  const { webhookId, deliveryId } = await leaseDelivery()
  let writing: Promise<unknown> | undefined
  await database.transaction(async (sql) => {
    await sql.query('select from webhook where id = $1 for no key update', [webhookId])
    await sql.query('update webhook set disabled_at = now() where id = $1', [webhookId])
    await withdrawDeliveries(sql, [webhookId])
    writing = writeResults(database, [resultOf({ webhookId, deliveryId }, 500)])
    await vi.waitUntil(isSomebodyWaitingForALock, { timeout: 5_000 })
  })
  await writing

  const left = await database.query(
    `select state, jsonb_array_length(log) as attempts from finished_delivery where id = $1
     union all select 'pending', attempts from delivery where id = $1`,
    [deliveryId],
  )
  expect(left).toEqual([{ state: 'failed', attempts: 1 }])
})

test('results lock their webhooks one after the other by id, the recovering ones too, so that writers never wait in a ring', async () => {
  const recovering = await leaseDelivery()
  const failing = await leaseDelivery()
  await database.query('update webhook set failing_since = now(), last_error = $2 where id = $1', [
    recovering.webhookId,
    'answered 500',
  ])
  let writing: Promise<unknown> | undefined
  await database.transaction(async (sql) => {
    await sql.query('select from webhook where id = $1 for no key update', [recovering.webhookId])
    writing = writeResults(database, [resultOf(failing, 500), resultOf(recovering, 204)])
    await vi.waitUntil(isSomebodyWaitingForALock, { timeout: 5_000 })
    // An error where the writer has it already.
    const lock = 'select id from webhook where id = $1 for no key update nowait'
    expect(await sql.query(lock, [failing.webhookId])).toEqual([{ id: failing.webhookId }])
  })
  await writing
})

async function isSomebodyWaitingForALock(): Promise<boolean> {
  const waiting = await database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.length > 0
}
