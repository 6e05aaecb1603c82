import type { ServerResponse } from 'node:http'
import { createLogger } from '@takeoff/kit/service/logger'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listDeliveries } from '../src/db/delivery-search.ts'
import type { LogPart } from '../src/db/found-delivery.ts'
import { writeResults } from '../src/deliveries/results/write-results.ts'
import { requeueOne } from '../src/subscriptions/requeue-finished.ts'
import { hang, startReceiver, status } from './support/receiver.ts'
import type { Received, Receiver, Respond } from './support/receiver.ts'
import {
  eventually,
  isEventOf,
  listEvent,
  otherEvent,
  waitUntilIdle,
  startTestService,
  subscribe,
} from './support/test-service.ts'

const logger = createLogger('test', 'silent')
const LIST_CREATED = 'project-management-production-list-created'

const service = await disposeAfterAll(
  startTestService({ overrides: { stopWaitMs: 50, random: () => 0 } }),
)
let receiver: Receiver

beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  await service.database.query('delete from webhook')
  await service.database.query('delete from delivery')
  await receiver[Symbol.asyncDispose]()
})

async function deliveriesOf(id: number) {
  const { data } = await service.graphql(
    `query ($id: Int!) { webhook(id: $id) { deliveries { nodes {
      state event nextAttemptAt attempts { statusCode error responseBody } } } } }`,
    { id },
  )
  return data.webhook.deliveries.nodes.filter(({ event }) => event !== 'webhook-verification-code')
}

async function webhookOf(id: number) {
  const { data } = await service.graphql(
    'query ($id: Int!) { webhook(id: $id) { verifiedAt disabledAt pausedUntil lastError } }',
    { id },
  )
  return data.webhook
}

/** Makes writes of every role fail as while the table of finished deliveries cannot grow. */
async function fillDisk() {
  const { database } = service
  await database.query('create sequence refusals')
  await database.query(
    `create function refuse() returns trigger language plpgsql security definer as $$
     begin
       perform nextval('refusals');
       raise exception 'No space left on device' using errcode = '53100';
     end $$`,
  )
  await database.query(
    'create trigger refuse before insert on finished_delivery for each row execute function refuse()',
  )
  return {
    /** Resolves when this many further writes were refused. */
    async refused(times: number): Promise<void> {
      const count = () => database.query<{ n: number }>(`select nextval('refusals')::int as n`)
      const [before] = await count()
      let looks = 0
      await eventually(async () => {
        const [now] = await count()
        looks += 1
        expect((now?.n ?? 0) - (before?.n ?? 0) - looks).toBeGreaterThanOrEqual(times)
      })
    },
    empty: () => database.query('drop function refuse cascade'),
  }
}

/** Gives one response to each request, in this order; the last one is repeated. */
const inSequence = (...responses: Respond[]): Respond => {
  let next = 0
  return (response, received) =>
    responses[Math.min(next++, responses.length - 1)]?.(response, received)
}

