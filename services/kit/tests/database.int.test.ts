import { connect, createServer, Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { Migration } from '@mikro-orm/migrations'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { IdempotencyKeySchema } from '../src/postgres/idempotency.ts'
import { kitMigrations } from '../src/postgres/kit-migrations.ts'
import { createEvent, insertOutbox, OutboxMessageSchema } from '../src/events/outbox.ts'
import { openDatabase } from '../src/postgres/database.ts'
import { prepare } from '../src/postgres/statement.ts'
import type { Database } from '../src/postgres/database.ts'
import type { Transaction } from '../src/postgres/sql.ts'
import { createLogger } from '../src/service/logger.ts'
import { createMetrics } from '../src/service/metrics.ts'
import { countingStatements } from '../src/testing/counting-statements.ts'
import { CERTIFICATE } from '../src/testing/certificate.ts'
import { createTestDatabase } from '../src/testing/database.ts'
import { startPostgresFront } from '../src/testing/postgres-front.ts'

/** Pool size of a test database. */
const POOL_SIZE = 5

const KIT = { entities: [OutboxMessageSchema, IdempotencyKeySchema], migrations: kitMigrations }
const logger = createLogger('test', 'silent')
const database = await createTestDatabase({ name: 'kit', ...KIT })
afterAll(() => database[Symbol.asyncDispose]())

/** What callers receive, with the reason for the log. */
const unavailable = (reason: RegExp) => ({
  code: 'SUBGRAPH_UNAVAILABLE',
  cause: { message: expect.stringMatching(reason) as string },
})

test('a change outside of a transaction does not wait for the reads of its organization', async () => {
  const caller = database.ofOrganizations([1])
  const waiting = () =>
    database.query(
      `select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`,
    )
  const reads = await database.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock(4711)')
    // More than a quarter of the connections.
    const reads = ['a', 'b'].map((name) =>
      caller.query(`select pg_advisory_xact_lock_shared(4711) as ${name}`),
    )
    await expect.poll(waiting).toHaveLength(reads.length)
    await caller.query('delete from outbox_message where false')
    return { done: Promise.all(reads) }
  })
  await reads.done
})

test('a database that vanishes silently is detected', async () => {
  const setKeepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const queries = Array.from({ length: POOL_SIZE }, () => database.query('select 1'))
  await Promise.all(queries)
  expect(setKeepAlive).toHaveBeenCalledWith(true, 10_000)
  setKeepAlive.mockRestore()
})

// Each test has its own connection and mostly waits.
describe.concurrent('a database that falls silent in the middle of a statement', () => {
  const work = {
    query: (away: Database) => away.query('select 1'),
    transaction: (away: Database) => away.transaction((sql) => sql.query('select 1')),
  }

  describe.each([
    ['in plain text', openBehindProxy],
    ['with TLS', openBehindTls],
  ])('%s', (_, open) => {
    test.each(Object.entries(work))(
      'fails a %s, and its connection is released',
      async (_, run) => {
        await using behind = await open()
        const { proxy, away } = behind
        await run(away)

        proxy.block()
        await expect(run(away)).rejects.toMatchObject(
          unavailable(/the database sent nothing in time/),
        )

        proxy.open()
        await run(away)
      },
    )
  })
})

test('a migration has no timeout', async () => {
  class Long extends Migration {
    override up(): void {
      this.addSql('select pg_sleep(0.4)')
    }
  }
  await using other = await openDatabase({
    ...KIT,
    migrations: [...kitMigrations, { name: 'kit-long', class: Long }],
    url: database.ownerUrl,
    poolSize: 1,
    logger,
    statementTimeoutMs: 200,
  })
  await expect(other.query('select pg_sleep(0.4)')).rejects.toThrow('statement timeout')
  await other.migrate()
})

test('transactions whose connections the server ends between two statements fail, and release them', async () => {
  const begin = () =>
    database.transaction(async (sql) => {
      const [row] = await sql.query<{ pid: number }>('select pg_backend_pid() as pid')
      await database.query('select pg_terminate_backend($1, 5000)', [row?.pid])
      await sql.query('select 1')
    })

  for (let connection = 1; connection <= POOL_SIZE; connection += 1) {
    await expect(begin()).rejects.toMatchObject(unavailable(/terminat|not queryable/))
  }
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
})

test('a migration whose connection the server ends fails', async () => {
  class Cut extends Migration {
    override up(): void {
      this.addSql('select pg_terminate_backend(pg_backend_pid())')
    }
  }
  await using other = await openDatabase({
    ...KIT,
    migrations: [...kitMigrations, { name: 'kit-cut', class: Cut }],
    url: database.ownerUrl,
    poolSize: 1,
    logger,
  })
  await expect(other.migrate()).rejects.toThrow(/terminat|not queryable/)
})

