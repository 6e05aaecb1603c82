import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { createLogger } from '@takeoff/kit/service/logger'
import { openDatabase } from '@takeoff/kit/postgres/database'
import { newUuid } from '@takeoff/kit/values/ids'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { PLANNER } from '../src/db/planner.ts'
import { cancelDeliveries } from '../src/deliveries/cancel/cancel-deliveries.ts'
import { claimDeliveries } from '../src/deliveries/leases/claim-deliveries.ts'
import { startWorkerRegistry } from '../src/deliveries/leases/worker-registry.ts'
import { makePartitions } from '../src/maintenance/make-partitions.ts'
import { restartWaiting } from '../src/subscriptions/restart-waiting.ts'
import { insertDeliveries, insertWebhooks } from './support/insert-rows.ts'
import { LEASE_HOLDER as holder } from './support/lease-holder.ts'

const logger = createLogger('test', 'silent')
const CLAIMERS = 4

const database = await disposeAfterAll(
  createTestDatabase({ name: 'webhooks', entities, migrations }),
)
beforeEach(() => database.query('truncate webhook, delivery cascade'))

/** Verified webhooks with deliveries that are due. */
async function queue(webhooks: number, each: number, orgId = 9): Promise<void> {
  const due = { org_id: orgId, due_at: `now() - interval '1 second'` }
  for (const id of await insertWebhooks(database, webhooks, { org_id: orgId }))
    await insertDeliveries(database, { webhook_id: id, ...due }, each)
}

test('after a claim that found nothing, the next one passes over many subscriptions that only wait', async () => {
  await queue(200, 1)
  await database.query(`update delivery set due_at = now() + interval '1 hour'`)
  await queue(1, 1, 10)

  const first = await claimDeliveries(database, { holder, after: 0, limit: 64 })
  expect([first.deliveries.length, first.next > 0]).toEqual([0, true])
  const next = await claimDeliveries(database, {
    holder,
    after: first.next,
    limit: 64,
    isIdle: true,
  })
  expect([next.deliveries.length, next.next]).toEqual([1, 0])
})

test('a claim that follows an idle one leases no more deliveries than others do, and the next one goes on behind them', async () => {
  await queue(100, 1)
  const seen = new Set<number>()
  let after = 0
  do {
    const claim = await claimDeliveries(database, { holder, after, limit: 64, isIdle: true })
    expect(claim.deliveries.length).toBeLessThanOrEqual(12)
    for (const { target } of claim.deliveries) seen.add(target.webhookId)
    after = claim.next
  } while (after > 0)
  expect(seen.size).toBe(100)
})

test('deliveries that webhookEnable makes due are claimed at once, also where the clock of the process is ahead', async () => {
  await queue(1, 2)
  // With ids of the past: newer deliveries are left.
  await database.query(
    `update delivery set due_at = now() + interval '2 hours',
       id = overlay(id::text placing '00000001' from 1 for 8)::uuid`,
  )
  const [webhook] = await database.query<{ id: number }>('select id from webhook')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await restartWaiting({ database, logger }, webhook?.id ?? 0)).toBe(2)
  const { deliveries } = await claimDeliveries(database, { holder, after: 0, limit: 64 })
  expect(deliveries).toHaveLength(2)
})

/** Numbers of claimed deliveries: per claim, one number for each webhook with any. */
async function claimRounds(
  count: number,
  { limit = 64, sql = database }: { readonly limit?: number; readonly sql?: Sql } = {},
): Promise<Map<number, number>[]> {
  const rounds: Map<number, number>[] = []
  const leased = new Map<number, number>()
  let after = 0
  for (let round = 0; round < count; round += 1) {
    const options = { holder: { ...holder, leased }, after, limit }
    const { deliveries, next } = await claimDeliveries(sql, options)
    const byWebhook = Map.groupBy(deliveries, ({ target }) => target.webhookId)
    rounds.push(new Map([...byWebhook].map(([id, those]) => [id, those.length])))
    for (const [id, those] of byWebhook) leased.set(id, (leased.get(id) ?? 0) + those.length)
    after = next
  }
  return rounds
}