describe('messages', () => {
  test('each event has exactly the documented keys and types, and a signature that verifies', async () => {
    const { id, secret } = await subscribe(service, receiver)
    const documentId = crypto.randomUUID()
    const orderId = crypto.randomUUID()
    await service.publish(
      listEvent('production-list.created'),
      listEvent('production-list.updated'),
      otherEvent(
        'order-document.state-changed',
        { type: 'order-document', id: documentId, sequence: 1 },
        { orderDocumentId: documentId, state: 'complete', productionListId: 28001, jobId: 12 },
      ),
      otherEvent(
        'distribution-order.state-changed',
        { type: 'distribution-order', id: orderId, sequence: 1 },
        { distributionOrderId: orderId, state: 'submitted', productionListId: 28001, jobId: 12 },
      ),
      otherEvent(
        'order.state-changed',
        { type: 'order', id: orderId, sequence: 1 },
        { orderId, state: 'replaced', productionListId: 28001, jobId: 12 },
      ),
    )
    const events = await receiver.until(isEventOf(id), 5)
    for (const { body, headers } of events) {
      expect(() =>
        new Webhook(secret).verify(body, headers as Record<string, string>),
      ).not.toThrow()
      expect(headers['content-type']).toBe('application/json')
      expect(headers['user-agent']).toMatch(/^Takeoff-Webhooks\//)
    }
    const byEvent = Object.fromEntries(events.map(({ json }) => [json['event'], json]))
    const list = {
      project_management_production_list_id: 28001,
      sales_opportunity_id: 12,
      job_id: 12,
      webhook_id: id,
    }
    expect(byEvent).toStrictEqual({
      [LIST_CREATED]: { ...list, event: LIST_CREATED },
      'project-management-production-list-updated': {
        ...list,
        event: 'project-management-production-list-updated',
      },
      'project-management-order-document-state-changed': {
        project_management_order_document_id: documentId,
        state: 'complete',
        project_management_production_list_id: 28001,
        job_id: 12,
        event: 'project-management-order-document-state-changed',
        webhook_id: id,
      },
      'distribution-order-state-changed': {
        event: 'distribution-order-state-changed',
        distribution_order_id: orderId,
        state: 'submitted',
        webhook_id: id,
        project_management_production_list_id: 28001,
        job_id: 12,
      },
      'project-management-order-state-changed': {
        project_management_order_id: orderId,
        state: 'replaced',
        project_management_production_list_id: 28001,
        job_id: 12,
        event: 'project-management-order-state-changed',
        webhook_id: id,
      },
    })
  })
})

describe('attempts', () => {
  test('a receiver that fails twice gets a third attempt, with the same webhook-id and a new timestamp', async () => {
    const { id, secret } = await subscribe(service, receiver)
    receiver.respond = inSequence(status(500), status(404), status(200))
    await service.publish(listEvent())
    const attempts = await receiver.until(isEventOf(id), 3)
    await waitUntilIdle(service)
    expect(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(attempts.map(({ body }) => String(body))).size).toBe(1)
    for (const { body, headers } of attempts) {
      expect(() =>
        new Webhook(secret).verify(body, headers as Record<string, string>),
      ).not.toThrow()
    }
    const [log] = await deliveriesOf(id)
    expect(log).toMatchObject({
      state: 'delivered',
      nextAttemptAt: null,
      attempts: [
        { statusCode: 500, error: 'answered 500', responseBody: 'answer 500' },
        { statusCode: 404, error: 'answered 404' },
        { statusCode: 200, error: null },
      ],
    })
    expect((await webhookOf(id)).lastError).toBeNull()
  })

  test('after the last attempt a delivery stays listed as failed, with the reason, and can be sent again', async () => {
    const { id } = await subscribe(service, receiver)
    receiver.respond = status(500)
    await service.publish(listEvent())
    await receiver.until(isEventOf(id), 3)
    await eventually(async () => expect((await deliveriesOf(id))[0]?.state).toBe('failed'))
    expect(await webhookOf(id)).toMatchObject({ disabledAt: null, lastError: 'answered 500' })

    receiver.respond = status(200)
    const since = new Date(Date.now() - 60_000).toISOString()
    const replay = await service.graphql(
      'mutation ($id: Int!, $since: DateTime!) { webhookReplay(id: $id, since: $since) }',
      { id, since },
    )
    expect(replay.data).toEqual({ webhookReplay: 1 })
    const sent = await receiver.until(isEventOf(id), 4)
    await waitUntilIdle(service)
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'delivered' })
  })

  test('410 disables the webhook, and waiting deliveries become failed', async () => {
    const { id } = await subscribe(service, receiver)
    receiver.respond = status(410)
    await service.publish(listEvent())
    await eventually(async () => expect((await webhookOf(id)).disabledAt).not.toBeNull())
    expect((await webhookOf(id)).lastError).toBe('answered 410 (gone)')
    await service.publish(listEvent('production-list.updated'))
    expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(['failed'])
    expect(receiver.received.filter(isEventOf(id))).toHaveLength(1)
  })

  test('a message that cannot be prepared is retried, and does not count against the receiver', async () => {
    const { id } = await subscribe(service, receiver)
    await service.database.query(
      `with event as (
         insert into domain_event (id, org_id, name, occurred_at, received_at, aggregate_type, aggregate_id, sequence, data)
         values (gen_random_uuid(), 1, 'x', now(), now(), 'production-list', '1', 1, '{}') returning id
       )
       insert into delivery (webhook_id, id, org_id, event, domain_event_id, created_at, due_at)
       select $1, gen_random_uuid(), 1, $2, id, now(), now() from event`,
      [id, LIST_CREATED],
    )
    await eventually(async () => expect((await deliveriesOf(id))[0]?.state).toBe('failed'))
    const [delivery] = await deliveriesOf(id)
    expect(delivery?.attempts).toHaveLength(3)
    expect(delivery?.attempts[0]?.error).toBe('could not be prepared on our side')
    expect(receiver.received.filter(isEventOf(id))).toEqual([])
    expect((await webhookOf(id)).lastError).toBeNull()
  })

  test.each([410, 429])('%i of the previous url does not affect the new one', async (code) => {
    const { id } = await subscribe(service, receiver)
    const request = Promise.withResolvers<ServerResponse>()
    receiver.respond = (response, received) =>
      isEventOf(id)(received) ? request.resolve(response) : response.writeHead(204).end()
    await service.publish(listEvent())
    const before = await request.promise
    await service.graphql(
      'mutation ($id: Int!, $url: String!) { webhookUpdate(id: $id, url: $url) { id } }',
      { id, url: `${receiver.url}/new` },
    )
    before.writeHead(code).end()
    await eventually(async () =>
      expect((await deliveriesOf(id))[0]?.attempts[0]?.statusCode).toBe(code),
    )
    expect(await webhookOf(id)).toEqual({
      verifiedAt: null,
      disabledAt: null,
      pausedUntil: null,
      lastError: null,
    })
  })

  test('429 with Retry-After delays the next attempt as requested', async () => {
    const { id } = await subscribe(service, receiver)
    receiver.respond = status(429, { 'retry-after': '3600' })
    await service.publish(listEvent())
    await receiver.until(isEventOf(id))
    const due = await eventually(async () => {
      const [log] = await deliveriesOf(id)
      expect(log?.nextAttemptAt).not.toBeNull()
      return new Date(log?.nextAttemptAt ?? 0).getTime()
    })
    expect(due - Date.now()).toBeGreaterThan(3_500_000)
    expect(due - Date.now()).toBeLessThan(3_700_000)
  })
})

