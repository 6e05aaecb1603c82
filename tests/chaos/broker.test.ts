import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { openOwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import type { OwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import { createEvent } from '@takeoff/kit/events/outbox'
import type { NewEvent } from '@takeoff/kit/events/outbox'
import { openPublisher } from '@takeoff/kit/events/publisher'
import { createLogger } from '@takeoff/kit/service/logger'
import { runCli } from '@takeoff/webhooks-cli/cli'
import { readConfig as readCliConfig } from '@takeoff/webhooks-cli/config'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sharedDevEnv } from '../e2e/support/dev-env.ts'
import { createList } from '../e2e/support/list.ts'
import { publishDead, publishGarbage, unbindQueue } from '../e2e/support/publish.ts'
import { renameList } from '../e2e/support/rename-list.ts'
import { LIST_UPDATED, listen } from '../e2e/support/webhooks.ts'
import type { Listener } from '../e2e/support/webhooks.ts'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'

const devEnv = sharedDevEnv()
const logger = createLogger('test', 'silent')
const opened = new AsyncDisposableStack()
let databases: OwnDatabases
let organization: Organization
let listId: number

beforeAll(async () => {
  databases = await openOwnDatabases(opened, devEnv.databases)
  organization = opened.use(await createOrganization(devEnv))
  listId = (await createList(organization, [{ name: 'Shingles' }])).listId
})
afterAll(() => opened.disposeAsync())

const rename = (): Promise<number> => renameList(listId, { token: organization.token })
const listenHere = (): Promise<Listener> =>
  listen({ orgId: organization.orgId, token: organization.token, events: [LIST_UPDATED] })

describe.skipIf(devEnv.transport !== 'amqp')('RabbitMQ', () => {
  test('a message that violates its contract is dead-lettered once and acknowledged; later events still flow', async () => {
    await using listener = await listenHere()
    const bodies = ['no JSON at all', '{"name":"production-list.updated"}', '\u0000']
    const ids = await Promise.all(bodies.map((body) => publishGarbage(devEnv, body)))
    await rename()
    await devEnv.waitUntilIdle()
    // An unacknowledged message would be redelivered to the next process.
    await killWebhooks()
    await devEnv.waitUntilIdle()

    const deadLettered = await databases.webhooks.query<{ message_id: string; body: string }>(
      `select message_id, convert_from(body, 'UTF8') as body from poison_message
       where message_id = any($1) and position('\\x00'::bytea in body) = 0`,
      [ids],
    )
    const [all] = await databases.webhooks.query<{ n: number }>(
      'select count(*)::int as n from poison_message where message_id = any($1)',
      [ids],
    )
    expect(new Map(deadLettered.map(({ message_id, body }) => [message_id, body]))).toEqual(
      new Map(ids.slice(0, 2).map((id, index) => [id, bodies[index]])),
    )
    expect(all?.n).toBe(bodies.length)
    expect(listener.heard).toHaveLength(1)
  })

  test('events that a killed webhook service had not committed are redelivered', async () => {
    await using listener = await listenHere()
    // A kill before the result of the handshake is written would repeat the handshake.
    await devEnv.waitUntilIdle()
    await databases.webhooks.transaction(async (sql) => {
      // Only the intake writes to this table, so the lock blocks no other statement of the engine.
      await sql.query('lock table poison_message in access exclusive mode')
      await rename()
      await vi.waitUntil(async () => (await intakesHeldUp()).length > 0, { timeout: 10_000 })
      await killWebhooks()
      // PostgreSQL would finish the statement although its client is gone.
      for (const pid of await intakesHeldUp()) {
        await sql.query('select pg_terminate_backend($1)', [pid])
      }
    })
    await listener.waitFor(({ payload }) => payload.event === LIST_UPDATED)
    await devEnv.waitUntilIdle()

    expect(listener.heard).toHaveLength(1)
  })

  test('dead-lettered messages are shown to an operator, requeued and delivered once', async () => {
    await using listener = await listenHere()
    await rename()
    await devEnv.waitUntilIdle()
    const [known] = await databases.webhooks.query<{ envelope: NewEvent & { id: string } }>(
      `select json_build_object('id', id, 'name', name, 'orgId', org_id, 'data', data,
         'aggregate', json_build_object('type', aggregate_type, 'id', aggregate_id, 'sequence', sequence)) as envelope
       from domain_event where org_id = $1 order by received_at desc limit 1`,
      [organization.orgId],
    )
    if (known === undefined) throw new Error('no event was ingested')
    const { id, ...event } = known.envelope
    await publishDead(devEnv, { ...createEvent(event), id })
    await publishDead(devEnv, createEvent(event))

    expect(await runOperatorCommand('stuck')).toMatch(/webhooks\.ingest\.dead +2\n/)
    expect(await runOperatorCommand('requeue', 'dead')).toBe('2 moved\n')
    await devEnv.waitUntilIdle()
    expect(await runOperatorCommand('requeue', 'dead')).toBe('0 moved\n')
    expect(listener.heard).toHaveLength(2)
  })

  test('an event that no queue accepts stays in the outbox, and the relay binds the queue again', async () => {
    await using listener = await listenHere()
    const complaints = await countComplaints('events found no queue')
    await unbindQueue(devEnv)
    await rename()
    await devEnv.waitUntilIdle()

    expect(await countComplaints('events found no queue')).toBeGreaterThan(complaints)
    expect(listener.heard).toHaveLength(1)
  })

  test('an event that no queue accepts, published twice at once, is confirmed for neither', async () => {
    await using publisher = openPublisher(devEnv.events.url, { logger })
    await publisher.open()
    await unbindQueue(devEnv)
    const event = { id: randomUUID(), name: LIST_UPDATED, trace: null, body: '{}' }
    const outcomes = await Promise.allSettled([
      publisher.publish([event]),
      publisher.publish([event]),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('under a memory alarm the relay holds no transaction; after the alarm, all events flow', async () => {
    await using listener = await listenHere()
    const complaints = await countComplaints('connection.blocked')
    await devEnv.setMemoryAlarm(true)
    try {
      await rename()
      await vi.waitUntil(async () => (await countComplaints('connection.blocked')) > complaints, {
        timeout: 10_000,
      })
      await rename()
      const idle = await databases['production-lists'].query(
        `select 1 from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%'`,
      )
      expect(idle).toEqual([])
      expect(await countWaiting()).toBe(2)
    } finally {
      await devEnv.setMemoryAlarm(false)
    }

    await devEnv.waitUntilIdle()
    expect(listener.heard).toHaveLength(2)
  })
})

/** Runs `npm run webhooks -- …` on the development stack; returns its output. */
async function runOperatorCommand(...args: readonly string[]): Promise<string> {
  let out = ''
  await runCli(args, {
    stop: new AbortController().signal,
    readConfig: () => readCliConfig({ TAKEOFF_HOME: path.dirname(devEnv.logs) }),
    out: (text) => void (out += text),
    err: (text) => void (out += text),
  })
  return out
}

/** Kills both processes, because either may be processing a message. */
async function killWebhooks(): Promise<void> {
  await Promise.all([devEnv.kill9('webhooks'), devEnv.kill9('webhooks-2')])
}

/** Sessions whose intake statement waits for the lock. */
async function intakesHeldUp(): Promise<number[]> {
  const rows = await databases.webhooks.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query ilike '%insert into domain_event%'`,
  )
  return rows.map(({ pid }) => pid)
}

/** How often the relay logged this. */
async function countComplaints(words: string): Promise<number> {
  const log = await readFile(path.join(devEnv.logs, 'production-lists.log'), 'utf8')
  return log.split(words).length - 1
}

async function countWaiting(): Promise<number | undefined> {
  const [outbox] = await databases['production-lists'].query<{ waiting: number }>(
    'select count(*)::int as waiting from outbox_message',
  )
  return outbox?.waiting
}