function sum(rounds: readonly ReadonlyMap<number, number>[]): number[] {
  const total = new Map<number, number>()
  for (const [id, n] of rounds.flatMap((round) => [...round])) {
    total.set(id, (total.get(id) ?? 0) + n)
  }
  return [...total.values()]
}

test('claims lease an equal share of each webhook, and at most one full queue of it', async () => {
  await queue(10, 70)
  const rounds = await claimRounds(70)
  expect([...(rounds[0]?.values() ?? [])]).toEqual(Array(10).fill(1))
  expect(sum(rounds)).toEqual(Array(10).fill(64))
})

test('an organization gets no more leases than its share: those of its webhooks that hold the fewest', async () => {
  await queue(1, 70, 8)
  await queue(3, 70, 9)
  const byOrg = new Map<number, number>()
  const byWebhook = new Map<number, number>()
  const organizations = { leased: byOrg, max: 20 }
  const claim = async () => {
    const options = { holder: { ...holder, leased: byWebhook, organizations }, after: 0, limit: 64 }
    const { deliveries, full } = await claimDeliveries(database, options)
    for (const { target } of deliveries) {
      byOrg.set(target.orgId, (byOrg.get(target.orgId) ?? 0) + 1)
      byWebhook.set(target.webhookId, (byWebhook.get(target.webhookId) ?? 0) + 1)
    }
    return full
  }
  for (let n = 0; n < 9; n += 1) await claim()
  expect(byOrg).toEqual(
    new Map([
      [8, 20],
      [9, 20],
    ]),
  )
  expect([...byWebhook.values()].toSorted((a, b) => a - b)).toEqual([6, 7, 7, 20])
  expect(await claim()).toBe(true)

  // One lease ended: the webhook with the fewest gets the next.
  const few = [...byWebhook].find(([, leases]) => leases === 6)?.[0] ?? 0
  byOrg.set(9, 19)
  await claim()
  expect(byWebhook.get(few)).toBe(7)
})

test('with room for fewer deliveries than webhooks, the next claim continues with the others', async () => {
  await queue(5, 5)
  const rounds = await claimRounds(4, { limit: 2 })
  expect(rounds.map((round) => round.size)).toEqual([2, 2, 1, 2])
  expect(sum(rounds.slice(0, 3)).length).toBe(5)
})

test('a single webhook gets twelve leases with each claim, until its queue is full', async () => {
  await queue(1, 80)
  const rounds = await claimRounds(7, { limit: 100 })
  expect(rounds.flatMap((round) => [...round.values()])).toEqual([12, 12, 12, 12, 12, 4])
})

test('a claim reports when its room is used up, so that new events leave room for due deliveries', async () => {
  await queue(1, 3)
  const claimed = (limit: number) => claimDeliveries(database, { holder, after: 0, limit })
  expect(await claimed(2)).toMatchObject({ deliveries: { length: 2 }, full: true })
  expect(await claimed(2)).toMatchObject({ deliveries: { length: 1 }, full: false })
})

test('a claim reports leases that ended without a result, and manual repetitions', async () => {
  await queue(1, 3)
  await database.query(
    `update delivery set worker = 7, log = '[{}]', attempts = 1 where id = (select id from delivery limit 1)`,
  )
  await database.query(
    `update delivery set log = '[{}]' where id = (select id from delivery where worker is null limit 1)`,
  )
  const { deliveries, expired } = await claimDeliveries(database, { holder, after: 0, limit: 9 })
  expect(expired).toBe(1)
  expect(deliveries.filter(({ isReplay }) => isReplay)).toHaveLength(1)
})