describe('health of a webhook', () => {
  test('after five days without a success it is disabled, and the organization sees why', async () => {
    const { id } = await subscribe(service, receiver)
    receiver.respond = status(503)
    // The result of the handshake is a success too.
    await waitUntilIdle(service)
    await service.database.query(
      `update webhook set failing_since = now() - interval '5 days 1 second', failing_until = now() + interval '1 day'
       where id = $1`,
      [id],
    )
    await service.publish(listEvent())
    await eventually(async () => expect((await webhookOf(id)).disabledAt).not.toBeNull())
    expect((await webhookOf(id)).lastError).toBe('answered 503')
    await eventually(async () => expect((await deliveriesOf(id))[0]?.state).toBe('failed'))
  })

  test('one success resets the earlier failures', async () => {
    const { id } = await subscribe(service, receiver)
    // The result of the handshake is a success too.
    await waitUntilIdle(service)
    await service.database.query(
      `update webhook set failing_since = now() - interval '4 days', last_error = 'answered 500' where id = $1`,
      [id],
    )
    await service.publish(listEvent())
    await receiver.until(isEventOf(id))
    await eventually(async () =>
      expect(
        await service.database.query(
          'select failing_since, last_error from webhook where id = $1',
          [id],
        ),
      ).toEqual([{ failing_since: null, last_error: null }]),
    )
  })
})

describe('fairness', () => {
  test('a hanging webhook with a long queue does not delay another, and has at most 16 requests', async () => {
    await using slow = await startReceiver()
    const hanging = await subscribe(service, slow)
    const healthy = await subscribe(service, receiver)
    slow.respond = hang
    const events = Array.from({ length: 40 }, (_, n) =>
      listEvent('production-list.updated', { productionListId: n + 1 }),
    )
    await service.publish(...events)
    await receiver.until(isEventOf(healthy.id), 40)
    // If the other webhook had waited for timeouts, further requests would have been sent here.
    expect(slow.received.filter(isEventOf(hanging.id)).length).toBeLessThanOrEqual(16)
  })
})

