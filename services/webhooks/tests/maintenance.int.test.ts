import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import type { Database } from '@takeoff/kit/postgres/database'
import type { Sql, Transaction } from '@takeoff/kit/postgres/sql'
import { createLogger } from '@takeoff/kit/service/logger'
import { interceptedSql } from '@takeoff/kit/testing/intercepted-sql'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { firstUuidOf } from '@takeoff/kit/values/ids'
import { Registry } from 'prom-client'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { BATCH_SIZE } from '../src/maintenance/delete-old-rows.ts'
import { excludeMonth, dropExclusion, listExclusions } from '../src/maintenance/exclude-month.ts'
import { runMaintenance } from '../src/maintenance/run-maintenance.ts'
import type { MaintenanceOptions } from '../src/maintenance/run-maintenance.ts'
import { createMaintenanceMetrics } from '../src/maintenance/maintenance-metrics.ts'
import type { MaintenanceMetrics } from '../src/maintenance/maintenance-metrics.ts'
import { makeExcludedPartition, makePartition } from '../src/maintenance/make-partition.ts'
import { listPartitions, nameOf, partitionedTables } from '../src/maintenance/partitions.ts'
import { uuidsV7Sql } from '../src/db/uuid-v7.ts'
import { insertDeliveries, insertFinished, insertWebhook } from './support/insert-rows.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const logger = createLogger('test', 'silent')
/** Of PostgreSQL's tables. */
const PAGE_BYTES = 8_192

let registry: Registry
let metrics: MaintenanceMetrics

const database = await disposeAfterAll(
  createTestDatabase({ name: 'webhooks', entities, migrations }),
)
beforeEach(async () => {
  registry = new Registry()
  metrics = createMaintenanceMetrics(registry)
  for (const partition of await partitions()) await database.query(`drop table ${partition}`)
  for (const table of partitionedTables) {
    for (const one of await listExclusions(database, table)) await dropExclusion(database, one)
  }
  await database.query(
    'truncate finished_delivery, domain_event, delivery, webhook, poison_message, verification_failure cascade',
  )
})

function maintain(
  now = NOW,
  { on = database, ...options }: MaintenanceOptions & { readonly on?: Database } = {},
): Promise<void> {
  return runMaintenance(
    { database: on, logger, metrics, retentionDays: 90, auditRetentionDays: 730 },
    { now, ...options },
  )
}

async function partitions(): Promise<string[]> {
  const found = await Promise.all(partitionedTables.map((table) => listPartitions(database, table)))
  return found.flat().map(nameOf)
}

let made = 0
/** A new id with this time. */
function idAt(at: string): string {
  made += 1
  return firstUuidOf(new Date(at)).slice(0, 24) + made.toString(16).padStart(12, '0')
}

interface Where {
  readonly id?: string
  readonly sql?: Sql
}

async function insertEvent(at: string, { id = idAt(at), sql }: Where = {}) {
  const inserted = await (sql ?? database).query(
    `insert into domain_event (id, org_id, name, occurred_at, received_at, aggregate_type, aggregate_id, sequence, data)
     values ($1, 1, 'x', $2, $2, 'list', '1', 1, '{}') on conflict (id) do nothing returning 1`,
    [id, at],
  )
  return { id, isNew: inserted.length > 0 }
}

/** Inserts a delivery of an existing webhook. */
async function insertEnded(at: string, { id = idAt(at), sql }: Where = {}) {
  const columns = {
    webhook_id: '(select min(id) from webhook)',
    id: `'${id}'`,
    state: `'delivered'`,
    created_at: `'${at}'`,
    finished_at: `'${at}'`,
  }
  await insertFinished(sql ?? database, columns)
  return id
}

async function idsIn(table: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(`select id from ${table} order by id`)
  return rows.map(({ id }) => id)
}

async function metric(name: string): Promise<Record<string, number>> {
  const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] }
  return Object.fromEntries(values.map(({ labels, value }) => [Object.values(labels)[0], value]))
}

