import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Envelope } from '@takeoff/contracts/envelope'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPublisher } from '../src/bus.ts'
import type { Publisher } from '../src/bus.ts'
import { kitMigrations } from '../src/kit-migrations.ts'
import { createLogger } from '../src/logger.ts'
import { IdempotencyKeySchema } from '../src/idempotency.ts'
import { createEvent, insertOutbox, OutboxMessageSchema, recordEvent } from '../src/outbox.ts'
import { startRelay } from '../src/relay.ts'
import { createTestDatabase } from '../src/testing/database.ts'

const logger = createLogger('test', 'silent')
const database = await createTestDatabase({
  name: 'kit',
  entities: [OutboxMessageSchema, IdempotencyKeySchema],
  migrations: kitMigrations,
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => void (await database.query('delete from outbox_message')))

const newEvent = (sequence = 1) => ({
  name: 'production-list.updated' as const,
  orgId: 1,
  aggregate: { type: 'production-list' as const, id: '5', sequence },
  data: { productionListId: 5, salesOpportunityId: 4, jobId: 4 },
})

async function commit(count: number): Promise<string[]> {
  const events = Array.from({ length: count }, (_, index) => createEvent(newEvent(index + 1)))
  await database.transaction(async (sql) => {
    for (const event of events) await insertOutbox(sql, event)
  })
  return events.map(({ id }) => id)
}

const waiting = async () => (await database.query('select id from outbox_message')).length
const empty = () =>
  vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 10_000, interval: 20 })

/** A carrier that keeps what it is given, and refuses as often as it is told to. */
function carrier(refusals = 0): Publisher & { readonly got: Envelope[]; tries: number } {
  const self = {
    got: [] as Envelope[],
    tries: 0,
    blocked: false,
    publish(envelopes: readonly Envelope[]) {
      self.tries += 1
      if (self.tries <= refusals) return Promise.reject(new Error('not now'))
      self.got.push(...envelopes)
      return Promise.resolve()
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  return self
}

describe('the outbox', () => {
  test('a rolled back transaction tells nothing', async () => {
    const failing = database.em().transactional((em) => {
      recordEvent(em, newEvent())
      return Promise.reject(new Error('changed my mind'))
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await waiting()).toBe(0)
  })

  test('an event that does not keep the contract is refused before anything is written', () => {
    expect(() => createEvent({ ...newEvent(), orgId: 0 })).toThrow('orgId')
  })
})

describe('the relay', () => {
  test('moves committed events and deletes them after the confirm', async () => {
    const ids = await commit(450)
    const publisher = carrier()
    await using _relay = startRelay({ database, publisher, logger })
    await empty()
    expect(publisher.got.map(({ id }) => id).sort()).toEqual(ids.sort())
  })

  test('keeps events while the carrier refuses them', async () => {
    const ids = await commit(3)
    const publisher = carrier(2)
    await using _relay = startRelay({ database, publisher, logger })
    await empty()
    expect(publisher.tries).toBe(3)
    expect(publisher.got.map(({ id }) => id).sort()).toEqual(ids.sort())
  })

  test('publishes nothing and holds no transaction while the broker is blocked', async () => {
    await commit(1)
    const publisher = { ...carrier(), blocked: true, publish: vi.fn<Publisher['publish']>() }
    await using _relay = startRelay({ database, publisher, logger })
    await vi.waitFor(async () => {
      const idle = await database.query(
        `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      )
      expect(idle).toEqual([])
    })
    expect(publisher.publish).not.toHaveBeenCalled()
    expect(await waiting()).toBe(1)
  })

  test('an event committed late with an early id is not skipped', async () => {
    const [early, late] = [createEvent(newEvent(1)), createEvent(newEvent(2))]
    const publisher = carrier()
    await using _relay = startRelay({ database, publisher, logger })
    await database.transaction(async (slow) => {
      await insertOutbox(slow, early)
      await database.transaction((fast) => insertOutbox(fast, late))
      await vi.waitFor(() => expect(publisher.got.map(({ id }) => id)).toEqual([late.id]), {
        timeout: 10_000,
      })
    })
    await empty()
    expect(publisher.got.map(({ id }) => id)).toEqual([late.id, early.id])
  })

  test('two relays share the work and tell nothing twice', async () => {
    const ids = await commit(900)
    const publisher = carrier()
    await using _one = startRelay({ database, publisher, logger })
    await using _two = startRelay({ database, publisher, logger })
    await empty()
    expect(publisher.got.map(({ id }) => id).sort()).toEqual(ids.sort())
  })
})

describe('the http carrier', () => {
  test('an event is safe only when the receiver answers 2xx', async () => {
    const statuses = [500, 401, 200]
    const seen: { authorization: string | undefined; body: string }[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        seen.push({ authorization: request.headers.authorization, body })
        response.writeHead(statuses[seen.length - 1] ?? 200).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
    await using publisher = openPublisher(address, { secret: 'open sesame', logger })
    const event = createEvent(newEvent())
    await expect(publisher.publish([event])).rejects.toThrow('500')
    await expect(publisher.publish([event])).rejects.toThrow('401')
    await publisher.publish([event])
    expect(seen.at(-1)).toEqual({
      authorization: 'Bearer open sesame',
      body: JSON.stringify([event]),
    })
    server.close()
  })
})
