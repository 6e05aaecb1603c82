import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OutboxMessageSchema } from '../src/events/outbox.ts'
import { openDatabase } from '../src/postgres/database.ts'
import { createOnce, IdempotencyKeySchema } from '../src/postgres/idempotency.ts'
import { kitMigrations } from '../src/postgres/kit-migrations.ts'
import { createLogger } from '../src/service/logger.ts'
import { createTestDatabase } from '../src/testing/database.ts'
import { newUuid } from '../src/values/ids.ts'
import { disposeAfterAll } from '../src/testing/dispose-after-all.ts'

const KIT = { entities: [OutboxMessageSchema, IdempotencyKeySchema], migrations: kitMigrations }
const direct = await disposeAfterAll(createTestDatabase({ name: 'kit', ...KIT }))
const proxy = await disposeAfterAll(startProxy(direct.adminUrl))
const logger = createLogger('test', 'silent')
const database = await disposeAfterAll(
  openDatabase({ ...KIT, url: proxy.url, poolSize: 3, logger }),
)

beforeAll(async () => {
  await direct.query('create table thing (id int primary key, name text)')
})
beforeEach(async () => {
  await direct.query('truncate thing, idempotency_key')
  await direct.query(`insert into thing values (1, 'a'), (2, 'a')`)
})

const UNAVAILABLE = {
  code: 'SUBGRAPH_UNAVAILABLE',
  message: expect.stringContaining('Send the same request again') as string,
}
const INSERT = `insert into thing values (3, 'new')`
const inserted = async () => (await direct.query('select from thing where id = 3')).length

describe('a transaction that was certainly not committed runs again', () => {
  test('after a deadlock', async () => {
    const bothHaveOne = barrier(2)
    let runs = 0
    const lockInTurn = (ids: readonly number[]) =>
      database.transaction(async (sql) => {
        runs += 1
        const [first, second] = ids
        await sql.query(`update thing set name = 'b' where id = $1`, [first])
        await bothHaveOne()
        await sql.query(`update thing set name = 'b' where id = $1`, [second])
      })
    await Promise.all([lockInTurn([1, 2]), lockInTurn([2, 1])])
    expect(runs).toBe(3)
  })

  test.each([
    ['in the middle of it', () => proxy.cut('before', 'insert into thing')],
    ['before its commit is sent', () => proxy.cut('after', 'insert into thing')],
  ])('when its connection is lost %s', async (_, cut) => {
    let runs = 0
    cut()
    await database.transaction(async (sql) => {
      runs += 1
      await sql.query(INSERT)
    })
    expect(runs).toBe(2)
    expect(await inserted()).toBe(1)
  })

  test('when the server ends its connection', async () => {
    let runs = 0
    await database.transaction(async (sql) => {
      runs += 1
      await sql.query(INSERT)
      if (runs === 1) await sql.query('select pg_terminate_backend(pg_backend_pid())')
    })
    expect(runs).toBe(2)
    expect(await inserted()).toBe(1)
  })

  test('on another connection when the server of the first one turned read-only', async () => {
    await database.transaction((sql) => sql.query('set default_transaction_read_only = on'))
    await database.transaction((sql) => sql.query(INSERT))
    expect(await inserted()).toBe(1)
  })

  test('a few times only', async () => {
    let runs = 0
    const work = database.transaction(async (sql) => {
      runs += 1
      await sql.query('select pg_terminate_backend(pg_backend_pid())')
    })
    await expect(work).rejects.toMatchObject({
      ...UNAVAILABLE,
      cause: { message: expect.stringContaining('terminating connection') as string },
    })
    expect(runs).toBe(4)
  })

  test('and not after any other error', async () => {
    let runs = 0
    const work = database.transaction(async (sql) => {
      runs += 1
      await sql.query('select 1 / 0')
    })
    await expect(work).rejects.toThrow('division by zero')
    expect(runs).toBe(1)
  })
})