describe('crashes', () => {
  /** Simulates a process killed in the middle of an attempt: there is a lease, and no result. */
  async function simulateKilledAttempt(
    id: number,
    { worker }: { readonly worker: number },
  ): Promise<void> {
    await service.database.query(
      `with back as (
         delete from finished_delivery where webhook_id = $1 and event = $2 returning *
       )
       insert into delivery
         (webhook_id, id, org_id, event, domain_event_id, created_at, log, due_at, worker, fence)
       select webhook_id, id, org_id, event, domain_event_id, created_at, log,
         now() + interval '1 hour', $3::int, 9 from back`,
      [id, LIST_CREATED, worker],
    )
  }

  async function deliverOnce(): Promise<{ id: number; first: Received | undefined }> {
    const { id } = await subscribe(service, receiver)
    await service.publish(listEvent())
    const [first] = await receiver.until(isEventOf(id))
    await waitUntilIdle(service)
    return { id, first }
  }

  /** The `webhook-id` of its second request. */
  async function sentAgain(id: number): Promise<unknown> {
    const sent = await receiver.until(isEventOf(id), 2)
    await waitUntilIdle(service)
    expect((await deliveriesOf(id))[0]?.state).toBe('delivered')
    return sent[1]?.headers['webhook-id']
  }

  test('a delivery whose process died is sent again when its lease ends, under the same webhook-id', async () => {
    const { id, first } = await deliverOnce()
    await simulateKilledAttempt(id, { worker: 0 })
    await service.database.query('update delivery set due_at = now() where webhook_id = $1', [id])
    expect(await sentAgain(id)).toBe(first?.headers['webhook-id'])
  })

  test('a process without a heartbeat loses its leases long before they end', async () => {
    const { id, first } = await deliverOnce()
    const [dead] = await service.database.query<{ id: number }>(
      `insert into worker (seen_at) values (now()) returning id`,
    )
    await simulateKilledAttempt(id, { worker: dead?.id ?? 0 })
    // Only now: a process that is found dead before it has a lease is deleted.
    await service.database.query(
      `update worker set seen_at = now() - interval '6 seconds' where id = $1`,
      [dead?.id],
    )
    expect(await sentAgain(id)).toBe(first?.headers['webhook-id'])
    expect(await service.database.query('select 1 from worker where id = $1', [dead?.id])).toEqual(
      [],
    )
  })

  test('a process that was wrongly considered dead continues under a new id', async () => {
    const { id } = await subscribe(service, receiver)
    await service.database.query('delete from worker')
    await eventually(async () =>
      expect(await service.database.query('select 1 from worker')).toHaveLength(1),
    )
    await service.publish(listEvent())
    await receiver.until(isEventOf(id))
    await waitUntilIdle(service)
    expect((await deliveriesOf(id))[0]?.state).toBe('delivered')
  })

  /** A delivery under way in another process, which this one does not claim, and the result of its attempt. */
  async function attemptElsewhere() {
    const { id } = await deliverOnce()
    await service.database.query(
      `update webhook set paused_until = now() + interval '1 hour' where id = $1`,
      [id],
    )
    await simulateKilledAttempt(id, { worker: 1 })
    const [row] = await service.database.query<{ id: string }>(
      'update delivery set worker = null where webhook_id = $1 returning id',
      [id],
    )
    const deliveryId = row?.id ?? ''
    const attempt = { at: new Date(), durationMs: 1, statusCode: 200, responseBody: undefined }
    return { webhookId: id, deliveryId, fence: 9, url: receiver.url, ...attempt }
  }

  test('a result of an older lease is dropped; a late one counts unless another process has leased the delivery', async () => {
    const result = { ...(await attemptElsewhere()), decision: { kind: 'delivered' } } as const
    const older = await writeResults({ database: service.database, logger }, [
      { ...result, fence: 8 },
    ])
    expect(older.stale).toBe(1)
    expect((await deliveriesOf(result.webhookId))[0]?.state).toBe('pending')
    const late = await writeResults({ database: service.database, logger }, [result])
    expect(late.stale).toBe(0)
    expect((await deliveriesOf(result.webhookId))[0]?.state).toBe('delivered')
  })

  test.each([{ kind: 'delivered' }, { kind: 'failed', error: 'answered 500' }] as const)(
    'a result ($kind) that is written twice counts once, also when its delivery is sent again in between',
    async (decision) => {
      const result = { ...(await attemptElsewhere()), decision }
      const { webhookId, deliveryId } = result
      await writeResults({ database: service.database, logger }, [result])
      await service.database.rows(requeueOne, { webhookId, event: LIST_CREATED, id: deliveryId })
      expect(await writeResults({ database: service.database, logger }, [result])).toMatchObject({
        stale: 1,
      })
      expect((await deliveriesOf(webhookId))[0]?.state).toBe('pending')
    },
  )

  test('while results cannot be written, no delivery is sent twice and no new one is sent', async () => {
    const { id } = await subscribe(service, receiver)
    const disk = await fillDisk()
    await service.publish(listEvent())
    await receiver.until(isEventOf(id))
    await disk.refused(1)
    // As after the end of its lease.
    await service.database.query('update delivery set due_at = now()')
    await service.publish(listEvent('production-list.updated'))
    await disk.refused(2)
    expect(receiver.received.filter(isEventOf(id))).toHaveLength(1)

    await disk.empty()
    await receiver.until(isEventOf(id), 2)
    await waitUntilIdle(service)
    expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
    expect(receiver.received.filter(isEventOf(id))).toHaveLength(2)
  })

  test('a shutdown waits for requests under way, and releases those that take too long', async () => {
    const { id } = await subscribe(service, receiver)
    receiver.respond = hang
    await service.publish(listEvent())
    await receiver.until(isEventOf(id))
    await service.restart()
    // The new process claims it at once: no attempt was counted, and no lease has to expire.
    await receiver.until(isEventOf(id), 2)
    receiver.respond = status(200)
    await service.restart()
    await receiver.until(isEventOf(id), 3)
    await waitUntilIdle(service)
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'delivered' })
    const ids = receiver.received.filter(isEventOf(id)).map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
  })
})

