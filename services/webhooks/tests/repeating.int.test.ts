import { randomUUID } from 'node:crypto'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { firstUuidOf } from '@takeoff/kit/values/ids'
import { startReceiver, status } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import {
  eventually,
  isEventOf,
  listEvent,
  otherEvent,
  waitUntilIdle,
  startTestService,
  subscribe,
} from './support/test-service.ts'
import type { GraphqlResponse } from './support/test-service.ts'

const UPDATED = 'project-management-production-list-updated'
const ORDER_CHANGED = 'distribution-order-state-changed'
/** Yesterday: older rows are deleted. */
const since = new Date(Date.now() - 86_400_000)

const service = await disposeAfterAll(startTestService())
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

const codeOf = ({ errors }: GraphqlResponse): unknown => errors?.[0]?.extensions['code']

const replay = (id: number, args: Record<string, unknown>): Promise<GraphqlResponse> =>
  service.graphql(
    `mutation ($id: Int!, $since: DateTime!, $until: DateTime, $onlyFailed: Boolean) {
      webhookReplay(id: $id, since: $since, until: $until, onlyFailed: $onlyFailed) }`,
    { id, ...args },
  )

const retry = (id: unknown): Promise<GraphqlResponse> =>
  service.graphql('mutation ($id: ID!) { webhookDeliveryRetry(id: $id) { state nextAttemptAt } }', {
    id,
  })

const testEvent = (id: number, event: string): Promise<GraphqlResponse> =>
  service.graphql(
    'mutation ($id: Int!, $event: String!) { webhookTest(id: $id, event: $event) { id payload } }',
    { id, event },
  )

const pause = (id: number): Promise<unknown> =>
  service.database.query(
    `update webhook set paused_until = now() + interval '1 hour' where id = $1`,
    [id],
  )

/** Failed deliveries one minute apart, the first at `from`; alternately of list 1 and list 2. */
async function failedOnes(id: number, count: number, from: Date): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const at = new Date(from.getTime() + n * 60_000)
    const delivery = firstUuidOf(at).slice(0, 15) + randomUUID().slice(15)
    ids.push(delivery)
    await service.database.query(
      `with told as (
         insert into domain_event values ($3, 1, 'production-list.updated', $4, $4, 'production-list', $5, $6,
           '{"productionListId":1,"salesOpportunityId":1,"jobId":1}', null)
       )
       insert into finished_delivery
         (webhook_id, event, id, org_id, domain_event_id, state, created_at, finished_at, log, fence)
       values ($1, '${UPDATED}', $2, 1, $3, 'failed', $4, $4,
         '[{"at":"2026-01-01T00:00:00.000Z","statusCode":500,"durationMs":1,"error":"answered 500","responseBody":null}]', 4)`,
      [id, delivery, randomUUID(), at.toISOString(), String(1 + (n % 2)), 1 + n],
    )
  }
  return ids
}

/** One failed delivery per millisecond; the last digits of the ids count them. */
const insertManyFailed = (id: number, count: number): Promise<unknown> =>
  service.database.query(
    `insert into finished_delivery
       (webhook_id, event, id, org_id, state, created_at, finished_at, log, fence)
     select $1, case n % 2 when 0 then '${UPDATED}' else '${ORDER_CHANGED}' end,
       (lpad(to_hex($2::bigint + n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
       1, 'failed', now(), now(), '[]', 1
     from generate_series(1, $3::int) n`,
    [id, since.getTime(), count],
  )

interface Waiting {
  readonly id: string
  /** Milliseconds after the first delivery. */
  readonly after: number
  readonly attempts: number
  readonly fence: number
}

const waiting = (id: number): Promise<Waiting[]> =>
  service.database.query<Waiting>(
    `select id, attempts, fence,
       round(extract(epoch from due_at - min(due_at) over ()) * 1000)::int as after
     from delivery where webhook_id = $1 and due_at < 'infinity' order by due_at`,
    [id],
  )

