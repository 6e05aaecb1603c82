import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { firstUuidOf } from '@takeoff/kit/values/ids'
import { uuidsV7Sql } from '../src/db/uuid-v7.ts'
import { hang, startReceiver, status } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import {
  eventually,
  isEventOf,
  listEvent,
  startTestService,
  subscribe,
  waitUntilIdle,
} from './support/test-service.ts'
import type { GraphqlResponse, RequestOptions } from './support/test-service.ts'

const UPDATED = 'project-management-production-list-updated'
const since = new Date(Date.now() - 3_600_000)

const service = await disposeAfterAll(
  startTestService({ env: { WEBHOOKS_RETRY_DELAYS: '[3600, 3600]' } }),
)
let receiver: Receiver

beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  for (const table of ['webhook', 'delivery', 'finished_delivery']) {
    await service.database.query(`delete from ${table}`)
  }
  await receiver[Symbol.asyncDispose]()
})

const replay = (
  id: number,
  args: { since: Date; until?: Date; onlyFailed?: boolean } = { since },
): Promise<GraphqlResponse> =>
  service.graphql(
    `mutation ($id: Int!, $since: DateTime!, $until: DateTime, $onlyFailed: Boolean) {
      webhookReplay(id: $id, since: $since, until: $until, onlyFailed: $onlyFailed) }`,
    { id, ...args },
  )

const enable = (id: number, options?: RequestOptions): Promise<GraphqlResponse> =>
  service.graphql(
    'mutation ($id: Int!) { webhookEnable(id: $id) { id deliveriesMadeDue } }',
    { id },
    options,
  )

const order = (id: number): Promise<unknown> =>
  service.graphql('mutation ($id: Int!) { webhookUpdate(id: $id, ordered: true) { id } }', { id })

const update = (productionListId: number) =>
  listEvent('production-list.updated', { productionListId })

/** The receiver is down while these events occur; returns when they wait for their second attempt, in an hour. */
async function waitingAfterOutage(id: number, lists: readonly number[]): Promise<void> {
  receiver.respond = status(503)
  for (const list of lists) await service.publish(update(list))
  await waitUntilIdle(service)
  await eventually(async () => expect(await scheduled(id)).not.toEqual([]))
  receiver.respond = status(204)
}

/** Ids of the deliveries that wait for a time to come, oldest first. */
async function scheduled(id: number): Promise<string[]> {
  const rows = await service.database.query<{ id: string }>(
    `select id from delivery where webhook_id = $1 and worker is null and due_at > now()
       and due_at < 'infinity' order by id`,
    [id],
  )
  return rows.map((row) => row.id)
}

const listsSent = (id: number): unknown[] =>
  receiver.received
    .filter(isEventOf(id))
    .map(({ json }) => json['project_management_production_list_id'])

/** Deliveries of one event, whose next attempt is in an hour. */
const queue = (id: number, count: number): Promise<unknown> =>
  service.database.query(
    `with told as (
       insert into domain_event values ($3, 1, 'production-list.updated', now(), now(), 'production-list', '1', 1,
         '{"productionListId":1,"salesOpportunityId":1,"jobId":1}', null)
     )
     insert into delivery (webhook_id, id, org_id, event, domain_event_id, created_at, attempts, due_at)
     select $1, ${uuidsV7Sql('now()', 'n')}, 1, '${UPDATED}', $3, now(), 2, now() + interval '1 hour'
     from generate_series(1, $2::int) n`,
    [id, count, crypto.randomUUID()],
  )

const pause = (id: number): Promise<unknown> =>
  service.database.query(
    `update webhook set paused_until = now() + interval '1 hour' where id = $1`,
    [id],
  )

interface Placed {
  readonly id: string
  readonly afterMs: number | null
  readonly attempts: number
}

/** When each delivery is due, in milliseconds after the first one; null for a parked one. */
const placed = (id: number): Promise<Placed[]> =>
  service.database.query<Placed>(
    `select id, attempts, case when due_at < 'infinity'
       then round(extract(epoch from due_at - min(due_at) over ()) * 1000)::int end as "afterMs"
     from delivery where webhook_id = $1 order by id`,
    [id],
  )

