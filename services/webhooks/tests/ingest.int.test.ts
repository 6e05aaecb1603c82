import { createLogger } from '@takeoff/kit/service/logger'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { interceptedSql } from '@takeoff/kit/testing/intercepted-sql'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readMessage } from '../src/ingest/read-message.ts'
import { NO_ROOM } from '../src/deliveries/leases/lease-offer.ts'
import { ingestEvents } from '../src/ingest/ingest-events.ts'
import { LEASE_HOLDER } from './support/lease-holder.ts'
import { startReceiver } from './support/receiver.ts'
import {
  ALL_DELIVERIES,
  EVENTS_SECRET,
  isEventOf,
  listEvent,
  otherEvent,
  startTestService,
  subscribe,
} from './support/test-service.ts'

const logger = createLogger('test', 'silent')
const service = await disposeAfterAll(startTestService())
const receiver = await disposeAfterAll(startReceiver())

beforeEach(() => service.database.query('delete from webhook'))

const deliveries = async (): Promise<{ webhook_id: number; event: string }[]> =>
  service.database.query(
    `select webhook_id, event from ${ALL_DELIVERIES}
     where event <> 'webhook-verification-code' and webhook_id in (select id from webhook) order by webhook_id, event`,
  )

describe('which events become deliveries', () => {
  test('a repeated event, in the same batch or later, is delivered once', async () => {
    const { id } = await subscribe(service, receiver)
    const event = listEvent()
    await service.publish(event, event)
    await service.publish(event)
    await service.publish({ ...event, id: event.id.toUpperCase() })
    expect(await deliveries()).toEqual([
      { webhook_id: id, event: 'project-management-production-list-created' },
    ])
    await receiver.until(isEventOf(id))
  })

  test('each webhook of the organization that selected the event gets it, and no other', async () => {
    const all = await subscribe(service, receiver)
    const one = await subscribe(service, receiver, {
      events: ['project-management-production-list-updated'],
    })
    await subscribe(service, receiver, { events: ['distribution-order-state-changed'] })
    await subscribe(service, receiver, { orgIds: [2] })
    await service.publish(listEvent('production-list.updated'))
    expect((await deliveries()).map(({ webhook_id }) => webhook_id)).toEqual([all.id, one.id])
  })

  test('events from before the verification are not sent later, events after it are', async () => {
    const before = listEvent('production-list.created', { at: new Date(Date.now() - 1) })
    const { id } = await subscribe(service, receiver)
    await service.publish(before)
    expect(await deliveries()).toEqual([])
    await service.publish(listEvent('production-list.updated'))
    expect((await deliveries()).map(({ webhook_id }) => webhook_id)).toEqual([id])
  })

  test('a webhook that is not verified, or is disabled, gets no event', async () => {
    const { id } = await subscribe(service, receiver)
    await service.graphql('mutation ($id: Int!) { webhookDisable(id: $id) { id } }', { id })
    await service.graphql(
      'mutation ($url: String!) { webhookCreate(orgId: 1, url: $url) { secret } }',
      {
        url: receiver.url,
      },
    )
    await service.publish(listEvent())
    expect(await deliveries()).toEqual([])
  })

  test('an order document is sent when it is complete, and only then', async () => {
    await subscribe(service, receiver)
    const documentId = randomUUID()
    const event = (state: string) =>
      otherEvent(
        'order-document.state-changed',
        { type: 'order-document', id: documentId, sequence: 1 },
        { orderDocumentId: documentId, state, productionListId: 1, jobId: 1 },
      )
    await service.publish(event('pending'), event('failed'))
    expect(await deliveries()).toEqual([])
    await service.publish(event('complete'))
    expect(await deliveries()).toHaveLength(1)
  })
})

