import { createLogger } from '@takeoff/kit/service/logger'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { interceptedSql } from '@takeoff/kit/testing/intercepted-sql'
import { newUuid } from '@takeoff/kit/values/ids'
import type { Envelope } from '@takeoff/contracts/envelope'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { claimDeliveries } from '../src/deliveries/leases/claim-deliveries.ts'
import type { LeasedDelivery } from '../src/deliveries/leases/leased-delivery.ts'
import { promoteAllHeads } from '../src/deliveries/ordering/promote-heads.ts'
import { TargetCache } from '../src/deliveries/leases/target-cache.ts'
import type { Decision } from '../src/deliveries/results/decision.ts'
import { writeResults } from '../src/deliveries/results/write-results.ts'
import { readMessage } from '../src/ingest/read-message.ts'
import { ingestEvents } from '../src/ingest/ingest-events.ts'
import { requeueOne } from '../src/subscriptions/requeue-finished.ts'
import type { FinishedDeliveryKey } from '../src/subscriptions/requeue-finished.ts'
import { insertWebhook } from './support/insert-rows.ts'
import { LEASE_HOLDER } from './support/lease-holder.ts'
import { listEvent } from './support/test-service.ts'

const logger = createLogger('test', 'silent')
const offer = { holder: LEASE_HOLDER, room: 100, targets: new TargetCache() }

const database = await disposeAfterAll(
  createTestDatabase({ name: 'webhooks', entities, migrations }),
)
beforeEach(async () => {
  await database.query('truncate webhook, delivery, finished_delivery, domain_event cascade')
  await insertWebhook(database, { ordered: 'true', verified_at: `now() - interval '1 hour'` })
})

/** The nth event of a list. */
function nth(sequence: number, list = 28001): Envelope {
  const event = listEvent('production-list.updated', { productionListId: list })
  return { ...event, id: newUuid(), aggregate: { ...event.aggregate, sequence } } as Envelope
}

async function ingest(...events: Envelope[]): Promise<void> {
  const body = Buffer.from(JSON.stringify(events))
  const read = readMessage({ carrier: 'amqp', messageId: undefined, body })
  const { leased } = await ingestEvents({ database, logger }, read, offer)
  expect(leased).toEqual([])
}

async function claim(): Promise<LeasedDelivery[]> {
  const { deliveries } = await claimDeliveries(database, {
    holder: LEASE_HOLDER,
    after: 0,
    limit: 100,
  })
  return [...deliveries]
}

async function end(delivery: LeasedDelivery | undefined, decision: Decision): Promise<void> {
  if (delivery === undefined) throw new Error('nothing was claimed')
  await writeResults({ database, logger }, [
    {
      webhookId: delivery.target.webhookId,
      deliveryId: delivery.id,
      fence: delivery.fence,
      url: delivery.target.url,
      decision,
      at: new Date(),
      durationMs: 1,
      statusCode: undefined,
      responseBody: undefined,
    },
  ])
}

const delivered: Decision = { kind: 'delivered' }
const inAnHour: Decision = { kind: 'retry', delayMs: 3_600_000, error: 'answered 500' }

/** The events that are claimed in turn: each round completes the previous one, until none is left. */
async function inOrder(): Promise<number[][]> {
  const rounds: number[][] = []
  for (let claimed = await claim(); claimed.length > 0; claimed = await claim()) {
    rounds.push(await Promise.all(claimed.map(sequenceOf)))
    for (const delivery of claimed) await end(delivery, delivered)
  }
  return rounds
}

async function sequenceOf({ id }: LeasedDelivery): Promise<number> {
  const [row] = await database.query<{ sequence: number }>(
    'select sequence::int from delivery where id = $1',
    [id],
  )
  return row?.sequence ?? 0
}

test('the events of a list are sent one after the other, in whatever order they arrived', async () => {
  await ingest(nth(2), nth(1))
  await ingest(nth(4))
  await ingest(nth(3))
  expect(await inOrder()).toEqual([[1], [2], [3], [4]])
})

test('a failing event delays only those of its own list', async () => {
  await ingest(nth(1), nth(2), nth(1, 28002), nth(2, 28002))
  const heads = await claim()
  expect(heads).toHaveLength(2)
  await end(heads[0], inAnHour)
  await end(heads[1], delivered)
  const [next, ...others] = await claim()
  expect(others).toEqual([])
  expect(next?.data).toEqual(heads[1]?.data)
  await end(next, delivered)
  expect(await claim()).toEqual([])

  await database.query(`update delivery set due_at = now() where due_at < 'infinity'`)
  expect(await inOrder()).toEqual([[1], [2]])
})

test('a failed event delays no other after its last attempt', async () => {
  await ingest(nth(1), nth(2))
  const [head] = await claim()
  await end(head, { kind: 'failed', error: 'answered 500' })
  expect(await inOrder()).toEqual([[2]])
})