test('responses of receivers are stored without credentials, and without the headers of the webhook', async () => {
  const { id } = await subscribe(service, receiver)
  const { errors } = await service.graphql(
    `mutation ($id: Int!) {
      webhookUpdate(id: $id, headers: [{ name: "x-api-key", value: "roof-key-42" }]) { id } }`,
    { id },
  )
  expect(errors).toBeUndefined()
  receiver.respond = (response, { headers }) =>
    response.writeHead(200).end(`{"token":"abc123","ok":"${String(headers['x-api-key'])}"}\0`)
  await service.publish(listEvent())
  await receiver.until(isEventOf(id))
  await waitUntilIdle(service)
  expect((await deliveriesOf(id))[0]?.attempts[0]?.responseBody).toBe(
    '{"token":"[redacted]","ok":"[redacted]"}\uFFFD',
  )
})

describe('of many attempts', () => {
  const bodies = Array.from({ length: 10 }, (_, index) => `response ${index}`)

  /** Sends an event, and replaces its log by failed attempts with these responses. */
  async function deliverAfter(responses: readonly string[]) {
    const { id } = await subscribe(service, receiver)
    receiver.respond = (response) => response.writeHead(200).end('thanks')
    await service.publish(listEvent())
    await receiver.until(isEventOf(id))
    await waitUntilIdle(service)
    const attempts = responses.map((responseBody) => ({
      at: '2026-01-01T00:00:00.000Z',
      statusCode: 500,
      durationMs: 1,
      error: 'answered 500',
      responseBody,
    }))
    const [row] = await service.database.query<{ id: string }>(
      'update finished_delivery set log = $1 where webhook_id = $2 and event = $3 returning id',
      [JSON.stringify(attempts), id, LIST_CREATED],
    )
    return { webhookId: id, deliveryId: row?.id }
  }

  test('the newest ten keep the response of the receiver', async () => {
    const { webhookId, deliveryId } = await deliverAfter(bodies)
    const { errors } = await service.graphql(
      'mutation ($id: ID!) { webhookDeliveryRetry(id: $id) { id } }',
      { id: deliveryId },
    )
    expect(errors).toBeUndefined()
    await receiver.until(isEventOf(webhookId), 2)
    await waitUntilIdle(service)
    const [delivery] = await deliveriesOf(webhookId)
    expect(delivery?.attempts.map(({ responseBody }) => responseBody)).toEqual([
      null,
      ...bodies.slice(1),
      'thanks',
    ])
  })

  test('as many are read as are selected', async () => {
    const { webhookId } = await deliverAfter(bodies)
    const search = { filter: { event: LIST_CREATED }, page: { first: 1, after: undefined } }
    const read = async (log: LogPart) => {
      const [delivery] = await listDeliveries(service.database, [1], [webhookId], {
        ...search,
        log,
      })
      return delivery?.attempts.map(({ responseBody }) => responseBody)
    }
    expect(await read('none')).toEqual([])
    expect(await read('newest')).toEqual(bodies.slice(-1))
    expect(await read('whole')).toEqual(bodies)
    const { data } = await service.graphql(
      'query ($id: Int!) { webhook(id: $id) { deliveries(first: 1) { nodes { lastAttempt { responseBody } } } } }',
      { id: webhookId },
    )
    expect(data.webhook.deliveries.nodes).toEqual([
      { lastAttempt: { responseBody: bodies.at(-1) } },
    ])
  })
})