describe('callers are told to send a request again', () => {
  test('when the disk is full, and the transaction does not run again', async () => {
    let runs = 0
    const work = database.transaction(async (sql) => {
      runs += 1
      await sql.query(`do $$ begin raise sqlstate '53100' using message = 'no space left'; end $$`)
    })
    await expect(work).rejects.toMatchObject(UNAVAILABLE)
    expect(runs).toBe(1)
  })

  test('when no connection becomes free', async () => {
    await using busy = await openDatabase({ ...KIT, url: direct.adminUrl, poolSize: 1, logger })
    const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = busy.transaction(() => {
      begun.resolve()
      return done.promise
    })
    await begun.promise
    try {
      // Together, because each waits for five seconds.
      await Promise.all([
        expect(busy.query('select 1')).rejects.toMatchObject(UNAVAILABLE),
        expect(busy.ofOrganizations([1]).query(INSERT)).rejects.toMatchObject(UNAVAILABLE),
        expect(busy.transaction(() => Promise.resolve())).rejects.toMatchObject(UNAVAILABLE),
      ])
    } finally {
      done.resolve()
      await holding
    }
  })
})

describe('when the connection is lost during the commit', () => {
  const insert = () => database.transaction((sql) => sql.query(INSERT))

  test.each([
    ['after the server has committed', 'after', 1],
    ['before the server has it', 'before', 0],
  ] as const)('%s, the outcome is unknown', async (_, when, rows) => {
    proxy.cut(when, 'commit')
    await expect(insert()).rejects.toMatchObject({
      code: 'COMMIT_UNKNOWN',
      message: expect.stringContaining('with the same Idempotency-Key') as string,
    })
    expect(await inserted()).toBe(rows)
  })

  test('a transaction that has only read runs again', async () => {
    proxy.cut('after', 'commit')
    const rows = await database.transaction((sql) => sql.query('select id from thing'))
    expect(rows).toHaveLength(2)
  })

  test.each(['after', 'before'] as const)(
    'the Idempotency-Key settles it: cut %s the commit, one thing is created',
    async (when) => {
      const caller = { userId: 7, orgIds: [1], scopes: new Set<string>(), token: '' }
      const context = { database, caller, idempotencyKey: newUuid() }
      proxy.cut(when, 'commit')
      const result = await createOnce(context, 'thingCreate', {}, (remember) =>
        database.transaction(async (sql) => {
          await remember(sql, 'three')
          await sql.query(INSERT)
          return 'three'
        }),
      )
      expect(result).toBe('three')
      expect(await inserted()).toBe(1)
    },
  )
})

describe('a statement outside of a transaction', () => {
  test('is sent again when it reads, and its connection is lost', async () => {
    proxy.cut('after', 'select name')
    expect(await database.query('select name from thing')).toHaveLength(2)
  })

  test.each([
    ['of a caller', database.ofOrganizations([1])],
    ['in the background', database.forWork('test')],
  ])('has an unknown outcome when it writes %s, and its connection is lost', async (_, sql) => {
    // Sets the access of the connection, so that the first response after the cut is that of the insert.
    await sql.query('select 1')
    proxy.cut('after', 'insert into thing')
    await expect(sql.query(INSERT)).rejects.toMatchObject({ code: 'COMMIT_UNKNOWN' })
    expect(await inserted()).toBe(1)
  })

  test('runs again when it writes for a caller, and the server of its connection turned read-only', async () => {
    await database.transaction((sql) => sql.query('set default_transaction_read_only = on'))
    await database.ofOrganizations([1]).query(INSERT)
    expect(await inserted()).toBe(1)
  })
})

/** Resolves for all when so many have come; later ones do not wait. */
function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let missing = count
  return () => {
    missing -= 1
    if (missing === 0) resolve()
    return promise
  }
}

/** A proxy to a server that ends one connection before or after the server receives a word. */
async function startProxy(to: string) {
  const sockets = new Set<Socket>()
  let armed: { readonly when: 'before' | 'after'; readonly word: string } | undefined
  const server = createServer((near) => {
    const far = connect(Number(new URL(to).port), '127.0.0.1')
    let isCut = false
    near.on('data', (bytes) => {
      const { when, word } = armed ?? {}
      if (word === undefined || !bytes.includes(word)) return far.write(bytes)
      armed = undefined
      if (when === 'before') return near.destroy()
      isCut = true
      return far.write(bytes)
    })
    far.on('data', (bytes) => (isCut ? near.destroy() : near.write(bytes)))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(to)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    cut: (when: 'before' | 'after', word: string) => void (armed = { when, word }),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
