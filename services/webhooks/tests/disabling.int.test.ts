import { createLogger } from '@takeoff/kit/service/logger'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { newUuid } from '@takeoff/kit/values/ids'
import type { Database } from '@takeoff/kit/postgres/database'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Context } from '../src/context.ts'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { uuidsV7Sql } from '../src/db/uuid-v7.ts'
import { claimDeliveries } from '../src/deliveries/leases/claim-deliveries.ts'
import { releaseLeases } from '../src/deliveries/leases/release-leases.ts'
import { cancelDeliveries } from '../src/deliveries/cancel/cancel-deliveries.ts'
import { promoteAllHeads } from '../src/deliveries/ordering/promote-heads.ts'
import { writeResults } from '../src/deliveries/results/write-results.ts'
import { VERIFICATION_EVENT, webhookEvents } from '../src/messages/webhook-events.ts'
import { createWebhook } from '../src/subscriptions/create-webhook.ts'
import { deleteWebhook } from '../src/subscriptions/delete-webhook.ts'
import { disableWebhook, enableWebhook } from '../src/subscriptions/enable-webhook.ts'
import { updateWebhook } from '../src/subscriptions/update-webhook.ts'
import { hashCode } from '../src/subscriptions/verification-code.ts'
import { verifyWebhook } from '../src/subscriptions/verify-webhook.ts'
import { insertDeliveries, insertWebhook } from './support/insert-rows.ts'
import { LEASE_HOLDER } from './support/lease-holder.ts'
import { testContext } from './support/test-context.ts'

const logger = createLogger('test', 'silent')
const URL = 'https://example.com'
const [EVENT = ''] = webhookEvents
const GONE = { kind: 'gone', error: 'answered 410' } as const

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
  return leaseDeliveryOf(await insertWebhook(database), event)
}

async function leaseDeliveryOf(webhookId: number, event = EVENT): Promise<Leased> {
  const lease = { worker: 1, due_at: `now() + interval '1 minute'`, fence: 1 }
  const columns = { webhook_id: webhookId, event: `'${event}'`, ...lease }
  const [deliveryId = ''] = await insertDeliveries(database, columns)
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

const fail = (leased: Leased) => writeResults({ database, logger }, [resultOf(leased, 500)])
const release = (...leased: readonly Leased[]) =>
  releaseLeases(
    database,
    leased.map(({ deliveryId: id, fence, webhookId }) => ({ id, fence, target: { webhookId } })),
  )

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
      await writeResults({ database, logger }, [{ ...resultOf(first, 500), decision }])
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
  await release(disabled, enabled, taken)
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
    writing = writeResults({ database, logger }, [
      resultOf(failing, 500),
      resultOf(recovering, 204),
    ])
    await vi.waitUntil(isLockAwaited, { timeout: 5_000 })
    // Fails if the writer holds this lock already.
    const lock = 'select id from webhook where id = $1 for no key update nowait'
    expect(await sql.query(lock, [failing.webhookId])).toEqual([{ id: failing.webhookId }])
  })
  await writing
})

