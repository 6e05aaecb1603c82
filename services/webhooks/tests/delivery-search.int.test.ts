import { firstUuidOf, newUuid } from '@takeoff/kit/values/ids'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { findDelivery } from '../src/db/delivery-reads.ts'
import type { DeliveryRecord } from '../src/db/found-delivery.ts'
import { listDeliveries, listOrganizationDeliveries } from '../src/db/delivery-search.ts'
import type { DeliveryFilter } from '../src/db/delivery-filter.ts'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { deliveryStates } from '../src/db/delivery.ts'
import { sampleEventOf, VERIFICATION_EVENT, webhookEvents } from '../src/messages/webhook-events.ts'
import { insertWebhooks } from './support/insert-rows.ts'

const BEGIN = Date.UTC(2026, 1, 27)
const HOUR_MS = 3_600_000
const COUNT = 240

interface InsertedDelivery {
  readonly webhookId: number
  readonly id: string
  readonly event: string
  readonly state: string
  readonly at: Date
  readonly resourceId: string | null
}

let database: Awaited<ReturnType<typeof createTestDatabase>>
/** Deliveries of two webhooks of organization 1 and one of organization 2, newest first. */
const inserted: InsertedDelivery[] = []

beforeAll(async () => {
  database = await createTestDatabase({ name: 'webhooks', entities, migrations })
  for (const [table, month] of [
    ['finished_delivery', 2],
    ['domain_event', 2],
    ['finished_delivery', 1],
  ] as const) {
    const [from, to] = [month, month + 1].map((m) => firstUuidOf(new Date(Date.UTC(2026, m, 1))))
    await database.query(
      `create table ${table}_${month} partition of ${table} for values from ('${from}') to ('${to}')`,
    )
  }
  await insertWebhooks(database, 3, { org_id: 'case n when 3 then 2 else 1 end' })
  for (let n = 0; n < COUNT; n += 1) inserted.unshift(await insertDelivery(n))
})
afterAll(() => database[Symbol.asyncDispose]())

/** Inserts every combination of webhook, event, state and resource, across the end of a month. */
async function insertDelivery(n: number): Promise<InsertedDelivery> {
  const at = new Date(BEGIN + n * HOUR_MS)
  const id = firstUuidOf(at).slice(0, 15) + newUuid().slice(15)
  const webhookId = 1 + (n % 3)
  const isHandshake = n % 10 === 9
  const sent =
    webhookEvents[n % webhookEvents.length] ?? 'project-management-production-list-created'
  const event = isHandshake ? VERIFICATION_EVENT : sent
  const states = isHandshake ? deliveryStates : deliveryStates.slice(0, 3)
  const state = String(states[n % states.length])
  const orgId = webhookId === 3 ? 2 : 1
  const resourceId = isHandshake ? null : String(1 + (n % 7))
  const eventId = isHandshake ? null : firstUuidOf(at).slice(0, 15) + newUuid().slice(15)
  await database.query(
    `insert into domain_event select $1, $2, $6, $3, $3, 'production-list', $4, $5,
       '{}', null where $1::uuid is not null`,
    [eventId, orgId, at.toISOString(), resourceId, n, sampleEventOf(sent).name],
  )
  const values = [webhookId, event, id, orgId, eventId, at.toISOString()]
  await (state === 'pending'
    ? database.query(
        `insert into delivery (webhook_id, event, id, org_id, domain_event_id, created_at, due_at)
         values ($1, $2, $3, $4, $5, $6, $6)`,
        values,
      )
    : database.query(
        `insert into finished_delivery
           (webhook_id, event, id, org_id, domain_event_id, created_at, finished_at, state, log, fence)
         values ($1, $2, $3, $4, $5, $6, $6, $7, '[]', 1)`,
        [...values, state],
      ))
  return { webhookId, id, event, state, at, resourceId }
}

const time = (n: number): Date => new Date(BEGIN + n * HOUR_MS)

const searches: readonly DeliveryFilter[] = [
  {},
  ...deliveryStates.map((state) => ({ state })),
  ...[...webhookEvents, VERIFICATION_EVENT].map((event) => ({ event })),
  ...deliveryStates.map((state) => ({ state, event: webhookEvents[1] })),
  ...deliveryStates.map((state) => ({ state, event: VERIFICATION_EVENT })),
  { since: time(40), until: time(90) },
  { since: time(90) },
  { until: time(50), state: 'failed' },
  { resourceId: '3' },
  { resourceId: '3', state: 'pending' },
  { resourceId: '3', state: 'failed' },
  { resourceId: '3', state: 'delivered', event: webhookEvents[0] },
  { resourceId: '3', since: time(30), until: time(200) },
  { resourceId: 'nothing' },
]

const holds = (
  row: InsertedDelivery,
  { state, event, since, until, resourceId }: DeliveryFilter,
): boolean =>
  (state === undefined || row.state === state) &&
  (event === undefined || row.event === event) &&
  (since === undefined || row.at >= since) &&
  (until === undefined || row.at < until) &&
  (resourceId === undefined || row.resourceId === resourceId)

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id)