test('processes share the limit of a webhook, and each counts its own leases', async () => {
  await queue(1, 130)
  const [{ id } = { id: 0 }] = await database.query<{ id: number }>('select id from webhook')
  const take = async (workers: number, own: number): Promise<number> => {
    const options = {
      holder: { ...holder, workers, leased: new Map([[id, own]]) },
      after: 0,
      limit: 100,
    }
    const { deliveries, full } = await claimDeliveries(database, options)
    expect(full).toBe(deliveries.length === 0)
    return deliveries.length
  }
  expect(await take(1, 54)).toBe(10)
  expect(await take(2, 21)).toBe(11)
  expect(await take(100, 0)).toBe(1)
  expect(await take(2, 32)).toBe(0)
})

test('a failing webhook gets at most 4 requests at once', async () => {
  await queue(2, 20)
  await database.query('update webhook set failing_since = now()')
  expect(sum(await claimRounds(8))).toEqual([4, 4])
})

test.each([
  "paused_until = now() + interval '1 minute'",
  'disabled_at = now()',
  'verified_at = null',
])('no delivery is claimed for a webhook with %s', async (setting) => {
  await queue(2, 2)
  await database.query(`update webhook set ${setting}`)
  expect(sum(await claimRounds(3))).toEqual([])
})

/** Deliveries that this connection has read, in this transaction and in others of the last second. */
async function rowsRead(sql: Sql): Promise<number> {
  const [read] = await sql.query<{ rows: number }>(
    `select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'delivery'`,
  )
  return read?.rows ?? 0
}

describe('a subscription with an undeliverable delivery is reported', () => {
  const undeliverable = async () =>
    (await claimDeliveries(database, { holder, after: 0, limit: 9 })).undeliverable
  const HANDSHAKE = "event = 'webhook-verification-code'"
  const LATER = "due_at = 'infinity'"
  const LEASED = "worker = 7, due_at = now() + interval '1 minute'"

  test.each([
    ['disabled', 'update webhook set disabled_at = now()', LATER],
    ['not verified', 'update webhook set verified_at = null', LATER],
    ['deleted', 'delete from webhook', LATER],
    ['deleted', 'delete from webhook', HANDSHAKE],
    ['disabled', 'update webhook set disabled_at = now()', 'worker = 7'],
  ])('when it is %s (%s) and has a delivery with %s', async (_how, change, setting) => {
    await queue(2, 2)
    const ids = await database.query<{ id: number }>('select id from webhook order by id')
    await database.query(change)
    await database.query(`update delivery set ${setting}`)
    expect(await undeliverable()).toEqual(ids.map(({ id }) => id))
  })

  test.each([
    ['is disabled and has one under way', 'disabled_at = now()', LEASED],
    ['waits for its handshake', 'verified_at = null', HANDSHAKE],
    ['waits for a later attempt', 'updated_at = now()', LATER],
    ['is paused', "paused_until = now() + interval '1 minute'", 'worker = null'],
  ])('but not when it %s', async (_what, change, setting) => {
    await queue(1, 2)
    await database.query(`update webhook set ${change}`)
    await database.query(`update delivery set ${setting}`)
    expect(await undeliverable()).toEqual([])
  })

  test('but not while its organization is moved: the deliveries stay as they were exported, and claims do not read them', async () => {
    await queue(1, 500)
    const [hook] = await database.query<{ id: number }>('select id from webhook')
    await database.query('update webhook set disabled_at = now()')
    await database.query('insert into frozen_organization (id) values (9)')
    try {
      await database.transaction(async (sql) => {
        const before = await rowsRead(sql)
        const claim = await claimDeliveries(sql, { holder, after: 0, limit: 9 })
        expect(claim.undeliverable).toEqual([])
        expect((await rowsRead(sql)) - before).toBeLessThan(10)
      })
      await cancelDeliveries(database, [hook?.id ?? 0])
      expect(await database.query('select from delivery')).toHaveLength(500)
    } finally {
      await database.query('truncate frozen_organization')
    }
  })
})