test('a repeated test event delays no event of its list', async () => {
  const [failed] = await database.query<FinishedDeliveryKey>(
    `with told as (
       insert into domain_event
         (id, org_id, name, occurred_at, received_at, aggregate_type, aggregate_id, sequence, data)
       values (gen_random_uuid(), 1, 'production-list.updated', now(), now(), 'production-list', '28001', 0, '{}')
       returning id
     )
     insert into finished_delivery
       (webhook_id, event, id, org_id, domain_event_id, state, created_at, finished_at, log, fence)
     select w.id, 'project-management-production-list-updated', gen_random_uuid(), 1, told.id, 'failed',
       now(), now(), '[]', 1
     from webhook w cross join told returning webhook_id as "webhookId", event, id`,
  )
  if (failed === undefined) throw new Error('the test event was not inserted')
  await database.rows(requeueOne, failed)
  await ingest(nth(1), nth(2))
  const claimed = await claim()
  expect(claimed.map(({ id }) => id)).toContain(failed.id)
  expect(claimed).toHaveLength(2)
})

test('an event waits for a predecessor in transit, but not for ever', async () => {
  await ingest(nth(2))
  await promoteAllHeads(database)
  expect(await claim()).toEqual([])
  await database.query(`update delivery set created_at = now() - interval '11 seconds'`)
  await promoteAllHeads(database)
  expect(await inOrder()).toEqual([[2]])
})

test('concurrent promotions do not wait for each other', async () => {
  await ingest(nth(1), nth(1, 28002))
  await database.query(`update delivery set due_at = 'infinity'`)
  await database.transaction(async (sql) => {
    expect(await promoteAllHeads(sql)).toBe(2)
    expect(await promoteAllHeads(database)).toBe(0)
  })
  expect(await inOrder()).toEqual([[1, 1]])
})

test('a failed promotion is logged, and does not repeat the commit before it', async () => {
  const first = interceptedSql(database, (text, params, send) =>
    text.includes('insert into domain_event')
      ? send(text, params)
      : Promise.reject(new Error('the connection is lost')),
  )
  const warn = vi.spyOn(logger, 'warn')
  onTestFinished(() => warn.mockRestore())
  const events = [nth(1), nth(2)]
  const body = Buffer.from(JSON.stringify(events))
  const read = readMessage({ carrier: 'amqp', messageId: undefined, body })
  const intake = await ingestEvents({ database: first, logger }, read, offer)
  expect(intake).toMatchObject({ events: 2, deliveries: 2 })
  expect(warn.mock.calls).toEqual([
    [{ err: new Error('the connection is lost') }, 'parked deliveries could not be promoted'],
  ])
  expect(await claim()).toEqual([])
  await promoteAllHeads(database)
  expect(await inOrder()).toEqual([[1], [2]])
})

test('a result that is written twice counts once', async () => {
  await ingest(nth(1))
  const [head] = await claim()
  await end(head, inAnHour)
  await end(head, inAnHour)
  const rows = await database.query(
    'select attempts, jsonb_array_length(log) as logged from delivery',
  )
  expect(rows).toEqual([{ attempts: 1, logged: 1 }])
})

test('deliveries that a killed process parked and did not promote are found by the next search', async () => {
  await ingest(nth(1), nth(2))
  await database.query(`update delivery set due_at = 'infinity'`)
  expect(await claim()).toEqual([])
  expect(await promoteAllHeads(database)).toBe(1)
  expect(await inOrder()).toEqual([[1], [2]])
})

test('the heads of a sudden backlog are found with outdated planner statistics', async () => {
  const backlog = 5_000
  await database.query(
    `insert into delivery (webhook_id, id, org_id, event, aggregate, sequence, created_at, due_at)
     select id, gen_random_uuid(), 1, 'project-management-production-list-created',
       'production-list:' || n, 1, now(), 'infinity'
     from webhook cross join generate_series(1, $1) n`,
    [backlog],
  )
  expect(await promoteAllHeads(database)).toBe(backlog)
})

test('a search for heads skips the deliveries parked behind them', async () => {
  const parked = 5_000
  await database.query(
    `insert into delivery (webhook_id, id, org_id, event, aggregate, sequence, created_at, due_at)
     select id, gen_random_uuid(), 1, 'project-management-production-list-created',
       'production-list:' || n % 2, n, now(), case when n < 2 then now() else 'infinity' end
     from webhook cross join generate_series(0, $1::int - 1) n`,
    [parked],
  )
  await database.query('analyze delivery')
  await database.transaction(async (sql) => {
    const before = await rowsRead(sql)
    expect(await promoteAllHeads(sql)).toBe(0)
    expect((await rowsRead(sql)) - before).toBeLessThan(20)
  })
})

test('one process at a time searches all parked deliveries', async () => {
  await ingest(nth(1))
  await database.query(`update delivery set due_at = 'infinity'`)
  await database.transaction(async (sql) => {
    expect(await promoteAllHeads(sql)).toBe(1)
    await ingest(nth(1, 28002))
    await database.query(`update delivery set due_at = 'infinity' where aggregate like '%28002'`)
    expect(await promoteAllHeads(database)).toBe(0)
  })
  expect(await promoteAllHeads(database)).toBe(1)
})

/** Rows of the table `delivery` read by this connection. */
async function rowsRead(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ n: number }>(
    `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as n from pg_stat_xact_user_tables
     where relname = 'delivery'`,
  )
  return row?.n ?? 0
}
