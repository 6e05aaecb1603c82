import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseEnvelope } from '@takeoff/contracts/envelope'
import { setImmediate } from 'node:timers/promises'
import { v7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPublisher, encodeEvent } from '../src/events/publisher.ts'
import type { EncodedEvent, Publisher } from '../src/events/publisher.ts'
import { openDatabase } from '../src/postgres/database.ts'
import type { Database } from '../src/postgres/database.ts'
import { createHttpPublisher } from '../src/events/http-publisher.ts'
import { kitMigrations } from '../src/postgres/kit-migrations.ts'
import { createLogger } from '../src/service/logger.ts'
import { createMetrics } from '../src/service/metrics.ts'
import { IdempotencyKeySchema } from '../src/postgres/idempotency.ts'
import { createEvent, insertOutbox, OutboxMessageSchema } from '../src/events/outbox.ts'
import { startRelay } from '../src/events/relay.ts'
import { createTestDatabase } from '../src/testing/database.ts'

const logger = createLogger('test', 'silent')
const KIT = { entities: [OutboxMessageSchema, IdempotencyKeySchema], migrations: kitMigrations }
const database = await createTestDatabase({ name: 'kit', ...KIT })
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => void (await database.query('delete from outbox_message')))

const newEvent = (sequence = 1) => ({
  name: 'production-list.updated' as const,
  orgId: 1,
  aggregate: { type: 'production-list' as const, id: '5', sequence },
  data: { productionListId: 5, salesOpportunityId: 4, jobId: 4 },
})

/** Commits events; resolves with their ids. */
async function commit(count: number): Promise<string[]> {
  const events = Array.from({ length: count }, (_, index) => createEvent(newEvent(index + 1)))
  await database.transaction(async (sql) => {
    for (const event of events) await insertOutbox(sql, event)
  })
  return events.map(({ id }) => id)
}

/** Leaves events as a process that was killed after its commit does; resolves with their ids. */
async function leave(count: number): Promise<string[]> {
  const ids = await commit(count)
  await age()
  return ids
}

const age = () =>
  database.query(`update outbox_message set created_at = created_at - interval '1 second'`)

const waiting = async () => (await database.query('select id from outbox_message')).length
/** Waits long enough for a machine that others use as well. */
const soon = <T>(check: () => T) => vi.waitFor(check, { timeout: 10_000, interval: 20 })
const empty = () => soon(async () => expect(await waiting()).toBe(0))

interface RecordingTransport extends Publisher {
  readonly got: EncodedEvent[]
  tries: number
}

