import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import type { Envelope } from '@takeoff/contracts/envelope'
import { firstUuidOf, newUuid } from '@takeoff/kit/values/ids'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { beforeEach, describe, expect, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { insertFinished, insertWebhook } from './support/insert-rows.ts'
import { openOwner } from './support/open-owner.ts'
import { startOperator } from './support/start-operator.ts'
import { listEvent, otherEvent } from './support/test-service.ts'

let webhookId: number

const database = await disposeAfterAll(
  createTestDatabase({ name: 'webhooks', entities, migrations }),
)
const operator = await disposeAfterAll(startOperator(database))
beforeEach(async () => {
  await database.query(
    'truncate poison_message, domain_event, delivery, finished_delivery, webhook restart identity cascade',
  )
  webhookId = await insertWebhook(database, { verified_at: `'2026-01-01'` })
})

const runCommand = (...args: readonly string[]) => operator.run(args)

async function idsOf(sql: string): Promise<unknown[]> {
  return (await database.query<{ id: unknown }>(sql)).map(({ id }) => id)
}

describe('requeue poison', () => {
  async function insertPoison(...messages: readonly unknown[]): Promise<void> {
    for (const message of messages) {
      const body = typeof message === 'string' ? message : JSON.stringify(message)
      await database.query(
        `insert into poison_message (carrier, body, error) values ('http', $1, 'not understood')`,
        [Buffer.from(body)],
      )
    }
  }
  const left = () => idsOf('select id from poison_message order by id')
  const known = () => idsOf('select id from domain_event')
  /** It can be parsed, but PostgreSQL cannot store U+0000. */
  const unstorable = (): Envelope => {
    const id = newUuid()
    const event = otherEvent(
      'distribution-order.state-changed',
      { type: 'distribution-order', id, sequence: 1 },
      { distributionOrderId: id, state: 'draft', productionListId: 1, jobId: 1 },
    )
    return { ...event, data: { ...event.data, state: 'a\0b' } } as Envelope
  }

  test('ingests messages that are valid events now, and keeps the rest with the reason', async () => {
    const event = listEvent()
    await insertPoison(event, 'no JSON', { ...event, version: 2 })
    const { code, out } = await runCommand('requeue', 'poison', '--all')
    expect(code).toBe(1)
    expect(out).toContain('1 ingested, 2 still unreadable\n')
    expect(out).toMatch(/\n {1,}3 {2}.*version/)
    expect(await left()).toEqual([2, 3])
    expect(await known()).toEqual([event.id])
  })

  test('ingested messages are due for the processes of the service', async () => {
    const event = listEvent()
    await insertPoison(event)
    expect(await runCommand('requeue', 'poison', '1')).toMatchObject({
      code: 0,
      out: '1 ingested, 0 still unreadable\n',
    })
    expect(
      await database.query(
        'select webhook_id, domain_event_id, worker, due_at <= now() as due from delivery',
      ),
    ).toEqual([{ webhook_id: webhookId, domain_event_id: event.id, worker: null, due: true }])
  })

  test('an event that was ingested meanwhile is sent once', async () => {
    const event = listEvent()
    await insertPoison(event, event)
    await runCommand('requeue', 'poison', '--all')
    expect(await left()).toEqual([])
    expect(await idsOf('select id from delivery')).toHaveLength(1)
  })

  test('a message that PostgreSQL cannot store delays none of the others', async () => {
    const events = Array.from({ length: 150 }, () => listEvent())
    await insertPoison(...events.slice(0, 50), unstorable(), ...events.slice(50))
    const { code, out } = await runCommand('requeue', 'poison', '--all', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toEqual({
      ingested: 150,
      left: [{ id: 51, error: expect.stringContaining('Unicode') }],
      missing: 0,
    })
    expect(await left()).toEqual([51])
  })

  test('an event of an ordered webhook is ingested also if its delivery cannot be made due at once', async () => {
    await database.query('update webhook set ordered = true')
    const event = listEvent()
    await insertPoison(event)
    await using owner = await openOwner(database)
    await owner.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no update today'; end $$`,
    )
    await owner.query(
      'create trigger refused before update on delivery for each row execute function refuse()',
    )
    try {
      expect(await runCommand('requeue', 'poison', '--all')).toMatchObject({ code: 0 })
    } finally {
      await owner.query('drop trigger refused on delivery')
    }
    expect(await left()).toEqual([])
    expect(await known()).toEqual([event.id])
  })

  test('messages locked by another operator are skipped', async () => {
    await insertPoison(listEvent(), listEvent())
    await database.transaction(async (sql) => {
      await sql.query('select from poison_message where id = 1 for update')
      expect(await runCommand('requeue', 'poison', '1', '2')).toMatchObject({
        code: 1,
        out: '1 ingested, 0 still unreadable, 1 not found\n',
      })
    })
    expect(await left()).toEqual([1])
  })
})

describe('requeue failed', () => {
  async function fail(at: string, state = 'failed'): Promise<string> {
    const id = firstUuidOf(new Date(at)).slice(0, 24) + newUuid().slice(24)
    const columns = { id: `'${id}'`, state: `'${state}'`, created_at: `'${at}'`, fence: 3 }
    await insertFinished(database, { webhook_id: webhookId, ...columns })
    return id
  }
  const queued = () => idsOf('select id from delivery order by id')

  test('sends failed deliveries again, one after the other', async () => {
    const ids = [await fail('2026-11-01T10:00:00Z'), await fail('2026-11-01T11:00:00Z')]
    await fail('2026-11-01T12:00:00Z', 'delivered')
    expect(await runCommand('requeue', 'failed', '--webhook', String(webhookId))).toEqual({
      code: 0,
      out: '2 queued.\n',
      err: '',
    })
    expect(await queued()).toEqual(ids)
    const again = await runCommand('requeue', 'failed', '--webhook', String(webhookId), '--json')
    expect(again.out).toBe('{"queued":0,"complete":true}\n')
  })

  test('sends only those since a time', async () => {
    await fail('2026-11-01T10:00:00Z')
    const id = await fail('2026-11-01T11:00:00Z')
    await runCommand(
      'requeue',
      'failed',
      '--webhook',
      String(webhookId),
      '--since',
      '2026-11-01T10:30:00Z',
    )
    expect(await queued()).toEqual([id])
  })

  test('reports the rate limit, and that deliveries are left', async () => {
    await database.query(
      `insert into webhook_call (webhook_id, kind) select $1, 'replay' from generate_series(1, 20)`,
      [webhookId],
    )
    await fail('2026-11-01T10:00:00Z')
    const { code, out } = await runCommand('requeue', 'failed', '--webhook', String(webhookId))
    expect(code).toBe(1)
    expect(out).toBe(
      '0 queued. Too many at once for one hour: the others are left, run it again later.\n',
    )
  })

  test.each([
    [['--webhook', '9'], 1, 'There is no subscription 9.'],
    [['--webhook', 'x'], 2, 'Give --webhook with the id of a subscription.'],
    [['--webhook', '1', '--since', 'once'], 2, '--since must be a time'],
  ])('%j: exit code %s, %s', async (args, exitCode, message) => {
    const { code, err } = await runCommand('requeue', 'failed', ...args)
    expect(code).toBe(exitCode)
    expect(err).toContain(message)
  })

  test('a disabled subscription is enabled first', async () => {
    await database.query('update webhook set disabled_at = now()')
    const { code, err } = await runCommand('requeue', 'failed', '--webhook', String(webhookId))
    expect(code).toBe(1)
    expect(err).toBe('This webhook is disabled. Call webhookEnable first.\n')
  })
})

test.each([
  ['http://127.0.0.1:1/events', 'EVENTS_URL names no broker'],
  ['amqp://u:hush@127.0.0.1:1', 'The broker at 127.0.0.1:1: connect ECONNREFUSED'],
  ['amqp://u:hush@127.0.0.1:1,127.0.0.1:2', 'The broker at 127.0.0.1:1, 127.0.0.1:2: no node'],
])('requeue dead with %s is refused', async (eventsUrl, message) => {
  await using elsewhere = await startOperator(database, eventsUrl)
  const { code, err } = await elsewhere.run(['requeue', 'dead'])
  expect(code).toBe(1)
  expect(err).toContain(message)
  expect(err).not.toContain('hush')
})