describe('after a short outage', () => {
  test('webhookReplay sends what waits between attempts, in both forms, and returns how many', async () => {
    const { id } = await subscribe(service, receiver)
    for (const onlyFailed of [true, false]) {
      const begin = new Date()
      await waitingAfterOutage(id, [1, 2, 3])
      const before = receiver.received.length
      expect((await replay(id, { since: begin, onlyFailed })).data).toEqual({ webhookReplay: 3 })
      await eventually(async () => expect(receiver.received).toHaveLength(before + 3))
      await waitUntilIdle(service)
      expect((await replay(id, { since: begin })).data).toEqual({ webhookReplay: 0 })
    }
  })

  test('webhookEnable sends what waits between attempts, and returns how many', async () => {
    const { id } = await subscribe(service, receiver)
    await waitingAfterOutage(id, [1, 2, 3])
    expect((await enable(id)).data).toEqual({ webhookEnable: { id, deliveriesMadeDue: 3 } })
    await receiver.until(isEventOf(id), 6)
    await waitUntilIdle(service)
    expect((await enable(id)).data).toEqual({ webhookEnable: { id, deliveriesMadeDue: 0 } })
    const read = await service.graphql(
      'query ($id: Int!) { webhook(id: $id) { deliveriesMadeDue } }',
      {
        id,
      },
    )
    expect(read.data).toEqual({ webhook: { deliveriesMadeDue: null } })
  })

  test.each([
    ['webhookReplay', (id: number) => replay(id)],
    ['webhookEnable', (id: number) => enable(id)],
  ])('%s does not repeat an attempt that is under way', async (_name, call) => {
    const { id } = await subscribe(service, receiver)
    let finish = (): void => undefined
    receiver.respond = (response) => {
      finish = () => response.writeHead(204).end()
    }
    await service.publish(update(1))
    await receiver.until(isEventOf(id))
    const { data } = await call(id)
    expect(data.webhookReplay ?? data.webhookEnable?.deliveriesMadeDue).toBe(0)
    finish()
    await waitUntilIdle(service)
    expect(listsSent(id)).toEqual([1])
  })

  test('a call of another organization makes nothing due', async () => {
    const { id } = await subscribe(service, receiver)
    await waitingAfterOutage(id, [1])
    const before = await scheduled(id)
    const { errors } = await enable(id, { orgIds: [2] })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND', argument: 'id' })
    expect(await scheduled(id)).toEqual(before)
  })

  test('what waits in other subscriptions stays as it is', async () => {
    const [one, other] = [await subscribe(service, receiver), await subscribe(service, receiver)]
    await waitingAfterOutage(one.id, [1])
    const before = await scheduled(other.id)
    await replay(one.id)
    await enable(one.id)
    expect(await scheduled(other.id)).toEqual(before)
  })
})