describe('a replay', () => {
  test('queues the failed deliveries of a period, oldest first, 10 ms apart, as new series under the same ids', async () => {
    const { id } = await subscribe(service, receiver)
    await pause(id)
    const ids = await failedOnes(id, 6, since)
    const until = new Date(since.getTime() + 4 * 60_000)
    expect((await replay(id, { since, until })).data).toEqual({ webhookReplay: 4 })
    expect(await waiting(id)).toEqual(
      ids
        .slice(0, 4)
        .map((delivery, n) => ({ id: delivery, after: n * 10, attempts: 0, fence: 4 })),
    )
    expect((await replay(id, { since, until })).data).toEqual({ webhookReplay: 0 })
  })

  test('ends now where until is in the future, so that deliveries created meanwhile are not repeated', async () => {
    const { id } = await subscribe(service, receiver)
    await pause(id)
    await failedOnes(id, 2, new Date(Date.now() + 60_000))
    const until = new Date(Date.now() + 3_600_000)
    expect((await replay(id, { since, until })).data).toEqual({ webhookReplay: 0 })
  })

  test('uses half of the rate limit, and starts after the previous replay', async () => {
    const { id } = await subscribe(service, receiver)
    await pause(id)
    await service.graphql('mutation ($id: Int!) { webhookUpdate(id: $id, rateLimit: 4) { id } }', {
      id,
    })
    await failedOnes(id, 4, since)
    await replay(id, { since, until: new Date(since.getTime() + 2 * 60_000) })
    await replay(id, { since })
    expect((await waiting(id)).map(({ after }) => after)).toEqual([0, 500, 1000, 1500])
  })

  test('queues up to 10,000 deliveries in batches, and the same call queues the rest', async () => {
    const { id } = await subscribe(service, receiver)
    await pause(id)
    await insertManyFailed(id, 10_500)
    expect((await replay(id, { since })).data).toEqual({ webhookReplay: 10_000 })
    const steps = (await waiting(id)).map(({ after }, n, all) => after - (all[n - 1]?.after ?? -10))
    expect(new Set(steps)).toEqual(new Set([10]))
    expect((await replay(id, { since })).data).toEqual({ webhookReplay: 500 })
    const ids = (await waiting(id)).map((row) => row.id)
    expect(ids).toEqual(ids.toSorted())
  })

  test('that fails midway delays the next replay only by the deliveries that it has queued', async () => {
    const { id } = await subscribe(service, receiver)
    await pause(id)
    await service.graphql('mutation ($id: Int!) { webhookUpdate(id: $id, rateLimit: 4) { id } }', {
      id,
    })
    await insertManyFailed(id, 1_500)
    const last = (1_500).toString(16).padStart(4, '0')
    await service.database.query(
      `alter table delivery add constraint no_more check (id::text not like '%${last}')`,
    )
    expect(codeOf(await replay(id, { since }))).toBe('INTERNAL_SERVER_ERROR')
    await service.database.query('alter table delivery drop constraint no_more')

    expect((await replay(id, { since })).data).toEqual({ webhookReplay: 500 })

    const after = (await waiting(id)).map((row) => row.after)
    expect(after).toEqual(Array.from({ length: 1_500 }, (_, n) => n * 500))
  })

  test('begins at once when what an earlier one has queued was made due or cancelled', async () => {
    const { id } = await subscribe(service, receiver)
    await pause(id)
    await service.graphql('mutation ($id: Int!) { webhookUpdate(id: $id, rateLimit: 1) { id } }', {
      id,
    })
    await insertManyFailed(id, 1_500)
    expect((await replay(id, { since })).data).toEqual({ webhookReplay: 1_500 })
    for (const mutation of ['webhookDisable', 'webhookEnable'])
      await service.graphql(`mutation ($id: Int!) { ${mutation}(id: $id) { id } }`, { id })
    await pause(id)

    const queued = await replay(id, { since })
    expect(queued.data?.webhookReplay).toBeGreaterThan(0)
    const [first] = await service.database.query<{ readonly seconds: number }>(
      `select extract(epoch from min(due_at) - now())::float as seconds from delivery where webhook_id = $1`,
      [id],
    )
    expect(first?.seconds).toBeLessThan(60)
  })

  test('of an ordered webhook makes the oldest of each list due, and parks the others behind it', async () => {
    const { id } = await subscribe(service, receiver)
    await pause(id)
    await service.graphql('mutation ($id: Int!) { webhookUpdate(id: $id, ordered: true) { id } }', {
      id,
    })
    const ids = await failedOnes(id, 6, since)
    expect((await replay(id, { since })).data).toEqual({ webhookReplay: 6 })
    expect((await waiting(id)).map((row) => row.id)).toEqual(ids.slice(0, 2))
    receiver.respond = status(204)
    await service.graphql('mutation ($id: Int!) { webhookEnable(id: $id) { id } }', { id })
    await waitUntilIdle(service)
    await eventually(async () => expect(receiver.received.filter(isEventOf(id))).toHaveLength(6))
    const sent = receiver.received.filter(isEventOf(id)).map(({ headers }) => headers['webhook-id'])
    const even = (_: unknown, n: number): boolean => n % 2 === 0
    const odd = (_: unknown, n: number): boolean => n % 2 === 1
    expect(sent.filter((one) => ids.filter(even).includes(String(one)))).toEqual(ids.filter(even))
    expect(sent.filter((one) => ids.filter(odd).includes(String(one)))).toEqual(ids.filter(odd))
  })

  test('ends early if the webhook is disabled meanwhile, and leaves no delivery waiting', async () => {
    const { id } = await subscribe(service, receiver)
    await pause(id)
    await failedOnes(id, 5, since)
    const responses = await Promise.all([
      replay(id, { since }),
      service.graphql('mutation ($id: Int!) { webhookDisable(id: $id) { id } }', { id }),
      replay(id, { since }),
    ])
    for (const response of responses) expect([undefined, 'CONFLICT']).toContain(codeOf(response))
    await eventually(async () => expect(await waiting(id)).toEqual([]))
  })

  test('of an empty period is refused', async () => {
    const { id } = await subscribe(service, receiver)
    const response = await replay(id, { since, until: since })
    expect(response.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'until',
    })
  })

  test('sends delivered events again only on request, and keeps their log', async () => {
    const { id } = await subscribe(service, receiver)
    await service.publish(listEvent())
    await receiver.until(isEventOf(id))
    await waitUntilIdle(service)
    const lately = new Date(Date.now() - 60_000)
    expect((await replay(id, { since: lately })).data).toEqual({ webhookReplay: 0 })
    expect((await replay(id, { since: lately, onlyFailed: false })).data).toEqual({
      webhookReplay: 1,
    })
    await receiver.until(isEventOf(id), 2)
    await waitUntilIdle(service)
    const { data } = await service.graphql(
      `query ($id: Int!) { webhook(id: $id) { deliveries(event: "project-management-production-list-created") {
        nodes { state finishedAt attempts { statusCode } } } } }`,
      { id },
    )
    expect(data.webhook.deliveries.nodes).toEqual([
      {
        state: 'delivered',
        finishedAt: expect.any(String) as string,
        attempts: [{ statusCode: 204 }, { statusCode: 204 }],
      },
    ])
  })
})

