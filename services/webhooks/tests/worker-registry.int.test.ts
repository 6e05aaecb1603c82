import { createLogger } from '@takeoff/kit/service/logger'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { afterAll, expect, test, vi } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { startWorkerRegistry } from '../src/deliveries/leases/worker-registry.ts'
import type { Freed } from '../src/deliveries/leases/worker-registry.ts'

const database = await createTestDatabase({ name: 'webhooks', entities, migrations })
afterAll(() => database[Symbol.asyncDispose]())

const logger = createLogger('test', 'silent')

async function lease(worker: number, count: number): Promise<void> {
  await database.query(
    `insert into delivery (id, webhook_id, org_id, event, created_at, due_at, worker)
     select gen_random_uuid(), 1, 9, 'x', now(), now() + interval '1 minute', $1
     from generate_series(1, $2::int)`,
    [worker, count],
  )
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