describe('of an ordered subscription', () => {
  test.each([
    ['webhookReplay', (id: number) => replay(id)],
    ['webhookEnable', (id: number) => enable(id)],
  ])(
    '%s sends the first of each list, and the parked ones follow it in order',
    async (_name, call) => {
      const { id } = await subscribe(service, receiver)
      await order(id)
      await waitingAfterOutage(id, [1, 2, 1, 2, 1])
      const before = listsSent(id).length
      const { data } = await call(id)
      expect(data.webhookReplay ?? data.webhookEnable?.deliveriesMadeDue).toBe(2)
      await receiver.until(isEventOf(id), before + 5)
      const sent = receiver.received.filter(isEventOf(id)).slice(before)
      for (const list of [1, 2]) {
        const ids = sent
          .filter(({ json }) => json['project_management_production_list_id'] === list)
          .map(({ headers }) => String(headers['webhook-id']))
        expect(ids).toEqual(ids.toSorted((one, other) => (one < other ? -1 : 1)))
      }
    },
  )

  test('a replay from a later time makes the first one due, when others of the period wait behind it', async () => {
    const { id } = await subscribe(service, receiver)
    await order(id)
    await waitingAfterOutage(id, [1])
    await new Promise((resolve) => setTimeout(resolve, 5))
    const later = new Date()
    await service.publish(update(1))
    const before = listsSent(id).length
    expect((await replay(id, { since: later })).data).toEqual({ webhookReplay: 1 })
    await receiver.until(isEventOf(id), before + 2)
  })

  test('a waiting delivery is sent after an older one that had failed', async () => {
    const { id } = await subscribe(service, receiver)
    await order(id)
    await pause(id)
    const [older, newer] = [since.getTime() + 1, since.getTime() + 2].map((at) =>
      firstUuidOf(new Date(at)),
    )
    const event = `insert into domain_event values ($1, 1, 'production-list.updated', now(), now(),
      'production-list', '1', $2, '{"productionListId":1,"salesOpportunityId":1,"jobId":1}', null)`
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
    await service.database.query(event, [first, 1])
    await service.database.query(event, [second, 2])
    await service.database.query(
      `insert into finished_delivery
         (webhook_id, event, id, org_id, domain_event_id, state, created_at, finished_at, log, fence)
       values ($1, '${UPDATED}', $2, 1, $3, 'failed', now(), now(), '[]', 1)`,
      [id, older, first],
    )
    await service.database.query(
      `insert into delivery (webhook_id, id, org_id, event, domain_event_id, aggregate, sequence, created_at, due_at)
       values ($1, $2, 1, '${UPDATED}', $3, 'production-list:1', 2, now(), now() + interval '1 hour')`,
      [id, newer, second],
    )
    expect((await replay(id)).data).toEqual({ webhookReplay: 2 })
    expect(await placed(id)).toMatchObject([
      { id: older, afterMs: 0 },
      { id: newer, afterMs: null },
    ])
    await enable(id)
    await receiver.until(isEventOf(id), 2)
    expect(
      receiver.received.filter(isEventOf(id)).map(({ headers }) => headers['webhook-id']),
    ).toEqual([older, newer])
  })
})

describe('many waiting deliveries', () => {
  test('are replayed 10 ms apart, as a new series, up to 10,000 a call', async () => {
    const { id } = await subscribe(service, receiver)
    await pause(id)
    await queue(id, 10_500)
    expect((await replay(id)).data).toEqual({ webhookReplay: 10_000 })
    const first = (await placed(id)).slice(0, 10_000)
    expect(first.map(({ afterMs }) => afterMs)).toEqual(first.map((_, n) => n * 10))
    expect(new Set(first.map(({ attempts }) => attempts))).toEqual(new Set([0]))
    expect((await replay(id)).data).toEqual({ webhookReplay: 500 })
    expect((await replay(id)).data).toEqual({ webhookReplay: 0 })
  })

  test('keep the time of their next attempt where a replay would be later, and are not counted then', async () => {
    const { id } = await subscribe(service, receiver)
    await pause(id)
    await service.graphql('mutation ($id: Int!) { webhookUpdate(id: $id, rateLimit: 1) { id } }', {
      id,
    })
    await queue(id, 3_000)
    expect((await replay(id)).data).toEqual({ webhookReplay: 2_000 })
    const last = (await placed(id)).at(-1)?.afterMs
    expect(last).toBeLessThanOrEqual(3_600_000)
  })

  test('are all due after webhookEnable', async () => {
    const { id } = await subscribe(service, receiver)
    receiver.respond = hang
    await queue(id, 4_500)
    expect((await enable(id)).data.webhookEnable?.deliveriesMadeDue).toBe(4_500)
    expect(await scheduled(id)).toHaveLength(0)
  })
})

test('webhookDeliveryRetry begins a new series of attempts of a delivery that waits for its last one', async () => {
  const { id } = await subscribe(service, receiver)
  await queue(id, 1)
  const [delivery] = await scheduled(id)
  receiver.respond = status(503)
  const { errors } = await service.graphql(
    'mutation ($delivery: ID!) { webhookDeliveryRetry(id: $delivery) { id } }',
    { delivery },
  )
  expect(errors).toBeUndefined()
  await receiver.until(isEventOf(id))
  await eventually(async () => expect(await scheduled(id)).toEqual([delivery]))
  expect(await placed(id)).toMatchObject([{ id: delivery, attempts: 1 }])
})