describe('partitions', () => {
  test('are made for this month and two more', async () => {
    await insertWebhook(database)
    await maintain()
    expect(await partitions()).toEqual([
      'finished_delivery_2026_11',
      'finished_delivery_2026_12',
      'finished_delivery_2027_01',
      'domain_event_2026_11',
      'domain_event_2026_12',
      'domain_event_2027_01',
    ])
    const { id } = await insertEvent('2027-01-31T23:59:59.999Z')
    expect(await idsIn('domain_event_2027_01')).toEqual([id])
    const first = await insertEnded('2026-12-01T00:00:00Z')
    expect(await idsIn('finished_delivery_2026_12')).toEqual([first])
  })

  test('are made once, also by concurrent processes', async () => {
    await Promise.all([maintain(), maintain(), maintain()])
    await maintain()
    expect(await partitions()).toHaveLength(6)
  })

  test('receive the rows of the default one: no row is lost, and known events stay known', async () => {
    await insertWebhook(database)
    const other = await insertEnded('2026-10-31T23:59:59.999Z')
    const finished = await insertEnded('2026-11-01T00:00:00Z')
    const event = await insertEvent('2026-11-20T00:00:00Z')
    await maintain()
    expect(await idsIn('finished_delivery_default')).toEqual([other])
    expect(await idsIn('finished_delivery_2026_11')).toEqual([finished])
    expect(await idsIn('domain_event_2026_11')).toEqual([event.id])
    expect(await insertEvent('2026-11-20T00:00:00Z', event)).toEqual({ ...event, isNew: false })
  })

  test('have the indexes of their table', async () => {
    await maintain()
    const indexes = await database.query(
      `select tablename, count(*)::int as indexes from pg_indexes
       where tablename in ('finished_delivery_2026_11', 'domain_event_2026_11') group by tablename order by 1`,
    )
    expect(indexes).toEqual([
      { tablename: 'domain_event_2026_11', indexes: 2 },
      { tablename: 'finished_delivery_2026_11', indexes: 2 },
    ])
  })

  test('are postponed while a transaction writes, and then receive its row, too', async () => {
    await insertWebhook(database)
    const id = await database.transaction(async (sql) => {
      const id = await insertEnded('2026-11-05T00:00:00Z', { sql })
      await maintain()
      expect((await partitions()).filter((name) => name.startsWith('finished'))).toEqual([])
      expect(await metric('webhooks_keep_last_success_timestamp_seconds')).toEqual({ undefined: 0 })
      return id
    })
    await maintain()
    expect(await idsIn('finished_delivery_2026_11')).toEqual([id])
    expect(await metric('webhooks_keep_last_success_timestamp_seconds')).toEqual({
      undefined: NOW.getTime() / 1000,
    })
  })

  test('refuse no row of a concurrent insert into the default one', async () => {
    await insertWebhook(database)
    const written: Promise<unknown>[] = []
    // The maintenance waits for this transaction, and the other writers wait for the maintenance.
    const maintenance = await database.transaction(async (sql) => {
      await insertEvent('2026-11-05T00:00:00Z', { sql })
      let isOver = false
      const maintenance = maintain().finally(() => (isOver = true))
      // It gives up after 300 ms, which may be too short for a writer to come on a slow machine.
      const waits = (mode: string) =>
        expect.poll(async () => isOver || (await isWaitedFor(mode)), { interval: 5 }).toBe(true)
      await waits('AccessExclusiveLock')
      written.push(insertEvent('2026-11-06T00:00:00Z'), insertEvent('2026-12-06T00:00:00Z'))
      await waits('RowExclusiveLock')
      return { done: maintenance }
    })
    await Promise.all([...written, maintenance.done])
    // On a slow machine the maintenance was cancelled.
    await maintain()
    expect(await idsIn('domain_event_2026_11')).toHaveLength(2)
    expect(await idsIn('domain_event')).toHaveLength(3)
  })

  test('hide no moved row from a reader that waits for the commit', async () => {
    const { id } = await insertEvent('2026-11-05T00:00:00Z')
    const read = await database.transaction(async (sql) => {
      await makePartition(sql, { table: 'domain_event', month: new Date('2026-11-01T00:00:00Z') })
      const ids = idsIn('domain_event')
      await expect.poll(() => isWaitedFor('AccessShareLock'), { interval: 5 }).toBe(true)
      return { ids }
    })
    expect(await read.ids).toEqual([id])
  })
})