describe('a retry', () => {
  test('makes a waiting delivery due, but not one that is parked', async () => {
    const { id } = await subscribe(service, receiver)
    await pause(id)
    await service.graphql('mutation ($id: Int!) { webhookUpdate(id: $id, ordered: true) { id } }', {
      id,
    })
    const [first, , third] = await failedOnes(id, 4, since)
    expect((await retry(first)).data.webhookDeliveryRetry.nextAttemptAt).not.toBeNull()
    expect((await retry(third)).data.webhookDeliveryRetry).toEqual({
      state: 'pending',
      nextAttemptAt: null,
    })
    expect((await retry(third)).data.webhookDeliveryRetry.nextAttemptAt).toBeNull()
    await service.database.query(
      `update delivery set due_at = now() + interval '1 day' where id = $1`,
      [first],
    )
    await retry(first)
    expect(
      await service.database.query(
        'select id from delivery where webhook_id = $1 and due_at <= now()',
        [id],
      ),
    ).toEqual([{ id: first }])
  })

  test('does not send a delivery before an earlier one of its aggregate', async () => {
    const { id } = await subscribe(service, receiver)
    await pause(id)
    await service.graphql('mutation ($id: Int!) { webhookUpdate(id: $id, ordered: true) { id } }', {
      id,
    })
    const [first, , third] = await failedOnes(id, 3, since)
    await retry(third)
    await service.database.query(
      `update delivery set due_at = now() + interval '1 day' where id = $1`,
      [third],
    )
    await retry(first)
    expect((await retry(third)).data.webhookDeliveryRetry).toEqual({
      state: 'pending',
      nextAttemptAt: null,
    })
  })

  test('twice at the same time counts once', async () => {
    const { id } = await subscribe(service, receiver)
    await pause(id)
    const [one] = await failedOnes(id, 1, since)
    const responses = await Promise.all([retry(one), retry(one), retry(one)])
    expect(responses.flatMap(({ errors }) => errors ?? [])).toEqual([])
    expect(await waiting(id)).toHaveLength(1)
    expect(
      await service.database.query('select 1 from finished_delivery where id = $1', [one]),
    ).toEqual([])
  })
})

