import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { newUuid } from '@takeoff/kit/values/ids'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { describe, expect, test, vi } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { releaseLeases } from '../src/deliveries/leases/release-leases.ts'
import { cancelDeliveries } from '../src/deliveries/cancel/cancel-deliveries.ts'
import { writeResults } from '../src/deliveries/results/write-results.ts'
import { VERIFICATION_EVENT, webhookEvents } from '../src/messages/webhook-events.ts'

const URL = 'https://example.com'
const [EVENT = ''] = webhookEvents

const database = await disposeAfterAll(
  createTestDatabase({ name: 'webhooks', entities, migrations }),
)

interface Leased {
  readonly webhookId: number
  readonly deliveryId: string
  readonly fence: number
}

/** A delivery under way to a new, verified webhook. */
async function leaseDelivery(event = EVENT): Promise<Leased> {
  const [webhook] = await database.query<{ id: number }>(
    `insert into webhook (org_id, url, created_at, updated_at, verified_at, verification_code,
       verification_code_hash, verification_expires_at)
     values (1, $1, now(), now(), now(), '', gen_random_uuid(), now()) returning id`,
    [URL],
  )
  if (webhook === undefined) throw new Error('the webhook was not inserted')
  return leaseDeliveryOf(webhook.id, event)
}

async function leaseDeliveryOf(webhookId: number, event = EVENT): Promise<Leased> {
  const deliveryId = newUuid()
  await database.query(
    `insert into delivery (id, webhook_id, org_id, event, created_at, worker, due_at, fence)
     values ($1, $2, 1, $3, now(), 1, now() + interval '1 minute', 1)`,
    [deliveryId, webhookId, event],
  )
  return { webhookId, deliveryId, fence: 1 }
}

type Result = Parameters<typeof writeResults>[1][number]

function resultOf(leased: Leased, statusCode: number): Result {
  return {
    ...leased,
    url: URL,
    decision:
      statusCode === 204
        ? { kind: 'delivered' }
        : { kind: 'retry', delayMs: 1_000, error: `answered ${statusCode}` },
    at: new Date(),
    durationMs: 1,
    statusCode,
    responseBody: undefined,
  }
}

const fail = (leased: Leased) => writeResults(database, [resultOf(leased, 500)])
const release = (leased: Leased) => releaseLeases(database, [leased])

async function stateOf({ deliveryId }: Leased): Promise<unknown> {
  const [row] = await database.query(
    `select state, jsonb_array_length(log) as attempts from finished_delivery where id = $1
     union all select case when worker is null then 'pending' else 'leased' end, jsonb_array_length(log)
     from delivery where id = $1`,
    [deliveryId],
  )
  return row
}

describe.each([
  ['that failed', { end: fail, attempts: 1 }],
  ['that is released', { end: release, attempts: 0 }],
])('a delivery %s', (_how, { end, attempts }) => {
  test.each([
    ['an event', EVENT, 'disabled_at = now()', 'failed'],
    ['an event', EVENT, 'verified_at = null', 'failed'],
    ['a handshake', VERIFICATION_EVENT, 'disabled_at = now()', 'cancelled'],
    ['a handshake', VERIFICATION_EVENT, 'verified_at = now()', 'cancelled'],
    ['a handshake', VERIFICATION_EVENT, 'verified_at = null', 'pending'],
    ['an event', EVENT, 'verified_at = now()', 'pending'],
  ])('%s (%s) of a webhook with %s is %s', async (_what, event, setting, state) => {
    const leased = await leaseDelivery(event)
    await database.query(`update webhook set ${setting} where id = $1`, [leased.webhookId])
    await end(leased)
    expect(await stateOf(leased)).toEqual({ state, attempts })
  })

  test('while its webhook is being disabled is not pending afterwards', async () => {
    const leased = await leaseDelivery()
    let ending: Promise<unknown> | undefined
    await database.transaction(async (sql) => {
      await sql.query('select from webhook where id = $1 for no key update', [leased.webhookId])
      await sql.query('update webhook set disabled_at = now() where id = $1', [leased.webhookId])
      await cancelDeliveries(sql, [leased.webhookId])
      ending = end(leased)
      await vi.waitUntil(isLockAwaited, { timeout: 5_000 })
      // Fails if it locks the delivery while it waits for the webhook.
      await sql.query('select from delivery where id = $1 for update nowait', [leased.deliveryId])
    })
    await ending
    expect(await stateOf(leased)).toEqual({ state: 'failed', attempts })
  })

  test('of a deleted webhook is gone with it', async () => {
    const leased = await leaseDelivery()
    await database.query('delete from webhook where id = $1', [leased.webhookId])
    await end(leased)
    expect(await stateOf(leased)).toBeUndefined()
  })
})

