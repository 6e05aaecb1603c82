import { createLogger } from '@takeoff/kit/service/logger'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { startWorkerRegistry } from '../src/deliveries/leases/worker-registry.ts'
import type { Freed } from '../src/deliveries/leases/worker-registry.ts'
import { insertDeliveries } from './support/insert-rows.ts'

const database = await createTestDatabase({ name: 'webhooks', entities, migrations })
afterAll(() => database[Symbol.asyncDispose]())

const logger = createLogger('test', 'silent')

async function lease(worker: number, count: number): Promise<void> {
  const due_at = `now() + interval '1 minute'`
  await insertDeliveries(database, { webhook_id: 1, org_id: 9, due_at, worker }, count)
}

async function leased(): Promise<number> {
  const rows = await database.query('select from delivery where worker is not null')
  return rows.length
}

test('leases are released except one whose result is being written, which follows afterwards', async () => {
  const leaving = await startWorkerRegistry({ sql: database, logger, onFreed: () => undefined })
  const { id } = leaving
  await lease(id, 3)

  await database.transaction(async (writing) => {
    await writing.query('select from delivery limit 1 for update')
    await leaving[Symbol.asyncDispose]()
    expect(await leased()).toBe(1)
  })

  await database.query(`update worker set seen_at = now() - interval '6 seconds'`)
  const onFreed = vi.fn<(freed: Freed) => void>()
  await using _other = await startWorkerRegistry({ sql: database, logger, onFreed })
  await expect.poll(() => onFreed).toHaveBeenCalledWith({ workers: 1, deliveries: 1 })
  expect(await leased()).toBe(0)
  expect(await database.query('select from worker where id = $1', [id])).toEqual([])
})

describe('an organization that is being moved', () => {
  const MOVED = 7
  beforeEach(async () => {
    await database.query('truncate delivery, worker')
    await database.query(`insert into frozen_organization (id) values (${MOVED})`)
  })
  afterEach(() => database.query('truncate frozen_organization'))

  async function leaseOf(orgId: number, worker: number, dueAt: string): Promise<void> {
    await insertDeliveries(database, { webhook_id: 1, org_id: orgId, due_at: dueAt, worker })
  }
  const leases = () =>
    database.query(
      'select org_id, worker is not null as leased from delivery order by org_id, due_at',
    )

  test('has its expired leases ended, so that its export ends', async () => {
    await using alive = await startWorkerRegistry({
      sql: database,
      logger,
      onFreed: () => undefined,
    })
    await leaseOf(MOVED, alive.id, `now() - interval '1 second'`)
    await leaseOf(MOVED, alive.id, `now() + interval '1 minute'`)
    await leaseOf(9, alive.id, `now() - interval '1 second'`)
    await expect.poll(leases, { timeout: 5_000 }).toEqual([
      { org_id: MOVED, leased: false },
      { org_id: MOVED, leased: true },
      { org_id: 9, leased: true },
    ])
  })
})

test('exactly one live process is the eldest, and another one after its end', async () => {
  const start = () => startWorkerRegistry({ sql: database, logger, onFreed: () => undefined })
  const first = await start()
  await using second = await start()
  expect([first.isEldest, second.isEldest]).toEqual([true, false])

  await first[Symbol.asyncDispose]()
  await expect.poll(() => second.isEldest, { timeout: 5_000 }).toBe(true)
})

test('a dead process is not the eldest', async () => {
  await database.query(`insert into worker (id, seen_at) values (0, now() - interval '6 seconds')`)
  await using next = await startWorkerRegistry({ sql: database, logger, onFreed: () => undefined })
  expect(next.isEldest).toBe(true)
})