describe('a test event', () => {
  test('has the data of the newest event of its kind, in the state that receivers act on', async () => {
    const { id } = await subscribe(service, receiver)
    await subscribe(service, receiver, { orgIds: [2] })
    const orderId = randomUUID()
    const order = (state: string, sequence: number) =>
      otherEvent(
        'distribution-order.state-changed',
        { type: 'distribution-order', id: orderId, sequence },
        { distributionOrderId: orderId, state, productionListId: 31, jobId: 5 },
      )
    await service.publish(
      order('submitted', 2),
      listEvent('production-list.updated', { productionListId: 77 }),
    )
    await service.publish(order('cancelled', 3), listEvent('production-list.updated', { orgId: 2 }))
    await receiver.until(isEventOf(id), 3)
    await waitUntilIdle(service)
    expect((await testEvent(id, ORDER_CHANGED)).data.webhookTest.payload).toEqual({
      event: ORDER_CHANGED,
      distribution_order_id: orderId,
      state: 'submitted',
      webhook_id: id,
      project_management_production_list_id: 31,
      job_id: 5,
    })
    expect((await testEvent(id, UPDATED)).data.webhookTest.payload).toMatchObject({
      project_management_production_list_id: 77,
    })
  })

  test('has the data of the newest event of an order, in any state', async () => {
    const { id } = await subscribe(service, receiver)
    const orderId = randomUUID()
    const order = { type: 'order' as const, id: orderId, sequence: 2 }
    const data = { orderId, state: 'replaced', productionListId: 31, jobId: 5 }
    await service.publish(otherEvent('order.state-changed', order, data))
    await receiver.until(isEventOf(id), 1)
    await waitUntilIdle(service)
    const { webhookTest } = (await testEvent(id, 'project-management-order-state-changed')).data
    expect(webhookTest.payload).toMatchObject({
      project_management_order_id: orderId,
      state: 'replaced',
    })
  })

  test('is not ordered: no delivery waits for it', async () => {
    const { id } = await subscribe(service, receiver)
    await service.graphql('mutation ($id: Int!) { webhookUpdate(id: $id, ordered: true) { id } }', {
      id,
    })
    const { data } = await testEvent(id, UPDATED)
    await receiver.until(isEventOf(id))
    expect(
      await service.database.query(
        `select sequence from domain_event e join (
           select domain_event_id from finished_delivery where id = $1
           union all select domain_event_id from delivery where id = $1
         ) d on d.domain_event_id = e.id`,
        [data.webhookTest.id],
      ),
    ).toEqual([{ sequence: 0 }])
  })
})

describe('calls of one webhook are limited', () => {
  const made = (id: number, kind: string, count: number): Promise<unknown> =>
    service.database.query(
      `insert into webhook_call (webhook_id, kind, at)
       select $1, $2, now() - interval '50 seconds' from generate_series(1, $3)`,
      [id, kind, count],
    )

  test.each([
    ['test', 30, (id: number) => testEvent(id, UPDATED)],
    ['replay', 20, (id: number) => replay(id, { since: new Date() })],
    ['retry', 60, async (id: number) => retry((await failedOnes(id, 1, since))[0])],
  ])('%s: %i, and the error says when to retry', async (kind, count, call) => {
    const [one, other] = [await subscribe(service, receiver), await subscribe(service, receiver)]
    await made(one.id, kind, count - 1)
    expect((await call(one.id)).errors).toBeUndefined()
    const [refused] = (await call(one.id)).errors ?? []
    expect(refused?.extensions['code']).toBe('RATE_LIMITED')
    const [least, most] = kind === 'replay' ? [3_500, 3_550] : [1, 10]
    expect(refused?.extensions['retryAfterSeconds']).toBeGreaterThanOrEqual(least)
    expect(refused?.extensions['retryAfterSeconds']).toBeLessThanOrEqual(most)
    expect((await call(other.id)).errors).toBeUndefined()
    await service.database.query(`update webhook_call set at = at - interval '2 hours'`)
    expect((await call(one.id)).errors).toBeUndefined()
  })

  test('also for concurrent calls', async () => {
    const { id } = await subscribe(service, receiver)
    await made(id, 'test', 27)
    const responses = await Promise.all(Array.from({ length: 8 }, () => testEvent(id, UPDATED)))
    expect(responses.filter(({ errors }) => errors === undefined)).toHaveLength(3)
  })
})