describe.each(searches)('a search for %j', (filter) => {
  const expected = (webhookId: number): string[] =>
    idsOf(inserted.filter((row) => row.webhookId === webhookId && holds(row, filter)))

  test('finds the matching deliveries of each webhook in both tables, newest first', async () => {
    const page = { first: COUNT, after: undefined }
    const rows = await listDeliveries(database, [1], [1, 2], { filter, page, log: 'none' })
    expect(idsOf(rows)).toEqual([...expected(1), ...expected(2)])
  })

  test('finds those of all webhooks of an organization, newest first, page by page', async () => {
    const found: DeliveryRecord[] = []
    for (let more = true; more;) {
      const page = { first: 50, after: found.at(-1)?.id }
      const rows = await listOrganizationDeliveries(database, 1, { filter, page, log: 'none' })
      expect(rows.length).toBeLessThanOrEqual(51)
      found.push(...rows.slice(0, 50))
      more = rows.length > 50
    }
    const own = inserted.filter((row) => row.webhookId !== 3 && holds(row, filter))
    expect(idsOf(found)).toEqual(idsOf(own))
  })

  test('has pages that together are complete', async () => {
    const found: DeliveryRecord[] = []
    for (let more = true; more;) {
      const page = { first: 7, after: found.at(-1)?.id }
      const rows = await listDeliveries(database, [1], [2], { filter, page, log: 'none' })
      expect(rows.length).toBeLessThanOrEqual(8)
      found.push(...rows.slice(0, 7))
      more = rows.length > 7
    }
    expect(idsOf(found)).toEqual(expected(2))
  })

  test('does not find those of another organization', async () => {
    const page = { first: COUNT, after: undefined }
    expect(await listDeliveries(database, [1], [3], { filter, page, log: 'none' })).toEqual([])
  })
})

test('a delivery is found by its id alone, in any month, and by its organization only', async () => {
  for (const { id, webhookId, event, state } of inserted.slice(0, 30)) {
    const orgIds = webhookId === 3 ? [2] : [1]
    expect(await findDelivery(database, orgIds, id)).toMatchObject({ id, webhookId, event, state })
    expect(await findDelivery(database, webhookId === 3 ? [1] : [2], id)).toBeUndefined()
  }
  expect(await findDelivery(database, [1, 2], newUuid())).toBeUndefined()
})

test('the next attempt is reported unless one is under way or it is parked, and not before a pause ends', async () => {
  const one = inserted.find(({ state }) => state === 'pending')
  const next = async (change: string): Promise<Date | null | undefined> => {
    await database.query(`update delivery set ${change} where id = $1`, [one?.id])
    return (await findDelivery(database, [1, 2], one?.id ?? ''))?.nextAttemptAt
  }
  const dueAt = new Date('2026-05-01T00:00:00.000Z')
  expect(await next(`due_at = '${dueAt.toISOString()}'`)).toEqual(dueAt)
  expect(await next(`due_at = 'infinity'`)).toBeNull()
  expect(await next(`due_at = now() + interval '20 seconds', worker = 1`)).toBeNull()
  await database.query(
    `update webhook set paused_until = '2099-01-01T00:00:00.000Z' where id = $1`,
    [one?.webhookId],
  )
  expect(await next('due_at = now(), worker = null')).toEqual(new Date('2099-01-01T00:00:00.000Z'))
})

test('failed deliveries of 30 days and pending ones of a minute need attention, handshakes do not', async () => {
  const page = { first: COUNT, after: undefined }
  const found = async (filter: DeliveryFilter = {}) =>
    listOrganizationDeliveries(database, 1, {
      filter: { ...filter, needsAttention: true },
      page,
      log: 'none',
    })
  vi.useFakeTimers({ toFake: ['Date'], now: time(COUNT) })
  onTestFinished(() => void vi.useRealTimers())
  const needing = inserted.filter(
    ({ webhookId, event, state }) =>
      webhookId !== 3 &&
      event !== VERIFICATION_EVENT &&
      (state === 'failed' || state === 'pending'),
  )
  expect(idsOf(await found())).toEqual(idsOf(needing))
  expect(idsOf(await found({ state: 'failed', event: webhookEvents[1] }))).toEqual(
    idsOf(needing.filter(({ state, event }) => state === 'failed' && event === webhookEvents[1])),
  )
  expect(idsOf(await found({ since: time(20), until: time(90) }))).toEqual(
    idsOf(needing.filter(({ at }) => at >= time(20) && at < time(90))),
  )
  for (const state of ['delivered', 'cancelled'] as const)
    expect(await found({ state })).toEqual([])
  const newest = needing.find(({ state }) => state === 'pending')
  vi.setSystemTime((newest?.at.getTime() ?? 0) + 59_000)
  expect(idsOf(await found())).toEqual(idsOf(needing.filter((row) => row !== newest)))
  vi.setSystemTime((newest?.at.getTime() ?? 0) + 30 * 24 * HOUR_MS)
  expect(idsOf(await found())).toEqual(
    idsOf(needing.slice(0, needing.findIndex((row) => row === newest) + 1)),
  )
})