describe('partitions beside a default one that is too large to be scanned', () => {
  const large: MaintenanceOptions = { scannedBytesMax: 0 }
  const december = { table: 'domain_event', month: new Date('2026-12-01T00:00:00Z') } as const

  async function exclusions(): Promise<string[]> {
    const found = await Promise.all(
      partitionedTables.map((table) => listExclusions(database, table)),
    )
    return found.flat().map(nameOf)
  }

  /** Number of scans by this connection. */
  async function scansOfDefault(sql: Sql): Promise<number> {
    const [row] = await sql.query<{ scans: number }>(
      `select coalesce(sum(seq_scan), 0)::int as scans from pg_stat_xact_user_tables
       where relname = 'domain_event_default'`,
    )
    return row?.scans ?? 0
  }

  test('are made ahead, without leftovers', async () => {
    await insertWebhook(database)
    await insertEnded('2026-11-05T00:00:00Z')
    await insertEvent('2026-11-05T00:00:00Z')
    await Promise.all([maintain(NOW, large), maintain(NOW, large)])
    await maintain(NOW, large)
    expect(await partitions()).toEqual([
      'finished_delivery_2026_12',
      'finished_delivery_2027_01',
      'domain_event_2026_12',
      'domain_event_2027_01',
    ])
    expect(await exclusions()).toEqual([])
    const { id } = await insertEvent('2026-12-05T00:00:00Z')
    expect(await idsIn('domain_event_2026_12')).toEqual([id])
  })

  test('are attached without a scan of it', async () => {
    await insertEvent('2026-11-05T00:00:00Z')
    expect(await excludeMonth(database, december)).toBe(true)
    await database.transaction(async (sql) => {
      const scansBefore = await scansOfDefault(sql)
      await makeExcludedPartition(sql, december)
      expect(await scansOfDefault(sql)).toBe(scansBefore)
    })
  })

  test('are not made if it has rows of the month already, and it still accepts such rows', async () => {
    const early = await insertEvent('2026-12-05T00:00:00Z')
    await maintain(NOW, large)
    expect(await partitions()).not.toContain('domain_event_2026_12')
    const { id } = await insertEvent('2026-12-06T00:00:00Z')
    expect(await idsIn('domain_event_default')).toEqual([early.id, id])
  })

  test('that a killed process left unfinished are finished by the next one', async () => {
    await insertEvent('2026-11-05T00:00:00Z')
    await excludeMonth(database, december)
    await maintain(NOW, large)
    expect(await partitions()).toContain('domain_event_2026_12')
    expect(await exclusions()).toEqual([])
  })

  test('that are unfinished when the month begins refuse no row of it', async () => {
    await insertEvent('2026-11-05T00:00:00Z')
    await excludeMonth(database, december)
    await maintain(new Date('2026-11-30T12:00:00Z'), large)
    const { id } = await insertEvent('2026-12-01T00:00:00Z')
    expect(await idsIn('domain_event_default')).toContain(id)
  })
})

type Intercept = Parameters<typeof interceptedSql>[1]

/** Statements of transactions pass through `intercept`. */
function intercepted(database: Database, intercept: Intercept): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction((sql: Transaction) =>
        work({ ...sql, ...interceptedSql(database, intercept, sql) }),
      ),
  }
}

/** Fails as PostgreSQL does when there is no room for a new file. */
function fullDisk(database: Database): Database {
  return intercepted(database, (text, values, send) =>
    text.startsWith('create table')
      ? Promise.reject(Object.assign(new Error('No space left on device'), { code: '53100' }))
      : send(text, values),
  )
}

