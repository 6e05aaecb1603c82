import type { Sql } from '@takeoff/kit/postgres/sql'
import { createLogger } from '@takeoff/kit/service/logger'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { describe, expect, test } from 'vitest'
import { readMessage } from '../src/ingest/read-message.ts'
import { NO_ROOM } from '../src/deliveries/leases/lease-offer.ts'
import { ingestEvents } from '../src/ingest/ingest-events.ts'
import { insertDeliveries } from './support/insert-rows.ts'
import { hang, startReceiver, status } from './support/receiver.ts'
import {
  eventually,
  isEventOf,
  listEvent,
  startTestService,
  subscribe,
} from './support/test-service.ts'

const logger = createLogger('test', 'silent')
const service = await disposeAfterAll(startTestService({ overrides: { stopWaitMs: 0 } }))
const receiver = await disposeAfterAll(startReceiver())

const DISABLE = 'mutation ($id: Int!) { webhookDisable(id: $id) { id } }'
const DELETE = 'mutation ($id: Int!) { webhookDelete(id: $id) }'
const MOVE =
  'mutation ($id: Int!, $url: String!) { webhookUpdate(id: $id, url: $url) { verifiedAt } }'

/** Ingests an event in the caller's transaction without sending it. */
async function ingest(sql: Sql): Promise<void> {
  const body = Buffer.from(JSON.stringify(listEvent()))
  const { deliveries } = await ingestEvents(
    { database: sql, logger },
    readMessage({ carrier: 'amqp', messageId: undefined, body }),
    NO_ROOM,
  )
  expect(deliveries).toBe(1)
}

/** Registers a process that is silent, but not considered dead yet. */
async function startSilentProcess(): Promise<number> {
  const [worker] = await service.database.query<{ id: number }>(
    `insert into worker (seen_at) values (now() + interval '1 hour') returning id`,
  )
  if (worker === undefined) throw new Error('no worker was registered')
  return worker.id
}

/** States of the events of a webhook. */
async function statesOf(webhookId: number): Promise<string[]> {
  const rows = await service.database.query<{ state: string }>(
    `select case when worker is null then 'pending' else 'leased' end as state from delivery
     where webhook_id = $1 and event <> 'webhook-verification-code'
     union all select state from finished_delivery
     where webhook_id = $1 and event <> 'webhook-verification-code'`,
    [webhookId],
  )
  return rows.map(({ state }) => state)
}

describe.each([
  ['disabled', DISABLE, ['failed']],
  ['deleted', DELETE, []],
  ['moved', MOVE, ['failed']],
])('of a webhook that is %s', (_how, mutation, states) => {
  test('an event that is ingested meanwhile ends', async () => {
    const { id } = await subscribe(service, receiver)
    await service.database.transaction(async (sql) => {
      await ingest(sql)
      const { errors } = await service.graphql(mutation, { id, url: `${receiver.url}/elsewhere` })
      expect(errors).toBeUndefined()
    })
    await eventually(async () => expect(await statesOf(id)).toEqual(states))
    expect(receiver.received.filter(isEventOf(id))).toEqual([])
    await service.graphql(DELETE, { id })
  })

  test('an event that a killed process had leased ends', async () => {
    const { id } = await subscribe(service, receiver)
    const worker = await startSilentProcess()
    const lease = { worker, due_at: `now() + interval '1 hour'` }
    await insertDeliveries(service.database, { webhook_id: id, ...lease })
    const { errors } = await service.graphql(mutation, { id, url: `${receiver.url}/elsewhere` })
    expect(errors).toBeUndefined()
    expect(await statesOf(id)).toEqual(['leased'])
    await service.database.query(`update worker set seen_at = '-infinity' where id = $1`, [worker])
    await eventually(async () => expect(await statesOf(id)).toEqual(states))
    expect(receiver.received.filter(isEventOf(id))).toEqual([])
    await service.graphql(DELETE, { id })
  })

  test('an event that is released by a stopping process ends', async () => {
    const { id } = await subscribe(service, receiver)
    receiver.respond = hang
    await service.publish(listEvent())
    await receiver.until(isEventOf(id))
    receiver.respond = status(204)
    const { errors } = await service.graphql(mutation, { id, url: `${receiver.url}/elsewhere` })
    expect(errors).toBeUndefined()
    expect(await statesOf(id)).toEqual(['leased'])
    await service.restart()
    await eventually(async () => expect(await statesOf(id)).toEqual(states))
    expect(receiver.received.filter(isEventOf(id))).toHaveLength(1)
    await service.graphql(DELETE, { id })
  })
})
