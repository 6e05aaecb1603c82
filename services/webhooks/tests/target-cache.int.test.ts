import { createLogger } from '@takeoff/kit/service/logger'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { interceptedSql } from '@takeoff/kit/testing/intercepted-sql'
import { beforeEach, expect, test } from 'vitest'
import type { Target } from '../src/deliveries/leases/leased-delivery.ts'
import { TargetCache } from '../src/deliveries/leases/target-cache.ts'
import { readMessage } from '../src/ingest/read-message.ts'
import { ingestEvents } from '../src/ingest/ingest-events.ts'
import { LEASE_HOLDER } from './support/lease-holder.ts'
import { startReceiver } from './support/receiver.ts'
import { isHandshakeOf, listEvent, startTestService, subscribe } from './support/test-service.ts'

const logger = createLogger('test', 'silent')
const service = await disposeAfterAll(startTestService())
const receiver = await disposeAfterAll(startReceiver())
let targets = new TargetCache()

beforeEach(async () => {
  await service.database.query('delete from webhook')
  targets = new TargetCache()
})

/** Ingests an event; returns the target of its delivery, and whether it came from the database. */
async function ingest(): Promise<{ target: Target | undefined; isRead: boolean }> {
  let isRead = false
  const sql = interceptedSql(service.database, async (text, values, send) => {
    const rows = await send(text, values)
    isRead ||= (rows[0] as { changed: unknown }).changed !== null
    return rows
  })
  const body = Buffer.from(JSON.stringify(listEvent()))
  const read = readMessage({ carrier: 'amqp', messageId: undefined, body })
  const { leased } = await ingestEvents({ database: sql, logger }, read, {
    holder: LEASE_HOLDER,
    room: 1,
    targets,
  })
  return { target: leased[0]?.target, isRead }
}

async function mutate(mutation: string): Promise<void> {
  const { errors } = await service.graphql(`mutation { ${mutation} }`)
  expect(errors).toBeUndefined()
}

test('a target is read once', async () => {
  const { id } = await subscribe(service, receiver)
  const { target, isRead } = await ingest()
  expect(isRead).toBe(true)
  expect(target).toMatchObject({ webhookId: id, orgId: 1, url: receiver.url })
  expect(await ingest()).toEqual({ target, isRead: false })
})

test('a changed target is read again, once', async () => {
  const { id } = await subscribe(service, receiver)
  let before = await ingest()
  const changes = [
    `webhookUpdate(id: ${id}, headers: [{ name: "x-api-key", value: "k" }]) { id }`,
    `webhookSecretRotate(id: ${id}, overlapHours: 0) { secret }`,
  ]
  for (const change of changes) {
    await mutate(change)
    const { target, isRead } = await ingest()
    expect(isRead).toBe(true)
    expect(target).not.toEqual(before.target)
    before = await ingest()
    expect(before).toEqual({ target, isRead: false })
  }
})

test('an event after the verification of a new url is sent there', async () => {
  const { id } = await subscribe(service, receiver)
  await ingest()
  await mutate(`webhookUpdate(id: ${id}, url: "${receiver.url}new") { id }`)
  expect(await ingest()).toEqual({ target: undefined, isRead: false })
  const [, handshake] = await receiver.until(isHandshakeOf(id), 2)
  await mutate(`webhookVerify(code: "${String(handshake?.json['code'])}") { id }`)
  expect(await ingest()).toMatchObject({ target: { url: `${receiver.url}new` }, isRead: true })
})

test('while two secrets sign, their target is read each time, because the older one expires', async () => {
  const { id } = await subscribe(service, receiver)
  const [secret] = (await ingest()).target?.sealedSecrets ?? []
  await mutate(`webhookSecretRotate(id: ${id}, overlapHours: 1) { secret }`)
  const both = await ingest()
  expect(both.target?.sealedSecrets).toEqual([expect.any(String), secret])
  expect(await ingest()).toEqual(both)
  await service.database.query(
    `update webhook_secret set expires_at = now() - interval '1 second' where webhook_id = $1 and sealed = $2`,
    [id, secret],
  )
  const newer = await ingest()
  expect(newer).toMatchObject({ target: { sealedSecrets: [expect.any(String)] }, isRead: true })
  expect(newer.target?.sealedSecrets).not.toContain(secret)
  expect(await ingest()).toMatchObject({ target: newer.target, isRead: false })
})