describe('a prepared statement', () => {
  const held = 'select * from held where id = $1'
  prepare(held)
  beforeAll(async () => {
    await database.query('create table held (id int)')
    await database.query('insert into held values (1)')
  })

  test('is parsed once on a connection', async () => {
    await database.transaction(async (sql) => {
      for (let round = 1; round <= 3; round += 1)
        expect(await sql.query(held, [1])).toEqual([{ id: 1 }])
      const runs = await sql.query<{ runs: number }>(
        `select (generic_plans + custom_plans)::int as runs from pg_prepared_statements
         where statement = $1`,
        [held],
      )
      expect(runs).toEqual([{ runs: 3 }])
    })
  })

  test('succeeds on every connection after a migration changed its columns', async () => {
    const onEveryConnection = () =>
      Promise.all(Array.from({ length: POOL_SIZE }, () => database.query(held, [1])))
    await onEveryConnection()
    await database.query(`alter table held add column added int default 2`)

    const results = await onEveryConnection()

    expect(results).toEqual(Array.from({ length: POOL_SIZE }, () => [{ id: 1, added: 2 }]))
  })

  test('fails the transactions of a migrated connection once', async () => {
    const read = () => database.transaction((sql) => sql.query(held, [1]))
    await read()
    await database.query(`alter table held drop column added`)

    await expect(read()).rejects.toThrow('cached plan must not change result type')

    expect(await read()).toEqual([{ id: 1 }])
  })
})

describe('a listener', () => {
  const event = () =>
    createEvent({
      name: 'production-list.updated',
      orgId: 1,
      aggregate: { type: 'production-list', id: '5', sequence: 1 },
      data: { productionListId: 5, salesOpportunityId: 4, jobId: 4 },
    })

  /** The events that the listener had received when the transaction ended, and how it ended. */
  async function listenTo(on: Database, work: (sql: Transaction) => Promise<unknown>) {
    const heard: unknown[] = []
    using _listening = on.onEvents((events) => void heard.push(...events))
    const ended = await on.transaction(work).then(
      () => 'committed',
      (error: Error) => error.message,
    )
    return { heard, ended }
  }

  test('receives the events of a transaction together, after its commit', async () => {
    const events = [event(), event()]
    const heard: unknown[] = []
    using _listening = database.onEvents((those) => void heard.push(those))
    await database.transaction(async (sql) => {
      for (const one of events) await insertOutbox(sql, one)
      expect(heard).toEqual([])
    })
    await database.transaction((sql) => sql.query('select 1'))
    expect(heard).toEqual([events])
  })

  test('receives nothing from a transaction that is rolled back', async () => {
    const { heard } = await listenTo(database, async (sql) => {
      await insertOutbox(sql, event())
      throw new Error('changed my mind')
    })
    expect(heard).toEqual([])
  })

  test('receives nothing from one that the server rolls back at its end, which fails', async () => {
    const { heard, ended } = await listenTo(database, async (sql) => {
      await insertOutbox(sql, event())
      await sql.query('select 1 / 0').catch(() => undefined)
    })
    expect(heard).toEqual([])
    expect(ended).toBe('a statement failed, so nothing was committed')
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  test('receives nothing from one whose commit has no response', async () => {
    await using behind = await openBehindProxy()
    const { proxy, away } = behind
    const { heard, ended } = await listenTo(away, async (sql) => {
      await insertOutbox(sql, event())
      proxy.block()
    })
    expect(heard).toEqual([])
    expect(ended).not.toBe('committed')
  })
})

/** The database with one connection, which has TLS, through a proxy that can be blocked. */
async function openBehindTls() {
  const proxy = await startProxy(database.url)
  const front = await startPostgresFront(CERTIFICATE, (connection) => {
    const onward = connect(Number(new URL(proxy.url).port), '127.0.0.1')
    connection.pipe(onward).pipe(connection)
    onward.on('error', () => connection.destroy())
    connection.on('close', () => onward.destroy())
  })
  const url = new URL(proxy.url)
  url.host = `localhost:${front.port}`
  const behind = await openThrough(url.href, proxy, CERTIFICATE.cert)
  return {
    ...behind,
    async [Symbol.asyncDispose]() {
      await behind[Symbol.asyncDispose]()
      await front[Symbol.asyncDispose]()
    },
  }
}

/** The database with one connection, through a proxy that can be blocked. */
async function openBehindProxy() {
  const proxy = await startProxy(database.url)
  return await openThrough(proxy.url, proxy)
}

async function openThrough(
  url: string,
  proxy: Awaited<ReturnType<typeof startProxy>>,
  certificates?: string,
) {
  const away = await openDatabase({
    ...KIT,
    url,
    certificates,
    poolSize: 1,
    logger,
    statementTimeoutMs: 500,
  })
  return {
    proxy,
    away,
    async [Symbol.asyncDispose]() {
      await away[Symbol.asyncDispose]()
      await proxy[Symbol.asyncDispose]()
    },
  }
}

/** A proxy to a server that can silently drop all traffic. */
async function startProxy(to: string) {
  const { hostname, port } = new URL(to)
  const sockets = new Set<Socket>()
  let isBlocked = false
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => isBlocked || into.write(bytes))
      from.on('error', () => into.destroy())
      from.on('close', () => into.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(to)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    block: () => (isBlocked = true),
    open: () => (isBlocked = false),
    [Symbol.asyncDispose]: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

test('an organization with many reads leaves connections to others', async () => {
  const [one, other] = [database.ofOrganizations([1]), database.ofOrganizations([2])]
  let waiting: Promise<unknown>[] = []
  await database.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock(42)')
    waiting = Array.from({ length: POOL_SIZE }, () =>
      one.query('select pg_advisory_xact_lock_shared(42)'),
    )
    expect(await other.query('select 1 as found')).toEqual([{ found: 1 }])
  })
  await Promise.all(waiting)
})

test('an organization whose transactions wait for one lock leaves connections to others', async () => {
  const [one, other] = [database.ofOrganizations([1]), database.ofOrganizations([2])]
  let waiting: Promise<unknown>[] = []
  await database.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock(42)')
    waiting = Array.from({ length: POOL_SIZE }, () =>
      one.transaction((sql) => sql.query('select pg_advisory_xact_lock(42)')),
    )
    const found = await other.transaction((sql) => sql.query('select 1 as found'))
    expect(found).toEqual([{ found: 1 }])
  })
  await Promise.all(waiting)
})