describe('of more waiting deliveries than a batch has', () => {
  const BATCH_SIZE = 2_000
  const NOT_CANCELLED = 'undeliverable deliveries could not be cancelled'
  const context = testContext(database)

  async function queueMany(
    columns: Readonly<Record<string, string>> = {},
    batches = 1,
  ): Promise<number> {
    const id = await insertWebhook(database, columns)
    const waiting = {
      webhook_id: id,
      id: uuidsV7Sql("now() - interval '1 minute'", 'n'),
      event: `'${EVENT}'`,
      due_at: `now() + interval '1 hour'`,
    }
    await insertDeliveries(database, waiting, batches * BATCH_SIZE + 1)
    return id
  }

  async function waitingOf(id: number): Promise<number> {
    return (await database.query('select from delivery where webhook_id = $1', [id])).length
  }

  async function reported(): Promise<readonly number[]> {
    return (
      await claimDeliveries(database, { holder: LEASE_HOLDER, after: 0, limit: 1, isIdle: true })
    ).undeliverable
  }

  test.each([
    ['webhookDisable', (id: number) => disableWebhook(context, id)],
    ['webhookDelete', (id: number) => deleteWebhook(context, id)],
    [
      'webhookUpdate with a new url',
      (id: number) => updateWebhook(context, { id, url: 'https://example.com/new' }),
    ],
  ])('%s cancels one batch, and a claim reports the rest', async (_what, change) => {
    const id = await queueMany()
    await change(id)
    const handshakes = `select from delivery where webhook_id = $1 and event = '${VERIFICATION_EVENT}'`
    expect((await waitingOf(id)) - (await database.query(handshakes, [id])).length).toBe(1)
    expect(await reported()).toContain(id)
  })

  test.each([
    ['webhookDisable', [NOT_CANCELLED], (using: Context, id: number) => disableWebhook(using, id)],
    ['webhookDelete', [NOT_CANCELLED], (using: Context, id: number) => deleteWebhook(using, id)],
    [
      'webhookUpdate',
      [NOT_CANCELLED, 'parked deliveries could not be released'],
      (using: Context, id: number) =>
        updateWebhook(using, { id, url: 'https://example.com/new', ordered: false }),
    ],
  ])(
    '%s has succeeded when none can be cancelled, which is logged, and a claim reports them',
    async (_, logged, change) => {
      const id = await queueMany({ ordered: 'true' })
      const rows = () => Promise.reject(new Error('the database is away'))
      const warn = vi.spyOn(context.logger, 'warn')
      onTestFinished(() => warn.mockRestore())
      await change({ ...context, database: { ...context.database, rows } }, id)
      expect(await reported()).toContain(id)
      const failure: unknown = expect.objectContaining({ webhookId: id })
      expect(warn.mock.calls).toEqual(logged.map((message) => [failure, message]))
    },
  )

  test('webhookEnable leaves the audit log to other changes while it cancels', async () => {
    const id = await queueMany()
    await disableWebhook(context, id)
    const { database } = context
    const transaction: Database['transaction'] = (work) =>
      database.transaction((sql) =>
        work({
          ...sql,
          async rows(statement, params) {
            await createWebhook(context, { orgId: 1, url: URL })
            return sql.rows(statement, params)
          },
        }),
      )
    const enabled = await enableWebhook({ ...context, database: { ...database, transaction } }, id)
    expect(enabled.disabledAt).toBeNull()
  })

  test('webhookEnable makes the oldest 20,000 due that wait between attempts, and the next call the others', async () => {
    const id = await queueMany({}, 10)
    await database.query(
      `insert into webhook_call (webhook_id, kind, at, busy_until) values ($1, 'replay', now(), now() + interval '1 day')`,
      [id],
    )
    const reservations = (): Promise<unknown[]> =>
      database.query(
        'select 1 from webhook_call where webhook_id = $1 and busy_until is not null',
        [id],
      )
    expect(await enableWebhook(context, id)).toMatchObject({ deliveriesMadeDue: 20_000 })
    // The next replay starts after the deliveries that still wait.
    expect(await reservations()).toHaveLength(1)
    expect(await enableWebhook(context, id)).toMatchObject({ deliveriesMadeDue: 1 })
    expect(await reservations()).toEqual([])
  })

  test('webhookEnable makes a delivery due once that fails again meanwhile', async () => {
    const id = await queueMany({ ordered: 'true' })
    await database.query(
      `with head as (
         update delivery set aggregate = id::text, sequence = 1 where webhook_id = $1 returning *
       )
       insert into delivery (id, webhook_id, org_id, event, aggregate, sequence, created_at, due_at)
       select ${uuidsV7Sql("now() - interval '30 seconds'", '(row_number() over ())')}, webhook_id, org_id, event,
         aggregate, 2, now(), 'infinity'
       from head`,
      [id],
    )
    const { database: limited } = context
    const rows: Database['rows'] = async (statement, params) => {
      const found = await limited.rows(statement, params)
      const fail = `update delivery set due_at = now() + interval '1 hour' where webhook_id = $1 and due_at <= now()`
      await database.query(fail, [id])
      return found
    }
    const enabled = await enableWebhook({ ...context, database: { ...limited, rows } }, id)
    expect(enabled).toMatchObject({ deliveriesMadeDue: BATCH_SIZE + 1 })
  })

  test('webhookUpdate releases the oldest 20,000 that are parked, and the others follow their heads', async () => {
    const id = await queueMany({ ordered: 'true' }, 10)
    // The oldest is stored last.
    await database.query(
      `with parked as (delete from delivery where webhook_id = $1 returning *)
       insert into delivery (id, webhook_id, org_id, event, aggregate, sequence, created_at, due_at)
       select id, webhook_id, org_id, event, 'production-list:1', row_number() over (order by id),
         now() - interval '1 minute', 'infinity'
       from parked order by id desc`,
      [id],
    )
    const [newest] = await database.query(
      'select id from delivery where webhook_id = $1 order by id desc limit 1',
      [id],
    )
    await updateWebhook(context, { id, ordered: false })
    const parked = `select id from delivery where webhook_id = $1 and due_at = 'infinity'`
    expect(await database.query(parked, [id])).toEqual([newest])
    await database.query(`delete from delivery where webhook_id = $1 and due_at < 'infinity'`, [id])
    expect(await promoteAllHeads(database)).toBe(1)
    expect(await database.query(parked, [id])).toEqual([])
  })

  test('a result that disables the webhook cancels none, so that no other result waits, and a claim reports them', async () => {
    const id = await queueMany()
    const gone = { ...resultOf(await leaseDeliveryOf(id), 410), decision: GONE }
    expect(await writeResults({ database, logger }, [gone])).toMatchObject({
      disabled: [{ id }],
      stale: 0,
    })
    expect(await waitingOf(id)).toBe(BATCH_SIZE + 1)
    expect(await reported()).toContain(id)
  })

  test('webhookVerify cancels those from before the verification, not all of them in one transaction', async () => {
    const code = `code of ${newUuid()}`
    const id = await queueMany({
      verified_at: 'null',
      verification_code_hash: `'${hashCode(code)}'`,
      verification_expires_at: `now() + interval '1 hour'`,
    })
    await verifyWebhook(context, code)
    expect(await waitingOf(id)).toBe(0)
    const transactions = 'select distinct xmin::text from finished_delivery where webhook_id = $1'
    expect(await database.query(transactions, [id])).toHaveLength(2)
  })

  test.each([
    ['webhookEnable', { disabled_at: 'now()' }, (id: number) => enableWebhook(context, id)],
    [
      'webhookVerify',
      { verified_at: 'null' },
      (_id: number, code: string) => verifyWebhook(context, code),
    ],
  ])(
    '%s is refused for a time while very many are left, and sends none of them',
    async (_what, columns, change) => {
      const code = `code of ${newUuid()}`
      const id = await queueMany(
        {
          ...columns,
          verification_code_hash: `'${hashCode(code)}'`,
          verification_expires_at: `now() + interval '1 hour'`,
        },
        10,
      )
      const refusal = { code: 'RATE_LIMITED', retryAfterSeconds: 10 }
      await expect(change(id, code)).rejects.toMatchObject(refusal)
      expect(await waitingOf(id)).toBe(1)
      expect(await reported()).toContain(id)
      await change(id, code)
      expect(await waitingOf(id)).toBe(0)
    },
  )
})

async function isLockAwaited(): Promise<boolean> {
  const waiting = await database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.length > 0
}