test('no delivery is claimed that is parked or not due yet', async () => {
  await queue(1, 2)
  await database.query(`update delivery set due_at = 'infinity'`)
  expect(sum(await claimRounds(2))).toEqual([])
})

test('a rate-limited webhook gets the requests of a quarter of a second at once, then as many as its rate allows', async () => {
  await queue(2, 20)
  // `now()` is constant in a transaction.
  await database.transaction(async (sql) => {
    await sql.query('update webhook set rate_limit = 20')
    expect(sum(await claimRounds(4, { sql }))).toEqual([5, 5])
    await sql.query(`update webhook set rate_free_at = rate_free_at - interval '100 milliseconds'`)
    expect(sum(await claimRounds(4, { sql }))).toEqual([2, 2])
  })
})

test('a limit of one request a second allows one request at once', async () => {
  await queue(1, 20)
  await database.transaction(async (sql) => {
    await sql.query('update webhook set rate_limit = 1')
    expect(sum(await claimRounds(3, { sql }))).toEqual([1])
  })
})

test('two concurrent claims together do not exceed the rate of a limited webhook', async () => {
  await queue(1, 20)
  await database.query('update webhook set rate_limit = 20')
  await database.transaction(async (sql) => {
    expect(sum(await claimRounds(1, { sql }))).toEqual([5])
    expect(sum(await claimRounds(1))).toEqual([])
  })
})

test('a claim commits asynchronously, and later transactions on the connection synchronously', async () => {
  await database.transaction(async (sql) => {
    const commits = () => sql.query('show synchronous_commit')
    expect(await commits()).toEqual([{ synchronous_commit: 'on' }])
    await claimDeliveries(sql, { holder, after: 0, limit: 1 })
    expect(await commits()).toEqual([{ synchronous_commit: 'off' }])
  })
  await claimDeliveries(database, { holder, after: 0, limit: 1 })
  expect(await database.query('show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
})

test('concurrent claims do not crash the database', async () => {
  await makePartitions({ database, logger }, { now: new Date(), scannedBytesMax: undefined })
  const options = { url: database.url, poolSize: CLAIMERS, entities, migrations, logger }
  await using shared = await openDatabase({ ...options, settings: PLANNER })
  const event = newUuid()
  await database.query(
    `insert into domain_event (id, org_id, name, occurred_at, received_at, aggregate_type, aggregate_id, sequence, data)
     values ($1, 9, 'n', now(), now(), 't', '1', 1, '{}')`,
    [event],
  )
  await queue(20, 5)
  await database.query('update delivery set domain_event_id = $1', [event])

  const claim = async (): Promise<void> => {
    for (let n = 0; n < 200; n += 1) {
      await claimDeliveries(shared, { holder, after: 0, limit: 12 })
      await shared.query(
        `update delivery set worker = null, due_at = now(), fence = fence + 1 where ctid = any(array(
           select ctid from delivery where worker is not null order by random() limit 12 for update skip locked))`,
      )
    }
  }
  const claiming = Array.from({ length: CLAIMERS }, claim)
  // A crash would end every connection to the server.
  await expect(Promise.all(claiming)).resolves.toHaveLength(CLAIMERS)
})

test('an expired lease is claimed again with a higher fence', async () => {
  await queue(1, 1)
  const claim = () => claimDeliveries(database, { holder, after: 0, limit: 1 })
  const [first] = (await claim()).deliveries
  expect((await claim()).deliveries).toEqual([])
  await database.query('update delivery set due_at = now()')
  const [second] = (await claim()).deliveries
  expect([first?.fence, second?.fence]).toEqual([1, 2])
})

test('a new process claims only its share, from its first claim on', async () => {
  const options = {
    sql: database,
    logger: createLogger('test', 'silent'),
    onFreed: () => undefined,
  }
  await using _first = await startWorkerRegistry(options)
  await using second = await startWorkerRegistry(options)
  expect(second.count).toBe(2)
})