describe('six days after the first failure of a webhook, whose last one', () => {
  const HOUR_MS = 3_600_000
  const failed = { kind: 'failed', error: 'answered 500' } as const
  const retriedIn = (hours: number) =>
    ({ kind: 'retry', error: 'answered 500', delayMs: hours * HOUR_MS }) as const

  test.each([
    ['23 hours ago was the last attempt', failed, 23, true],
    ['25 hours ago was the last attempt', failed, 25, false],
    ['125 hours ago was to be retried in 120 hours', retriedIn(120), 125, true],
    ['25 hours ago was to be retried in a second', retriedIn(1 / 3600), 25, false],
  ])(
    '%s, another one disables it only while it kept failing',
    async (_last, decision, hours, isDisabled) => {
      const first = await leaseDelivery()
      await writeResults(database, [{ ...resultOf(first, 500), decision }])
      await database.query(
        `update webhook set failing_since = now() - interval '6 days',
         failing_until = failing_until - $2 * interval '1 hour' where id = $1`,
        [first.webhookId, hours],
      )
      const { disabled } = await fail(await leaseDeliveryOf(first.webhookId))
      expect(disabled.map(({ id }) => id)).toEqual(isDisabled ? [first.webhookId] : [])
      const isNewPeriod = `select failing_since > now() - interval '1 day' as "isNew" from webhook where id = $1`
      expect(await database.query(isNewPeriod, [first.webhookId])).toEqual([{ isNew: !isDisabled }])
    },
  )
})

test('deliveries that are released together get separate states', async () => {
  const disabled = await leaseDelivery()
  const enabled = await leaseDelivery()
  const taken = await leaseDelivery()
  await database.query('update webhook set disabled_at = now() where id = $1', [disabled.webhookId])
  await database.query('update delivery set fence = 2 where id = $1', [taken.deliveryId])
  await releaseLeases(database, [disabled, enabled, taken])
  expect(await Promise.all([disabled, enabled, taken].map(stateOf))).toEqual([
    { state: 'failed', attempts: 0 },
    { state: 'pending', attempts: 0 },
    { state: 'leased', attempts: 0 },
  ])
})

test('a cancellation waits for a concurrent one, so that no delivery waits afterwards', async () => {
  const one = await leaseDelivery()
  await database.query('update delivery set worker = null where id = $1', [one.deliveryId])
  await database.query('update webhook set disabled_at = now() where id = $1', [one.webhookId])
  let second: Promise<unknown> | undefined
  await database.transaction(async (sql) => {
    await cancelDeliveries(sql, [one.webhookId])
    second = cancelDeliveries(database, [one.webhookId])
    await vi.waitUntil(isLockAwaited, { timeout: 5_000 })
  })
  await second
  expect(await stateOf(one)).toEqual({ state: 'failed', attempts: 0 })
})

test('results lock webhooks in the order of their ids, including recovering ones, so that writers never deadlock', async () => {
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
    await vi.waitUntil(isLockAwaited, { timeout: 5_000 })
    // Fails if the writer holds this lock already.
    const lock = 'select id from webhook where id = $1 for no key update nowait'
    expect(await sql.query(lock, [failing.webhookId])).toEqual([{ id: failing.webhookId }])
  })
  await writing
})

async function isLockAwaited(): Promise<boolean> {
  const waiting = await database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.length > 0
}
