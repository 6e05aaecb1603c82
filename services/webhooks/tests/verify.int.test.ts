import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { callProgram } from '@takeoff/kit/testing/run-program'
import { expect, onTestFinished, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'

const PROGRAM = path.join(import.meta.dirname, '../src/verify.ts')
const NOW = new Date()
const RECENT = new Date(NOW.getTime() - 3_600_000).toISOString()
/** Before any retention. */
const LONG_AGO = '2020-01-01T00:00:00.000Z'

/** A list: what production-lists says of it, and the numbers of its events that have arrived. */
interface List {
  readonly id: number
  readonly sequence?: number
  readonly arrived?: readonly number[]
  readonly arrivedAt?: string
  readonly waiting?: readonly number[]
  readonly createdAt?: string
  readonly updatedAt?: string
  /** Whether only webhooks knows it. */
  readonly isUnknown?: boolean
}

async function verify(lists: readonly List[], { withOrders = true } = {}) {
  const database = await createTestDatabase({ name: 'webhooks', entities, migrations })
  const folder = await mkdtemp(path.join(tmpdir(), 'verify-'))
  onTestFinished(async () => {
    await database[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
  for (const { id, arrived = [], arrivedAt = RECENT } of lists)
    await database.query(
      `insert into domain_event (id, org_id, name, occurred_at, received_at, aggregate_type, aggregate_id, sequence, data)
       select gen_random_uuid(), 1, 'production-list.updated', $1, $1, 'production-list', $2, sequence, '{}'
       from unnest($3::int[]) as sequence`,
      [arrivedAt, String(id), arrived],
    )
  const states = lists
    .filter(({ isUnknown }) => isUnknown !== true)
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, sequence = 1, waiting = [], createdAt = RECENT, updatedAt = RECENT }) => {
      return { type: 'production-list', id: String(id), sequence, createdAt, updatedAt, waiting }
    })
  const header = { service: 'production-lists', at: NOW.toISOString(), types: ['production-list'] }
  const file = path.join(folder, 'lists.ndjson')
  const lines = [header, ...states, { aggregates: states.length }]
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const orders = path.join(folder, 'orders.ndjson')
  await writeFile(
    orders,
    `{"service":"order-documents","at":"${NOW.toISOString()}","types":[]}\n{"aggregates":0}\n`,
  )
  const args = ['--read', file, ...(withOrders ? ['--read', orders] : [])]
  const { code, output } = await callProgram(PROGRAM, args, {
    DATABASE_URL: database.url,
    DATABASE_MIGRATION_URL: database.ownerUrl,
  })
  return { code, lines: output.trimEnd().split('\n') }
}

test('events that arrived, wait in the outbox, are on their way or are older than the retention are no findings', async () => {
  const now = NOW.toISOString()
  const { code, lines } = await verify([
    { id: 9, sequence: 3, arrived: [1, 2, 3] },
    { id: 10, sequence: 3, arrived: [1, 3], waiting: [2] },
    { id: 100, sequence: 2, arrived: [1], updatedAt: now },
    { id: 101, arrived: [1, 2], arrivedAt: now },
    { id: 102, arrived: [1], arrivedAt: now, isUnknown: true },
    { id: 103, sequence: 5, arrived: [4, 5], createdAt: LONG_AGO },
    { id: 104, sequence: 5, createdAt: LONG_AGO },
  ])

  expect(lines).toEqual(['webhooks: everything agrees.'])
  expect(code).toBe(0)
})

test('without the file of another service it does not say that everything agrees', async () => {
  const { code, lines } = await verify([{ id: 9, arrived: [1] }], { withOrders: false })

  expect(lines).toEqual([
    'webhooks: what was verified agrees.',
    'Not compared with order-documents: pass with --read the file that "verify --write" of each wrote.',
  ])
  expect(code).toBe(1)
})

test('an event that webhookTest has made, whose number is 0, is no finding', async () => {
  const { code, lines } = await verify([
    { id: 9, sequence: 2, arrived: [0, 1, 2] },
    { id: 10, sequence: 1, arrived: [0, 0, 1] },
    { id: 11, sequence: 5, arrived: [0, 4, 5], createdAt: LONG_AGO },
    { id: 12, arrived: [0], isUnknown: true },
  ])

  expect(lines).toEqual(['webhooks: everything agrees.'])
  expect(code).toBe(0)
})

test('events that are lost, ahead, doubled or of an unknown list are reported', async () => {
  const { code, lines } = await verify([
    { id: 2, sequence: 4, arrived: [1, 3] },
    { id: 10, sequence: 1 },
    { id: 11, arrived: [1, 2] },
    { id: 12, sequence: 2, arrived: [1, 2, 2] },
    { id: 13, sequence: 6, arrived: [3, 5, 6], createdAt: LONG_AGO },
    { id: 1000, arrived: [1], isUnknown: true },
  ])

  expect(lines).toEqual([
    'lost event: 2 of production-list 2',
    'lost event: 4 of production-list 2',
    'lost event: 1 of production-list 10',
    'event of a lost change: 2 of production-list 11, and production-lists has up to 1',
    'two events of one number: 2 of production-list 12',
    'lost event: 4 of production-list 13',
    'unknown production-list: 1000 has events here, and production-lists does not have it',
    'webhooks: 7 findings.',
  ])
  expect(code).toBe(1)
})
