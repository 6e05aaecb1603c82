import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLogger } from '@takeoff/kit/service/logger'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { callProgram } from '@takeoff/kit/testing/run-program'
import { expect, onTestFinished, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { startWorkerRegistry } from '../src/deliveries/leases/worker-registry.ts'
import { writeResults } from '../src/deliveries/results/write-results.ts'
import type { AttemptResult } from '../src/deliveries/results/write-results.ts'
import { insertDeliveries, insertWebhook } from './support/insert-rows.ts'

const PROGRAM = path.join(import.meta.dirname, '../src/organization.ts')
const ORGANIZATION = 7
const NOW = new Date().toISOString()
/** Before any retention. */
const LONG_AGO = '2020-01-01T00:00:00.000Z'

interface List {
  readonly id: number
  /** The number of its newest event. */
  readonly sequence: number
  readonly createdAt?: string
  readonly type?: string
}

async function open() {
  const database = await createTestDatabase({ name: 'webhooks', entities, migrations })
  const folder = await mkdtemp(path.join(tmpdir(), 'organization-'))
  onTestFinished(async () => {
    await database[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
  return {
    database,
    async insertEvents({ id }: List, sequences: readonly number[]) {
      await database.query(
        `insert into domain_event (id, org_id, name, occurred_at, received_at, aggregate_type, aggregate_id, sequence, data)
         select gen_random_uuid(), ${ORGANIZATION}, 'production-list.updated', now(), now(), 'production-list', $1, sequence, '{}'
         from unnest($2::int[]) as sequence`,
        [String(id), sequences],
      )
    },
    /** Runs the program after exports of the services that publish events: these lists, and no order. */
    async export(lists: readonly List[], { waitSeconds = 0, options = [] as string[] } = {}) {
      const after = [
        await writeExport(path.join(folder, 'lists'), 'production-lists', lists),
        await writeExport(path.join(folder, 'orders'), 'order-documents', []),
      ].flatMap((one) => ['--after', one])
      const args = ['export', String(ORGANIZATION), '--to', path.join(folder, 'webhooks'), ...after]
      return callProgram(PROGRAM, [...args, '--wait', String(waitSeconds), ...options], {
        DATABASE_URL: database.url,
        DATABASE_MIGRATION_URL: database.ownerUrl,
        WEBHOOKS_SECRET_KEY: Buffer.alloc(32).toString('base64'),
      })
    },
  }
}

/** Writes what another service exports, as far as webhooks reads it. */
async function writeExport(
  folder: string,
  service: string,
  lists: readonly List[],
): Promise<string> {
  const nothing = { rows: 0, md5: '' }
  const manifest = {
    format: 1,
    service,
    organization: ORGANIZATION,
    exportedAt: NOW,
    migration: '',
    tables: [],
    files: nothing,
    idempotencyKeys: nothing,
    states: nothing,
  }
  const states = lists.map(({ id, sequence, createdAt = NOW, type = 'production-list' }) => {
    return { type, id: String(id), sequence, createdAt, updatedAt: NOW }
  })
  await mkdir(folder)
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest))
  await writeFile(
    path.join(folder, 'states.ndjson'),
    states.map((state) => `${JSON.stringify(state)}\n`).join(''),
  )
  return folder
}

test('an export waits for the events of each list, and not for one that webhookTest has made', async () => {
  const service = await open()
  const whole = { id: 9, sequence: 2 }
  const trimmed = { id: 10, sequence: 5, createdAt: LONG_AGO }
  await service.insertEvents(whole, [0, 0, 1, 2])
  await service.insertEvents(trimmed, [0, 4, 5])

  expect(await service.export([whole, trimmed])).toMatchObject({ code: 0 })
})

test('an export ends when an event of a list has not arrived', async () => {
  const service = await open()
  const list = { id: 9, sequence: 2 }
  await service.insertEvents(list, [0, 2])

  const { code, output } = await service.export([list])
  expect(output).toContain(
    'events have not arrived: those of production-list 9 after 0 seconds. If they are lost or were discarded, export without them with --incomplete.',
  )
  expect(code).toBe(1)
})

test('an export goes on without lost events when that is said, and names their lists', async () => {
  const service = await open()
  const [lost, other] = [
    { id: 9, sequence: 2 },
    { id: 10, sequence: 3 },
  ]
  await service.insertEvents(lost, [2])
  await service.insertEvents(other, [1, 2])

  const { code, output } = await service.export([lost, other], { options: ['--incomplete'] })
  expect(output).toContain(
    'without the missing events of production-list 9\nwithout the missing events of production-list 10\n',
  )
  expect(code).toBe(0)
})

test('an export waits for events of an order whose events were deleted, and goes on when there are none', async () => {
  const service = await open()
  const order = { type: 'order', id: 9, sequence: 4, createdAt: LONG_AGO }
  await service.insertEvents({ id: 10, sequence: 1 }, [1])

  const { code, output } = await service.export([order])
  expect(output).toContain('without events (they may be past their retention) of order 9\n')
  expect(code).toBe(0)
})

test.each([
  ['its newest one', [3, 4]],
  ['every event', []],
])('an export ends when a list whose earlier events were deleted lacks %s', async (_, events) => {
  const service = await open()
  const list = { id: 9, sequence: 5, createdAt: LONG_AGO }
  await service.insertEvents(list, events)
  await service.insertEvents({ id: 10, sequence: 1 }, [1])

  const { code, output } = await service.export([list])
  expect(output).toContain('events have not arrived: those of production-list 9')
  expect(code).toBe(1)
})

test('an export ends while a lease is left that has expired, and a late result changes nothing', async () => {
  const { database, ...service } = await open()
  const logger = createLogger('test', 'silent')
  await using worker = await startWorkerRegistry({
    sql: database,
    logger,
    onFreed: () => undefined,
  })
  const webhookId = await insertWebhook(database, { org_id: ORGANIZATION })
  const due_at = `now() - interval '1 second'`
  const lease = { webhook_id: webhookId, org_id: ORGANIZATION, due_at, worker: worker.id, fence: 1 }
  const [deliveryId = ''] = await insertDeliveries(database, lease)

  expect(await service.export([], { waitSeconds: 30 })).toMatchObject({ code: 0 })
  const late: AttemptResult = {
    webhookId,
    deliveryId,
    fence: 1,
    url: 'https://example.com',
    decision: { kind: 'delivered' },
    at: new Date(),
    durationMs: 1,
    statusCode: 204,
    responseBody: undefined,
  }
  expect(await writeResults({ database, logger }, [late])).toMatchObject({ stale: 1 })
  expect(await database.query('select id from delivery')).toEqual([{ id: deliveryId }])
})