/** A transport that records its events, and refuses a given number of times. */
function transport(refusals = 0): RecordingTransport {
  const self = {
    got: [] as EncodedEvent[],
    tries: 0,
    blocked: false,
    open: () => Promise.resolve(),
    publish(events: readonly EncodedEvent[]) {
      self.tries += 1
      if (self.tries <= refusals) return Promise.reject(new Error('not now'))
      self.got.push(...events)
      return Promise.resolve()
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  return self
}

const relayTo = (
  publisher: Publisher,
  from: Database = database,
  metrics = createMetrics('test'),
) => startRelay({ database: from, publisher, logger, metrics })

const hourOldId = () => v7({ msecs: Date.now() - 3_600_000 })
const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id).sort()

/** A transport that confirms on request. */
function slowTransport() {
  const confirms: (() => void)[] = []
  const fast = transport()
  return {
    ...fast,
    /** Events that were published and are not confirmed. */
    confirms,
    publish: (events: readonly EncodedEvent[]) =>
      fast
        .publish(events)
        .then(() => new Promise<void>((resolve) => void confirms.push(() => resolve()))),
  }
}

/** Sessions that hold a transaction open and do nothing in it. */
const idleTransactions = () =>
  database.query(
    `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )

describe('the outbox', () => {
  test('a rolled back transaction publishes nothing', async () => {
    const failing = database.transaction(async (sql) => {
      await insertOutbox(sql, createEvent(newEvent()))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await waiting()).toBe(0)
  })

  test('an event that violates the contract is refused before anything is written', () => {
    expect(() => createEvent({ ...newEvent(), orgId: 0 })).toThrow('orgId')
  })
})

/** Once its first claim has found nothing, committed events are published from memory. */
async function openRelay(publisher: Publisher, from: Database = database) {
  const stack = new AsyncDisposableStack()
  const looks = vi.fn<() => void>()
  stack.use(
    relayTo(publisher, {
      ...from,
      rows: (statement, params) => from.rows(statement, params).finally(looks),
    }),
  )
  await soon(() => expect(looks).toHaveBeenCalled())
  return stack
}

describe('an event committed in this process', () => {
  test('is published as it was recorded, without being read again', async () => {
    const publisher = transport()
    await using _relay = await openRelay(publisher)
    const event = createEvent(newEvent())
    await database.transaction(async (sql) => {
      await insertOutbox(sql, event)
      await sql.query(`update outbox_message set envelope = '{"name": "read from the table"}'`)
    })
    await empty()
    const [carried] = publisher.got
    expect(carried).toMatchObject({ id: event.id, name: event.name })
    expect(parseEnvelope(JSON.parse(carried?.body ?? ''))).toEqual(event)
  })

  test('keeps its row until the transport has confirmed it, and does not wait for earlier events', async () => {
    const publisher = slowTransport()
    await using _relay = await openRelay(publisher)
    await commit(1)
    await commit(2)
    expect(publisher.confirms).toHaveLength(2)
    expect(await waiting()).toBe(3)
    for (const confirm of publisher.confirms) confirm()
    await empty()
  })

  test('is published from the table when it could not be published from memory', async () => {
    const publisher = transport(2)
    await using _relay = await openRelay(publisher)
    const ids = await commit(3)
    expect(publisher.tries).toBe(1)
    await age()
    await empty()
    expect(publisher.tries).toBe(3)
    expect(idsOf(publisher.got)).toEqual(ids.sort())
  })

  test('is published from memory again after a claim that succeeds', async () => {
    const publisher = transport(1)
    await using _relay = await openRelay(publisher)
    await leave(1)
    await empty()
    await soon(async () => {
      const { length } = publisher.got
      await commit(1)
      expect(publisher.got).toHaveLength(length + 1)
    })
    await empty()
  })

  test('stays in the table while claims fail', async () => {
    const open = vi.fn<Publisher['open']>(() => Promise.resolve())
    const publisher = { ...transport(), open, publish: vi.fn<Publisher['publish']>() }
    await using _relay = await openRelay(publisher)
    open.mockRejectedValue(new Error('no broker'))
    await soon(() => expect(open).toHaveBeenCalledTimes(3))
    await commit(1)
    expect(publisher.publish).not.toHaveBeenCalled()
    expect(await waiting()).toBe(1)
  })

  test('is left to the table when there are too many at once', async () => {
    const publisher = transport()
    await using _relay = await openRelay(publisher)
    const events = Array.from({ length: 10_001 }, () => createEvent(newEvent()))
    await database.transaction(async (sql) => {
      await sql.query(
        `insert into outbox_message (id, envelope, created_at)
         select id, envelope, now() - interval '1 second' from unnest($1::uuid[], $2::jsonb[]) as one (id, envelope)`,
        [events.map(({ id }) => id), events.map((event) => JSON.stringify(event))],
      )
      sql.events.push(...events)
    })
    await empty()
    expect(publisher.got.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  })

  test('is published from the table while that holds more than a batch', async () => {
    const publisher = slowTransport()
    await using _relay = await openRelay(publisher)
    await commit(1)
    await commit(700)
    expect(publisher.confirms).toHaveLength(2)
    await age()
    await soon(() => expect(publisher.confirms).toHaveLength(3))
    publisher.confirms[2]?.()
    await soon(() => expect(publisher.confirms).toHaveLength(4))
    await soon(async () => {
      for (const confirm of publisher.confirms) confirm()
      expect(await waiting()).toBe(0)
    })
    // The events that were being published from memory were published again; the waiting ones were not.
    expect(publisher.got).toHaveLength(1 + 200 + 701)
  })

  test('is not published when it is rolled back', async () => {
    const publisher = transport()
    await using _relay = await openRelay(publisher)
    const failing = database.transaction(async (sql) => {
      await insertOutbox(sql, createEvent(newEvent()))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    const [id] = await commit(1)
    await empty()
    expect(idsOf(publisher.got)).toEqual([id])
  })

  test('is published and deleted when the relay has stopped; later events stay', async () => {
    const publisher = slowTransport()
    const relay = await openRelay(publisher)
    await commit(1)
    await commit(1)
    await commit(3)
    const stopped = relay.disposeAsync()
    await soon(() => expect(publisher.confirms).toHaveLength(2))
    for (const confirm of publisher.confirms) confirm()
    await soon(() => expect(publisher.confirms).toHaveLength(3))
    publisher.confirms[2]?.()
    await stopped
    expect(await waiting()).toBe(0)

    await commit(1)
    expect(publisher.got).toHaveLength(5)
    expect(await waiting()).toBe(1)
  })

  test('is published once more when its row could not be deleted', async () => {
    const publisher = transport()
    const run = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('it is away')))
    await using _relay = await openRelay(publisher, { ...database, run })
    const [id] = await commit(1)
    await soon(() => expect(run).toHaveBeenCalled())
    await age()
    await empty()
    expect(idsOf(publisher.got)).toEqual([id, id])
  })
})

describe('an event that was left in the table', () => {
  test('is published as it was recorded', async () => {
    const event = createEvent(newEvent())
    await database.transaction((sql) => insertOutbox(sql, event))
    await age()
    const publisher = transport()
    await using _relay = relayTo(publisher)
    await empty()
    const [carried] = publisher.got
    expect(carried).toMatchObject({ id: event.id, name: event.name })
    expect(parseEnvelope(JSON.parse(carried?.body ?? ''))).toEqual(event)
  })

  test('fresh rows are left to the process that committed them', async () => {
    const [fresh] = await commit(1)
    await database.query(`update outbox_message set created_at = now() + interval '1 minute'`)
    const [left] = await commit(1)
    await age()
    const publisher = transport()
    await using _relay = relayTo(publisher)
    await soon(() => expect(idsOf(publisher.got)).toEqual([left]))
    await soon(async () =>
      expect(await database.query('select id from outbox_message')).toEqual([{ id: fresh }]),
    )
  })

  test('the age of a row begins when it is written, however long its transaction takes', async () => {
    await database.transaction(async (sql) => {
      await sql.query('select pg_sleep(0.05)')
      await insertOutbox(sql, createEvent(newEvent()))
      expect(await sql.query('select created_at > now() as later from outbox_message')).toEqual([
        { later: true },
      ])
    })
  })

  test('is published in the order of ids, wherever the rows are', async () => {
    const events = Array.from({ length: 450 }, (_, index) => createEvent(newEvent(index + 1)))
    await database.transaction(async (sql) => {
      for (const event of events.toReversed()) await insertOutbox(sql, event)
    })
    await age()
    const publisher = transport()
    await using _relay = relayTo(publisher)
    await empty()
    expect(publisher.got.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  })

  test('keeps its row until the transport has confirmed it', async () => {
    await leave(3)
    const publisher = slowTransport()
    await using _relay = relayTo(publisher)
    await soon(() => expect(publisher.confirms).toHaveLength(1))
    expect(await waiting()).toBe(3)
    publisher.confirms.pop()?.()
    await empty()
    expect(publisher.got).toHaveLength(3)
  })

  test('stays while the transport refuses it', async () => {
    const ids = await leave(3)
    const publisher = transport(2)
    await using _relay = relayTo(publisher)
    await empty()
    expect(publisher.tries).toBe(3)
    expect(idsOf(publisher.got)).toEqual(ids.sort())
  })

  test('is not published, and no transaction is held, while the broker is blocked', async () => {
    await leave(1)
    const open = vi.fn<Publisher['open']>(() => Promise.resolve())
    const publisher = {
      ...transport(),
      blocked: true,
      open,
      publish: vi.fn<Publisher['publish']>(),
    }
    await using _relay = relayTo(publisher)
    await soon(() => expect(open).toHaveBeenCalledTimes(2))
    await commit(1)
    expect(await idleTransactions()).toEqual([])
    expect(publisher.publish).not.toHaveBeenCalled()
    expect(await waiting()).toBe(2)
  })

  test('holds no transaction while the transport is down', async () => {
    const [id] = await leave(1)
    const reached = Promise.withResolvers<void>()
    const open = vi.fn<Publisher['open']>(() => reached.promise)
    const publisher = { ...transport(), open }
    await using _relay = relayTo(publisher)
    await soon(() => expect(open).toHaveBeenCalled())
    expect(await idleTransactions()).toEqual([])
    reached.resolve()
    await empty()
    expect(idsOf(publisher.got)).toEqual([id])
  })

  test('an event committed late with an early id is not skipped', async () => {
    const [early, late] = [createEvent(newEvent(1)), createEvent(newEvent(2))]
    const publisher = transport()
    await database.transaction(async (slow) => {
      await insertOutbox(slow, early)
      await database.transaction((fast) => insertOutbox(fast, late))
      await age()
      await using _relay = relayTo(publisher)
      await soon(() => expect(publisher.got.map(({ id }) => id)).toEqual([late.id]))
    })
    await age()
    await using _relay = relayTo(publisher)
    await empty()
    expect(publisher.got.map(({ id }) => id)).toEqual([late.id, early.id])
  })

  test('an event that was left before the clock was set back does not wait for the clock to catch up', async () => {
    const publisher = transport()
    const [id] = await commit(1)
    await database.query(`update outbox_message set created_at = now() + interval '1 hour'`)
    await using _relay = relayTo(publisher)
    await empty()
    expect(idsOf(publisher.got)).toEqual([id])
  })

  test('an event of an hour ago, committed while others are published, is not skipped', async () => {
    const publisher = transport()
    await leave(1)
    await using _relay = relayTo(publisher)
    await empty()
    const late = { ...createEvent(newEvent()), id: hourOldId() }
    await database.transaction((sql) => insertOutbox(sql, late))
    const { length: others } = await leave(3)
    await empty()
    expect(new Set(idsOf(publisher.got)).size).toBe(2 + others)
    expect(idsOf(publisher.got)).toContain(late.id)
  })

  test('two relays share the work and publish nothing twice', async () => {
    const taking = transport()
    // Confirms later, as a broker does, so that the batches of both are under way at once.
    const publish: Publisher['publish'] = (events) =>
      taking.publish(events).then(() => setImmediate())
    const publisher = { ...taking, publish }
    const ids = [...(await leave(900)), ...(await leave(1)), ...(await leave(900))]
    await using stack = new AsyncDisposableStack()
    const other = stack.use(await openDatabase({ ...KIT, url: database.url, poolSize: 4, logger }))
    for (const one of [database, other]) stack.use(relayTo(publisher, one))
    await empty()
    expect(idsOf(publisher.got)).toEqual(ids.sort())
  })
})

test('a database has one relay at a time', async () => {
  await using _relay = relayTo(transport())
  expect(() => relayTo(transport())).toThrow('listens to these events already')
})

test('metrics show the backlog, its age, published events and failures', async () => {
  await commit(2)
  await database.query(`update outbox_message set created_at = now() - interval '1 hour'`)
  const metrics = createMetrics('test')
  const valueOf = async (name: string) =>
    (await metrics.getSingleMetric(name)?.get())?.values[0]?.value
  const publisher = { ...slowTransport(), blocked: false }
  const refusing = { ...publisher, tries: 0 }
  refusing.publish = (events) =>
    (refusing.tries += 1) === 1 ? Promise.reject(new Error('not now')) : publisher.publish(events)
  await using _relay = relayTo(refusing, database, metrics)
  await soon(() => expect(publisher.confirms).toHaveLength(1))

  expect(await valueOf('outbox_waiting_events')).toBe(2)
  expect(await valueOf('outbox_oldest_seconds')).toBeGreaterThanOrEqual(3600)
  expect(await valueOf('outbox_published_events_total')).toBe(0)
  expect(await valueOf('outbox_publish_failures_total')).toBe(1)
  expect(await valueOf('outbox_broker_blocked')).toBe(0)
  refusing.blocked = true
  expect(await valueOf('outbox_broker_blocked')).toBe(1)

  publisher.confirms.pop()?.()
  await empty()
  expect(await valueOf('outbox_oldest_seconds')).toBe(0)
  expect(await valueOf('outbox_published_events_total')).toBe(2)
  const confirms = await metrics.getSingleMetricAsString('outbox_confirm_seconds')
  expect(confirms).toContain('outbox_confirm_seconds_count{service="test"} 1')
})

test('metrics are served while the database is unavailable, without the values that need it', async () => {
  const away = await openDatabase({ ...KIT, url: database.url, poolSize: 2, logger })
  const metrics = createMetrics('test')
  await relayTo(transport(), away, metrics)[Symbol.asyncDispose]()
  await away[Symbol.asyncDispose]()

  const text = await metrics.metrics()
  expect(text).toContain('outbox_published_events_total{service="test"} 0')
  expect(text).toContain('outbox_waiting_events{service="test"} Nan')
  expect(text).toContain('outbox_oldest_seconds{service="test"} Nan')
})

describe('the http transport', () => {
  interface Heard {
    readonly authorization: string | undefined
    readonly body: string
  }
  async function startReceiver(respond: (response: ServerResponse, posts: number) => void) {
    const heard: Heard[] = []
    let connections = 0
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        heard.push({ authorization: request.headers.authorization, body })
        respond(response, heard.length)
      })
    })
    server.on('connection', () => (connections += 1))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return {
      heard,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
      connections: () => connections,
      [Symbol.asyncDispose]: () => {
        server.closeAllConnections()
        return new Promise<void>((resolve) => void server.close(() => resolve()))
      },
    }
  }
  const events = [createEvent(newEvent()), createEvent(newEvent(2))]
  const carried = events.map(encodeEvent)

  test('a batch is confirmed only by a 2xx response; a redirect does not count', async () => {
    const statuses = [500, 401, 307, 200]
    await using receiver = await startReceiver((response, posts) => {
      response.writeHead(statuses[posts - 1] ?? 200, { location: '/elsewhere' }).end()
    })
    await using publisher = openPublisher(receiver.url, { secret: 'open sesame', logger })
    for (const status of statuses.slice(0, 3)) {
      await expect(publisher.publish(carried)).rejects.toThrow(String(status))
    }
    await publisher.publish(carried)
    expect(receiver.heard).toHaveLength(statuses.length)
    expect(receiver.heard.at(-1)).toEqual({
      authorization: 'Bearer open sesame',
      body: JSON.stringify(events),
    })
    expect(receiver.connections()).toBeLessThan(statuses.length)
  })

  test('waits for a response for a limited time, and for the body of a 2xx response', async () => {
    await using receiver = await startReceiver((response, posts) => {
      if (posts === 2) response.writeHead(200).write('so far')
    })
    await using publisher = createHttpPublisher(receiver.url, {
      secret: 'open sesame',
      timeoutMs: 1_000,
    })
    await expect(publisher.publish(carried)).rejects.toThrow('no response in time')
    await publisher.publish(carried)
  })
})
