import { raw } from '@mikro-orm/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEvent, insertOutbox, OutboxMessageSchema } from '../src/events/outbox.ts'
import type { Publisher } from '../src/events/publisher.ts'
import { startRelay } from '../src/events/relay.ts'
import { openDatabase } from '../src/postgres/database.ts'
import type { Database } from '../src/postgres/database.ts'
import { IdempotencyKey, IdempotencyKeySchema } from '../src/postgres/idempotency.ts'
import { kitMigrations } from '../src/postgres/kit-migrations.ts'
import { readVariables } from '../src/service/config.ts'
import { createLogger } from '../src/service/logger.ts'
import { createMetrics } from '../src/service/metrics.ts'
import { startTelemetry } from '../src/service/telemetry.ts'
import { telemetryVariables } from '../src/service/telemetry-config.ts'
import { inSpan, startLinkedSpan } from '../src/service/tracing.ts'
import { exportingTo, startCollector } from '../src/testing/collector.ts'
import type { Collector } from '../src/testing/collector.ts'
import { createTestDatabase } from '../src/testing/database.ts'
import { parseTraceparent } from '../src/values/traceparent.ts'
import { disposeAfterAll } from '../src/testing/dispose-after-all.ts'

const KIT = { entities: [OutboxMessageSchema, IdempotencyKeySchema], migrations: kitMigrations }
const logger = createLogger('test', 'silent')
const traceparentOf = (n: number): string => `00-${String(n).padStart(32, '0')}-b7ad6b7169203331-01`

let collector: Collector
let telemetry: AsyncDisposable | undefined
const database = await disposeAfterAll(createTestDatabase({ name: 'kit', ...KIT }))
beforeEach(async () => {
  collector = await startCollector()
  const config = readVariables(telemetryVariables, exportingTo(collector))
  telemetry = await startTelemetry('kit', config, logger)
})
afterEach(() => collector[Symbol.asyncDispose]())

/** The spans of the trace of a request, after the process has ended. */
async function spansOf(request: number) {
  await telemetry?.[Symbol.asyncDispose]()
  telemetry = undefined
  const traceId = parseTraceparent(traceparentOf(request))?.traceId
  return collector.spans.filter((span) => span.traceId === traceId)
}

/** Runs `work` as a request of a client that records its traces. */
function asRequest<T>(request: number, work: () => Promise<T>): Promise<T> {
  return inSpan(startLinkedSpan('request', traceparentOf(request)), work)
}

test('statements are spans of the request that sent them, with their text and without values', async () => {
  await asRequest(1, () =>
    database.query(`select length($1::text) as "n" from pg_class`, ['s3cret']),
  )
  const statement = (await spansOf(1)).find(({ name }) => name === 'select pg_class')
  expect(statement?.attributes['db.query.text']).toBe(
    'select length($1::text) as "n" from pg_class',
  )
  expect(JSON.stringify(collector.spans)).not.toContain('s3cret')
})

test.for(['for update', 'for no key update'])(
  'the lock of a statement (%s) is no change in the name of its span',
  async (lock) => {
    const locked = `select key from idempotency_key ${lock} skip locked`
    await asRequest(1, async () => {
      await database.query(locked)
      await database.query(`with locked as (${locked}) delete from idempotency_key where false`)
    })
    const names = (await spansOf(1)).map(({ name }) => name)
    expect(names.toSorted()).toEqual([
      'delete idempotency_key',
      'request',
      'select idempotency_key',
    ])
  },
)

test('the spans of the unit of work have no values', async () => {
  const rowOf = (key: string) => ({
    userId: 1,
    key,
    operation: 's3cret',
    fingerprint: 's3cret',
    resultId: `s3cret ?? \\? $1 '"`,
    organizations: [1, 2],
  })
  await asRequest(1, () =>
    database.transaction(async (sql) => {
      const entities = sql.entitiesOf([1])
      await entities.insertMany(IdempotencyKey, [rowOf('s3cret a'), rowOf('s3cret b')])
      const rows = await entities.find(IdempotencyKey, { key: ['s3cret a', 's3cret b'] })
      const { resultId, organizations } = rowOf('')
      expect(rows).toMatchObject([
        { resultId, organizations },
        { resultId, organizations },
      ])
      for (const row of rows) row.fingerprint = `s3cret of ${row.key}`
      await entities.flush()
      await entities.upsert(IdempotencyKey, rowOf('s3cret a'))
      const changed = { fingerprint: 's3cret', createdAt: raw('now()') }
      expect(await entities.nativeUpdate(IdempotencyKey, { operation: 's3cret' }, changed)).toBe(2)
      expect(await entities.nativeDelete(IdempotencyKey, { operation: 's3cret' })).toBe(2)
    }),
  )
  const spans = await spansOf(1)
  const statements = spans.map(({ name }) => name).filter((name) => name.endsWith('_key'))
  expect(statements.toSorted()).toEqual(
    ['delete', 'insert', 'insert', 'select', 'update', 'update'].map(
      (verb) => `${verb} idempotency_key`,
    ),
  )
  expect(JSON.stringify(spans)).not.toContain('s3cret')
})

test('a statement that waited for a connection is in its own trace', async () => {
  const { url } = database
  await using single: Database = await openDatabase({ url, poolSize: 1, ...KIT, logger })
  let waiting: Promise<unknown> | undefined
  await asRequest(1, () =>
    single.transaction(async (sql) => {
      waiting = asRequest(2, () => single.query('select 1 from pg_type limit 1'))
      await sql.query('select 1 from pg_class limit 1')
    }),
  )
  await waiting
  const names = (await spansOf(2)).map(({ name }) => name)
  expect(names.toSorted()).toEqual(['request', 'select pg_type'])
})

test('events that are published together are in the traces of their requests, and linked to them', async () => {
  const published = Promise.withResolvers<readonly (string | null)[]>()
  const publisher: Publisher = {
    blocked: false,
    open: () => Promise.resolve(),
    publish: (events) => Promise.resolve(published.resolve(events.map(({ trace }) => trace))),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  const write = (request: number) =>
    createEvent({
      name: 'production-list.created',
      orgId: 1,
      aggregate: { type: 'production-list', id: String(request), sequence: 1 },
      data: { productionListId: request, salesOpportunityId: 7, jobId: 1 },
      traceparent: traceparentOf(request),
    })
  await using relay = startRelay({ database, publisher, logger, metrics: createMetrics('kit') })
  await database.transaction(async (sql) => {
    await insertOutbox(sql, write(1))
    await insertOutbox(sql, write(2))
  })
  const traces = await published.promise
  await relay[Symbol.asyncDispose]()
  const spans = await spansOf(2)
  expect(spans.map(({ name, links }) => [name, links])).toEqual([
    ['publish production-list.created', ['b7ad6b7169203331']],
  ])
  // What the transport sends is the position of these spans.
  expect(traces.map((trace) => parseTraceparent(trace)?.spanId)).toContain(spans[0]?.spanId)
})