test.each([
  ['the same database', (request: Database) => request],
  ['another database of the request', (request: Database) => request.ofOrganizations([2])],
])(
  'a request reads what it has committed by %s while its organization has many reads',
  async (_, databaseOf) => {
    const request = database.ofOrganizations([1])
    await databaseOf(request).transaction((sql) => sql.query('create table committed ()'))
    let waiting: Promise<unknown>[] = []
    await database.transaction(async (sql) => {
      await sql.query('select pg_advisory_xact_lock(42)')
      waiting = Array.from({ length: Math.ceil(POOL_SIZE / 4) }, (_, index) =>
        database
          .ofOrganizations([1])
          .query(`select pg_advisory_xact_lock_shared(42) as read_${index}`),
      )
      expect(await request.query('select from committed')).toEqual([])
    })
    await Promise.all(waiting)
    await database.query('drop table committed')
  },
)

test('the connections of the pool and the waits for them are measured', async () => {
  const metrics = createMetrics('kit')
  const { url } = database
  await using measured = await openDatabase({ url, poolSize: 1, ...KIT, logger, metrics })
  const valueOf = async (name: string): Promise<number> => {
    const line = new RegExp(`^${name}[,}].* ([\\d.e-]+)$`, 'm').exec(await metrics.metrics())
    return Number(line?.[1])
  }
  let waiting: Promise<unknown> | undefined
  await measured.transaction(async (sql) => {
    await sql.query('select 1')
    waiting = measured.query('select 1')
    expect(await valueOf('database_pool_connections{state="used"')).toBe(1)
    expect(await valueOf('database_pool_waiting_requests{service="kit"')).toBe(1)
  })
  await waiting
  expect(await valueOf('database_pool_connections{state="used"')).toBe(0)
  expect(await valueOf('database_pool_connections_max{service="kit"')).toBe(1)
  expect(await valueOf('database_pool_wait_seconds_count{service="kit"')).toBe(2)
})

test('a statement that waited for a connection counts for the request that sent it', async () => {
  const { url } = database
  await using single = await openDatabase({ url, poolSize: 1, ...KIT, logger })
  const second = Promise.withResolvers<{ readonly sqlStatements: number }>()
  const first = await countingStatements(() =>
    single.transaction(async (sql) => {
      countingStatements(() => single.query('select 1')).then(second.resolve, second.reject)
      await sql.query('select 1')
    }),
  )
  expect((await second.promise).sqlStatements).toBe(1)
  // begin, select, commit
  expect(first.sqlStatements).toBe(3)
})