/** Counts the rows of a table that statements of transactions read by scanning it. */
class ReadCounter {
  all = 0
  /** By one statement. */
  most = 0
  readonly #table: string

  constructor(table: string) {
    this.#table = table
  }

  countedIn(database: Database): Database {
    return intercepted(database, async (text, values, send) => {
      const before = await this.#read(send)
      const rows = await send(text, values)
      const read = (await this.#read(send)) - before
      this.all += Math.max(0, read)
      this.most = Math.max(this.most, read)
      return rows
    })
  }

  async #read(send: Parameters<Intercept>[2]): Promise<number> {
    const [row] = (await send(
      `select coalesce(sum(seq_tup_read), 0)::int as read from pg_stat_xact_user_tables where relname = $1`,
      [this.#table],
    )) as { read: number }[]
    return row?.read ?? 0
  }
}

async function isWaitedFor(mode: string): Promise<boolean> {
  const waiting = await database.query(
    `select from pg_locks where not granted and mode = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [mode],
  )
  return waiting.length > 0
}

describe('retention', () => {
  const monthsUntilJanuary = ['2026-07', '2026-08', '2026-09', '2026-10', '2026-11', '2026-12']

  /** Runs the maintenance as if the service had run since June. */
  async function maintainSinceJune(): Promise<void> {
    await maintain(new Date('2026-06-15T00:00:00Z'))
    await maintain(new Date('2026-09-15T00:00:00Z'))
  }

  test('deliveries are dropped by whole months, their events a month later', async () => {
    await insertWebhook(database)
    await maintainSinceJune()
    for (const month of ['2026-06', ...monthsUntilJanuary]) {
      await insertEnded(`${month}-30T12:00:00Z`)
      await insertEvent(`${month}-30T12:00:00Z`)
    }
    await maintain()
    const names = (await partitions()).map((name) => name.slice(-7))
    expect(names.slice(0, 6)).toEqual([
      '2026_08',
      '2026_09',
      '2026_10',
      '2026_11',
      '2026_12',
      '2027_01',
    ])
    expect(names[6]).toBe('2026_07')
    expect(await idsIn('finished_delivery')).toHaveLength(5)
    expect(await idsIn('domain_event')).toHaveLength(6)
    expect(await metric('webhooks_keep_dropped_partitions_total')).toEqual({
      finished_delivery: 2,
      domain_event: 1,
    })
  })

  test('an event is kept while one of its deliveries waits', async () => {
    const webhookId = await insertWebhook(database)
    await maintainSinceJune()
    const { id } = await insertEvent('2026-06-20T00:00:00Z')
    await insertDeliveries(database, { webhook_id: webhookId, domain_event_id: `'${id}'` })
    await maintain()
    expect(await idsIn('domain_event_2026_06')).toEqual([id])
    await database.query('delete from delivery')
    await maintain()
    expect(await idsIn('domain_event')).toEqual([])
  })

  test('an event that arrived months after its creation is kept by its time of arrival', async () => {
    await insertWebhook(database)
    await maintainSinceJune()
    await insertEvent('2026-07-02T00:00:00Z', { id: idAt('2026-06-20T00:00:00Z') })
    await maintain()
    expect(await idsIn('domain_event_2026_06')).toHaveLength(1)
    await maintain(new Date('2026-12-01T00:00:00Z'))
    expect(await idsIn('domain_event')).toEqual([])
  })

  test('whether a large month is needed is read in parts: no statement reads all of it', async () => {
    await insertWebhook(database)
    await maintainSinceJune()
    const month = '2026-06-20T00:00:00Z'
    await insertEvent('2026-07-02T00:00:00Z', { id: idAt(month) })
    for (let event = 0; event < 300; event += 1) await insertEvent(month)
    const page: MaintenanceOptions = { scannedBytesMax: PAGE_BYTES }
    await maintain(NOW, page)
    expect(await partitions()).toContain('domain_event_2026_06')

    const reads = new ReadCounter('domain_event_2026_06')
    await maintain(new Date('2026-12-01T00:00:00Z'), { ...page, on: reads.countedIn(database) })
    expect(await partitions()).not.toContain('domain_event_2026_06')
    expect(reads.all).toBe(301)
    expect(reads.most).toBeLessThan(150)
  })

  test('an event that arrives late while its month is looked at waits, and is kept', async () => {
    await insertWebhook(database)
    await maintainSinceJune()
    await insertEvent('2026-06-20T00:00:00Z')
    let late: ReturnType<typeof insertEvent> | undefined
    // Dropping the month waits for the insertion, which has a lock of the parent, and gives way to it.
    const on = intercepted(database, async (text, values, send) => {
      const rows = await send(text, values)
      if (text.includes('received_at >=') && late === undefined) {
        late = insertEvent('2026-07-02T00:00:00Z', { id: idAt('2026-06-20T00:00:00Z') })
        await vi.waitUntil(() => isWaitedFor('RowExclusiveLock'), { interval: 5, timeout: 20_000 })
      }
      return rows
    })
    await maintain(NOW, { on })
    expect(await late).toMatchObject({ isNew: true })
    await maintain()
    expect(await idsIn('domain_event_2026_06')).toHaveLength(2)
  })

  test('the log says why something is postponed: another process, a table in use, or a slow statement', async () => {
    await insertWebhook(database)
    await maintainSinceJune()
    await insertEvent('2026-06-20T00:00:00Z')
    const logged = vi.spyOn(logger, 'info')
    onTestFinished(() => logged.mockRestore())
    const postponed = { what: 'domain_event_2026_06' }
    await database.transaction(async (sql) => {
      await sql.query('select from domain_event_2026_06')
      await maintain()
    })
    expect(logged).toHaveBeenCalledWith(
      { ...postponed, reason: 'a table is in use' },
      'maintenance is postponed',
    )
    const busy = intercepted(database, async (text, values, send) => {
      if (!text.includes('pg_advisory_xact_lock')) return send(text, values)
      await send('set local lock_timeout = 1', [])
      return send(text, values)
    })
    await database.transaction(async (sql) => {
      await sql.query('select pg_advisory_xact_lock(4217903)')
      await maintain(NOW, { on: busy })
    })
    expect(logged).toHaveBeenCalledWith(
      { ...postponed, reason: 'another process does maintenance' },
      'maintenance is postponed',
    )
    const on = intercepted(database, async (text, values, send) => {
      if (!text.startsWith('drop table')) return send(text, values)
      await send(`set local statement_timeout = 1`, [])
      return send('select pg_sleep(60)', [])
    })
    await maintain(NOW, { on })
    expect(logged).toHaveBeenCalledWith(
      { ...postponed, reason: 'a statement took too long' },
      'maintenance is postponed',
    )
  })

  test('events are kept while their deliveries cannot be dropped', async () => {
    await insertWebhook(database)
    await maintainSinceJune()
    await insertEvent('2026-06-20T00:00:00Z')
    await database.transaction(async (sql) => {
      await sql.query('select from finished_delivery_2026_06')
      await maintain()
    })
    expect(await partitions()).toContain('domain_event_2026_06')
    await maintain()
    expect(await partitions()).not.toContain('domain_event_2026_06')
  })

  test('a process whose clock is ahead of the database drops no rows early', async () => {
    await insertWebhook(database)
    const now = new Date()
    await maintain(now)
    const id = await insertEnded(now.toISOString())
    vi.useFakeTimers({ toFake: ['Date'], now: now.getTime() + 366 * 86_400_000 })
    onTestFinished(() => void vi.useRealTimers())
    await runMaintenance({ database, logger, metrics, retentionDays: 90, auditRetentionDays: 730 })
    expect(await idsIn('finished_delivery')).toEqual([id])
  })

  test('a disk without room for the next partition is freed of the old ones', async () => {
    await maintain(new Date('2026-06-15T00:00:00Z'))
    const full = fullDisk(database)
    await expect(maintain(NOW, { on: full })).rejects.toThrow('some of the maintenance failed')
    expect(await metric('webhooks_keep_dropped_partitions_total')).toEqual({
      finished_delivery: 2,
      domain_event: 1,
    })
  })

  test('rows of the default partitions are deleted in batches', async () => {
    const old = {
      webhook_id: await insertWebhook(database),
      id: uuidsV7Sql(`'2026-07-31T23:00:00Z'::timestamptz`, 'n'),
    }
    await insertFinished(database, old, BATCH_SIZE + 1)
    const remaining = await insertEnded('2026-08-01T00:00:00Z')
    await maintain()
    expect(await idsIn('finished_delivery')).toEqual([remaining])
    expect(await metric('webhooks_keep_deleted_rows_total')).toMatchObject({
      finished_deliveries: BATCH_SIZE + 1,
    })
  })

  test('a large default partition is read in parts, so that no statement takes too long', async () => {
    const webhookId = await insertWebhook(database)
    for (const at of ['2026-09-30', '2026-07-31']) {
      const id = uuidsV7Sql(`'${at}'::timestamptz`, 'n')
      await insertFinished(database, { webhook_id: webhookId, id }, 1_000)
    }
    let statements = 0
    const on = intercepted(database, (text, values, send) => {
      if (text.includes('delete from "finished_delivery_default"')) statements += 1
      return send(text, values)
    })
    const [size] = await database.query<{ pages: number }>(
      `select (pg_relation_size('finished_delivery_default') / ${PAGE_BYTES})::int as pages`,
    )
    await maintain(NOW, { on, scannedBytesMax: PAGE_BYTES })
    expect(statements).toBe(size?.pages)
    expect(await idsIn('finished_delivery')).toHaveLength(1_000)
  })

  test('events in the default partition are deleted by their time of arrival, unless a delivery waits', async () => {
    const webhookId = await insertWebhook(database)
    const strange = await insertEvent('2026-07-01T00:00:00Z', { id: idAt('1999-01-01T00:00:00Z') })
    const needed = await insertEvent('2026-06-01T00:00:00Z')
    await insertEvent('2026-06-30T23:59:59Z')
    await insertDeliveries(database, { webhook_id: webhookId, domain_event_id: `'${needed.id}'` })
    await maintain()
    expect(await idsIn('domain_event')).toEqual([strange.id, needed.id].sort())
  })

  test('poison messages are deleted with the deliveries of their time, wrong codes after an hour', async () => {
    await database.query(
      `insert into poison_message (received_at, carrier, body, error)
       values ('2026-07-31T23:59:59Z', 'amqp', '', 'old'), ('2026-08-01', 'amqp', '', 'new')`,
    )
    await database.query(
      `insert into verification_failure (user_id, at)
       values (1, now() - interval '61 minutes'), (2, now() - interval '59 minutes')`,
    )
    await maintain()
    expect(await database.query('select error from poison_message')).toEqual([{ error: 'new' }])
    expect(await database.query('select user_id from verification_failure')).toEqual([
      { user_id: 2 },
    ])
  })
})

test('all rows of deleted webhooks are deleted, and none of the others', async () => {
  const webhookId = await insertWebhook(database)
  const gone = [webhookId + 1000, webhookId + 2000]
  await maintain()
  for (const id of [webhookId, ...gone]) {
    for (const at of ['2026-10-05T00:00:00Z', '2026-11-05T00:00:00Z', '2026-12-05T00:00:00Z']) {
      await insertFinished(database, { webhook_id: id, id: `'${idAt(at)}'` })
    }
  }
  await maintain()
  const left = await database.query(
    'select webhook_id, count(*)::int as rows from finished_delivery group by 1',
  )
  expect(left).toEqual([{ webhook_id: webhookId, rows: 3 }])
  expect(await metric('webhooks_keep_deleted_rows_total')).toMatchObject({
    deliveries_of_deleted_webhooks: 6,
  })
})
