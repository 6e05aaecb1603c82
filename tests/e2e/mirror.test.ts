import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { openOwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import type { OwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import { scaled } from '@takeoff/kit/testing/scale'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../services/client/src/client.ts'
import type { Client } from '../../services/client/src/client.ts'
import {
  ProductionListUpdateDocument,
  WebhookCreateDocument,
  WebhookReplayDocument,
  WebhookVerifyDocument,
} from '../../services/client/src/generated/operations.ts'
import { MemoryStore } from '../../services/client/src/sync/store.ts'
import { createSync } from '../../services/client/src/sync/sync.ts'
import { createConsumer } from '../../services/client/tests/support/consumer.ts'
import type { Consumer } from '../../services/client/tests/support/consumer.ts'
import { seededRandom } from '@takeoff/kit/testing/seeded-random'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import {
  differencesToApi,
  readCopy,
  rowsOfCopy,
  rowsOfDatabases,
} from './support/copy-differences.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { startMirror } from './support/mirror-process.ts'
import type { MirrorProcess } from './support/mirror-process.ts'
import { createOffice } from './support/office.ts'
import { startShufflingProxy } from './support/shuffling-proxy.ts'
import type { ShufflingProxy } from './support/shuffling-proxy.ts'

/** docs/examples/mirror.mjs, with the package as npm installs it. */
const SCALE = scaled(
  { changes: 10_000, kills: 20, outageMs: 60_000, readSeconds: 10 },
  { changes: 200, kills: 2, outageMs: 2_000, readSeconds: 1 },
)
const CALLERS = 8
const LIMIT_MS = 1_800_000
const PATIENCE = { timeout: 300_000, interval: 50 }
const READ = 'the pages are read'
const program = new URL('../../docs/examples/mirror.mjs', import.meta.url)
const guide = new URL('../../docs/client.md', import.meta.url)

const devEnv = sharedDevEnv()
const random = seededRandom(Number(process.env['CHAOS_SEED'] ?? 27))
const opened = new AsyncDisposableStack()
let databases: OwnDatabases
let consumer: Consumer
let organization: Organization
let client: Client
let proxy: ShufflingProxy
let webhook: { readonly id: number; readonly secret: string }
let mirror: MirrorProcess
let file: string

beforeAll(async () => {
  databases = await openOwnDatabases(opened, devEnv.databases)
  consumer = opened.use(await createConsumer())
  await consumer.write('mirror.mjs', await readFile(program, 'utf8'))
  file = path.join(consumer.folder, 'mirror.sqlite')
  organization = opened.use(await createOrganization(devEnv))
  client = createClient({ url: devEnv.graphqlUrl, token: organization.token })
  proxy = opened.use(await startShufflingProxy(random))
  opened.defer(() => mirror[Symbol.asyncDispose]())
  await subscribe()
})
afterAll(() => opened.disposeAsync())

/** As a user does: the program prints the code of the handshake. */
async function subscribe(): Promise<void> {
  const { data } = await client.request(WebhookCreateDocument, {
    orgId: organization.orgId,
    url: proxy.url,
  })
  const { webhookCreate: created } = data
  if (!created?.webhook || !created.secret) throw new Error('no webhook was created')
  webhook = { id: created.webhook.id, secret: created.secret }
  await start()
  const code = await mirror.after('code for webhookVerify:')
  await client.request(WebhookVerifyDocument, { code })
}

async function start(readSeconds = SCALE.readSeconds): Promise<void> {
  mirror = await startMirror(consumer.folder, {
    TAKEOFF_URL: devEnv.graphqlUrl,
    TAKEOFF_TOKEN: organization.token,
    ORG_ID: String(organization.orgId),
    WEBHOOK_SECRET: webhook.secret,
    READ_SECONDS: String(readSeconds),
  })
  proxy.target = mirror.url
}

async function kill(): Promise<void> {
  proxy.target = undefined
  await mirror.end('SIGKILL')
}

async function stopAndStart(readSeconds?: number): Promise<void> {
  proxy.target = undefined
  expect(await mirror.end('SIGTERM')).toBe(0)
  await start(readSeconds)
  await mirror.after(READ)
}

test(
  `the copy equals the databases after ${SCALE.changes} changes, ${SCALE.kills} kills and an outage`,
  async () => {
    const office = await createOffice(organization, { client, devEnv, random })
    const startedAt = new Date()
    await changeWhileKilling(() => office.change())
    const secondsOfChanges = secondsSince(startedAt)
    // What waits for its next attempt is sent at once, as after every outage.
    await client.request(WebhookReplayDocument, { id: webhook.id, since: startedAt.toISOString() })
    await devEnv.waitUntilIdle(PATIENCE.timeout)
    await expect.poll(countUndelivered, PATIENCE).toBe(0)
    await proxy.settle()
    await expect.poll(() => readCopy(file).waiting, PATIENCE).toBe(0)
    await stopAndStart()

    const copy = readCopy(file)
    const anew = new MemoryStore()
    await createSync(client, { orgId: organization.orgId, store: anew }).run()
    const differences = differencesToApi(copy, anew)
    const figures = {
      ...SCALE,
      ...Object.fromEntries(office.tally),
      webhooks: proxy.tally,
      secondsOfChanges,
      secondsInAll: secondsSince(startedAt),
      differences: differences.length,
    }
    process.stdout.write(`[mirror] ${JSON.stringify(figures)}\n`)
    expect(differences).toEqual([])
    expect(rowsOfCopy(copy)).toEqual(await rowsOfDatabases(databases, organization.orgId))
    expect([...office.tally.values()].reduce((sum, count) => sum + count, 0)).toBe(SCALE.changes)
    expect(proxy.tally.repeated).toBe(proxy.tally.accepted)
    expect(proxy.tally.overtaken).toBeGreaterThan(0)
    expect(proxy.tally.unavailable).toBeGreaterThan(0)
  },
  LIMIT_MS,
)

/** Callers make the changes; meanwhile the program is killed again and again, and is down for a while in the middle. */
async function changeWhileKilling(change: () => Promise<void>): Promise<void> {
  const progress = { begun: 0, done: 0 }
  const call = async (): Promise<void> => {
    while (progress.begun < SCALE.changes) {
      progress.begun += 1
      await change()
      progress.done += 1
    }
  }
  const strike = async (): Promise<void> => {
    for (let struck = 1; struck <= SCALE.kills; struck += 1) {
      const due = (struck * SCALE.changes) / (SCALE.kills + 1)
      await expect.poll(() => progress.done, PATIENCE).toBeGreaterThanOrEqual(due)
      await kill()
      if (struck === Math.ceil(SCALE.kills / 2)) await delay(SCALE.outageMs)
      await start()
    }
  }
  await Promise.all([strike(), ...Array.from({ length: CALLERS }, call)])
}

async function countUndelivered(): Promise<number> {
  const [row] = await databases.webhooks.query<{ count: number }>(
    'select count(*)::int as count from delivery where webhook_id = $1',
    [webhook.id],
  )
  return row?.count ?? 0
}

const secondsSince = (time: Date): number => Math.round((Date.now() - time.getTime()) / 100) / 10

test('a change reaches the copy by its webhook alone', async () => {
  await stopAndStart(3_600)
  const [id = ''] = readCopy(file).lists.keys()
  await client.request(ProductionListUpdateDocument, { id: Number(id), name: 'By webhook' })
  await expect.poll(() => readCopy(file).lists.get(id)?.name, PATIENCE).toBe('By webhook')
  expect(mirror.errors).toEqual([])
})

test('the statement of docs/client.md reads the items of lists from the copy', async () => {
  const [, sql = ''] = /```sql\n([^`]+)```/.exec(await readFile(guide, 'utf8')) ?? []
  using database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare(sql).all()
  const items = [...readCopy(file).lists].flatMap(([id, { listItems }]) =>
    listItems.map(({ name, quantity }) => ({ id, name, quantity })),
  )
  expect(rows.map((row) => ({ ...row }))).toEqual(items)
})

test('a message that is not signed is refused and not kept', async () => {
  const body = JSON.stringify({ event: 'webhook-verification-code', code: 'forged' })
  const headers = {
    'webhook-id': 'forged',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': 'v1,Zm9yZ2Vk',
  }
  const response = await fetch(mirror.url, { method: 'POST', headers, body })
  // Messages of the stack may wait there at the same time.
  using database = new DatabaseSync(file, { readOnly: true })
  const kept = database.prepare("select body from inbox where body like '%forged%'").all()
  expect([response.status, kept]).toEqual([401, []])
})

test('the program names the variables that are missing, and has at most 120 lines', async () => {
  const env = { TAKEOFF_URL: '', WEBHOOK_SECRET: '' }
  await expect(startMirror(consumer.folder, env)).rejects.toThrow(/ended with 2 .*Set TAKEOFF_URL/)
  expect((await readFile(program, 'utf8')).split('\n').length - 1).toBeLessThanOrEqual(120)
})