describe('POST /events', () => {
  const post = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.url}/events`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${EVENTS_SECRET}`,
        ...headers,
      },
      body,
    })
  const poison = () =>
    service.database.query<{ body: Buffer; error: string }>(
      'select carrier, body, error from poison_message order by id',
    )

  test('it responds with 204 once an envelope, or an array of them, is committed', async () => {
    const [one, two] = [listEvent(), listEvent()]
    expect((await post(JSON.stringify(one))).status).toBe(204)
    expect((await post(JSON.stringify([two]))).status).toBe(204)
    expect((await post('[]')).status).toBe(204)
    const known = await service.database.query('select id from domain_event where id = any($1)', [
      [one.id, two.id],
    ])
    expect(known).toHaveLength(2)
  })

  test('a large batch is ingested in parts, however many subscriptions the next event has', async () => {
    const events = Array.from({ length: 1_001 }, () => listEvent())
    expect((await post(JSON.stringify(events))).status).toBe(204)
    const statements = await service.database.query(
      'select from domain_event where id = any($1) group by xmin::text',
      [events.map(({ id }) => id)],
    )
    expect(statements).toHaveLength(2)
  })

  test.each([
    { authorization: 'Bearer wrong' },
    { authorization: EVENTS_SECRET },
    { authorization: '' },
  ])('it refuses %j', async (headers) => {
    const response = await post(JSON.stringify(listEvent()), headers)
    expect(response.status).toBe(401)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
  })

  test('an unreadable message is dead-lettered with the reason and acknowledged; the rest of the batch is ingested', async () => {
    const good = listEvent()
    const bad = { ...listEvent(), orgId: 'one' }
    expect((await post(JSON.stringify([bad, good, 7]))).status).toBe(204)
    expect((await post('no JSON \0 at all')).status).toBe(204)
    const rows = await poison()
    expect(rows).toHaveLength(3)
    expect(rows[0]?.error).toContain('orgId')
    expect(JSON.parse(String(rows[0]?.body))).toEqual(bad)
    expect(String(rows[2]?.body)).toBe('no JSON \0 at all')
    expect(
      await service.database.query('select 1 from domain_event where id = $1', [good.id]),
    ).toHaveLength(1)
  })

  test('only the beginning of an oversized message is stored', async () => {
    const before = (await poison()).length
    expect((await post('x'.repeat(65_536))).status).toBe(204)
    expect((await post('x'.repeat(65_537))).status).toBe(204)
    expect((await post(`{"${'y'.repeat(5_000)}`)).status).toBe(204)
    const [whole, cut, wordy] = (await poison()).slice(before)
    expect(whole?.error).not.toContain('kept')
    expect(cut?.error).toContain('Only 65536 of 65537 bytes are kept.')
    expect(cut?.body).toHaveLength(65_536)
    expect(wordy?.error.length).toBeLessThanOrEqual(1_000)
  })

  test('JSON that is nested too deeply to be serialized is dead-lettered, too', async () => {
    const before = (await poison()).length
    const nested = '['.repeat(50_000) + ']'.repeat(50_000)
    expect((await post(nested)).status).toBe(204)
    const [kept] = (await poison()).slice(before)
    expect(String(kept?.body)).toBe(nested.slice(0, 65_536))
  })

  test('an event that PostgreSQL cannot store is dead-lettered, too, and delays no other', async () => {
    const [good, other] = [listEvent(), listEvent()]
    const data = { distributionOrderId: randomUUID(), productionListId: 1, jobId: 1 }
    const bad = (state: string) => ({
      ...otherEvent(
        'distribution-order.state-changed',
        { type: 'distribution-order', id: data.distributionOrderId, sequence: 1 },
        { ...data, state: 'draft' },
      ),
      data: { ...data, state },
    })
    const before = (await poison()).length
    const batch = JSON.stringify([good, bad('a\0b'), bad('\uD800'), other])
    expect((await post(batch)).status).toBe(204)
    expect(await poison()).toHaveLength(before + 2)
    const known = await service.database.query('select id from domain_event where id = any($1)', [
      [good.id, other.id],
    ])
    expect(known).toHaveLength(2)
  })
})

test('intake is one statement for every batch', async () => {
  await subscribe(service, receiver)
  const statements: unknown[] = []
  const events = Array.from({ length: 50 }, () => listEvent())
  const messages = [...events.map((event) => JSON.stringify(event)), 'no JSON'].map((text) => ({
    carrier: 'amqp' as const,
    messageId: undefined,
    body: Buffer.from(text),
  }))
  const counts = await ingestEvents(
    {
      database: interceptedSql(service.database, (text, params, send) => {
        statements.push(text)
        return send(text, params)
      }),
      logger,
    },
    messages.flatMap(readMessage),
    NO_ROOM,
  )
  expect(counts).toEqual({ events: 50, deliveries: 50, poisoned: 1, leased: [] })
  expect(statements).toHaveLength(1)
})

test('two processes that receive the same events in another order do not deadlock', async () => {
  const events = [listEvent(), listEvent()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const [first, second] = events.map((event) =>
    readMessage({
      carrier: 'http',
      messageId: undefined,
      body: Buffer.from(JSON.stringify(event)),
    }),
  )
  // One that is ended in a deadlock runs again.
  let transactions = 0
  const ingest = (work: (sql: Sql) => Promise<unknown>) =>
    service.database.transaction((sql) => {
      transactions += 1
      return work(sql)
    })
  let other: Promise<unknown> | undefined
  await ingest(async (sql) => {
    await ingestEvents({ database: sql, logger }, first ?? [], NO_ROOM)
    const reversed = [second ?? [], first ?? []].flat()
    other = ingest((otherSql) => ingestEvents({ database: otherSql, logger }, reversed, NO_ROOM))
    await vi.waitUntil(() => isAwaited(sql), { timeout: 5_000 })
    await ingestEvents({ database: sql, logger }, second ?? [], NO_ROOM)
  })
  await other
  expect(transactions).toBe(2)
})

test('deliveries are leased up to the room, and those that cannot be leased use none of it', async () => {
  const limited = await subscribe(service, receiver)
  const { id } = await subscribe(service, receiver)
  await service.database.query('update webhook set rate_limit = 1 where id = $1', [limited.id])
  const body = Buffer.from(JSON.stringify([listEvent(), listEvent(), listEvent()]))
  const { deliveries: queued, leased } = await ingestEvents(
    { database: service.database, logger },
    readMessage({ carrier: 'amqp', messageId: undefined, body }),
    { ...NO_ROOM, holder: LEASE_HOLDER, room: 2 },
  )
  expect(queued).toBe(6)
  expect(leased.map(({ target }) => target.webhookId)).toEqual([id, id])
})

/** Whether another transaction waits for the rows of this one. */
async function isAwaited(sql: Sql): Promise<boolean> {
  const waiting = await sql.query(
    `select from pg_locks where locktype = 'transactionid' and not granted
       and pg_backend_pid() = any(pg_blocking_pids(pid))`,
  )
  return waiting.length > 0
}
