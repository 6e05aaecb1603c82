import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSender } from '../src/deliveries/send/sender.ts'
import { newSigningSecret, signatureHeaders, signingKey } from '../src/messages/signing.ts'
import { startReceiver } from './support/receiver.ts'
import type { Received, Receiver } from './support/receiver.ts'
import {
  eventually,
  isEventOf,
  isHandshakeOf,
  listEvent,
  otherEvent,
  waitUntilIdle,
  startTestService,
  subscribe,
} from './support/test-service.ts'

const service = await disposeAfterAll(startTestService({ overrides: { random: () => 0 } }))
let receiver: Receiver

beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  await service.database.query('delete from webhook')
  await service.database.query('delete from delivery')
  await receiver[Symbol.asyncDispose]()
})

/** Expects both packages to accept it with the secret, and to refuse it with another one. */
function expectVerified({ body, headers }: Pick<Received, 'body' | 'headers'>, secret: string) {
  const received = headers as Record<string, string>
  for (const Verifier of [StandardWebhook, SvixWebhook]) {
    expect(() => new Verifier(secret).verify(body, received)).not.toThrow()
    expect(() => new Verifier(newSigningSecret()).verify(body, received)).toThrow('No matching')
    const other = Buffer.concat([body, Buffer.from(' ')])
    expect(() => new Verifier(secret).verify(other, received)).toThrow('No matching')
  }
}

describe('messages of the service, verified by third-party packages', () => {
  test('the handshake, every event, a retry, a test, and a replay', async () => {
    const { id, secret } = await subscribe(service, receiver)
    let failures = 1
    receiver.respond = (response) => response.writeHead(failures-- > 0 ? 500 : 204).end()
    const [documentId, orderId] = [crypto.randomUUID(), crypto.randomUUID()]
    await service.publish(
      listEvent('production-list.created'),
      listEvent('production-list.updated'),
      otherEvent(
        'order-document.state-changed',
        { type: 'order-document', id: documentId, sequence: 1 },
        { orderDocumentId: documentId, state: 'complete', productionListId: 28001, jobId: 12 },
      ),
      otherEvent(
        'distribution-order.state-changed',
        { type: 'distribution-order', id: orderId, sequence: 1 },
        { distributionOrderId: orderId, state: 'submitted', productionListId: 28001, jobId: 12 },
      ),
    )
    const [first] = await receiver.until(isEventOf(id), 5)
    await waitUntilIdle(service)
    const sent = await service.graphql(
      `mutation ($id: Int!, $delivery: ID!) {
        webhookTest(id: $id, event: "distribution-order-state-changed") { id }
        webhookDeliveryRetry(id: $delivery) { id } }`,
      { id, delivery: first?.headers['webhook-id'] },
    )
    expect(sent.errors).toBeUndefined()
    await receiver.until(isEventOf(id), 7)

    const all = receiver.received
    expect(all.filter(isHandshakeOf(id))).toHaveLength(1)
    expect(all).toHaveLength(8)
    // The retry and the one sent again have the id of the first attempt.
    expect(new Set(all.map(({ headers }) => headers['webhook-id'])).size).toBe(6)
    for (const received of all) expectVerified(received, secret)
  })

  test('in a rotation each message verifies with the old secret and with the new one', async () => {
    const { id, secret } = await subscribe(service, receiver)
    const rotated = await service.graphql(
      'mutation ($id: Int!) { webhookSecretRotate(id: $id, overlapHours: 1) { secret } }',
      { id },
    )
    const newer = rotated.data.webhookSecretRotate.secret
    receiver.respond = (response) =>
      response.writeHead(receiver.received.filter(isEventOf(id)).length > 1 ? 204 : 503).end()
    await service.publish(listEvent())
    const attempts = await receiver.until(isEventOf(id), 2)
    expect(attempts).toHaveLength(2)
    for (const received of attempts) {
      expectVerified(received, secret)
      expectVerified(received, newer)
    }
  })
})

test('custom headers arrive, and are not stored when the receiver echoes them', async () => {
  const { id, secret } = await subscribe(service, receiver)
  const headers = [
    { name: 'X-Api-Key', value: 'roof-key-42' },
    { name: 'Authorization', value: 'Token roof-token-43' },
  ]
  await service.graphql(
    'mutation ($id: Int!, $headers: [WebhookHeaderInput!]) { webhookUpdate(id: $id, headers: $headers) { id } }',
    { id, headers },
  )
  receiver.respond = (response, received) =>
    response.writeHead(200).end(`thanks, ${String(received.headers['x-api-key'])}`)
  await service.publish(listEvent())
  const [received] = await receiver.until(isEventOf(id))
  expect(received?.headers).toMatchObject({
    'x-api-key': 'roof-key-42',
    authorization: 'Token roof-token-43',
    'content-type': 'application/json',
  })
  if (received !== undefined) expectVerified(received, secret)
  await eventually(async () => {
    const log = await service.graphql(
      `query ($id: ID!) { webhookDelivery(id: $id) { attempts { responseBody } } }`,
      { id: received?.headers['webhook-id'] },
    )
    expect(log.data.webhookDelivery.attempts).toEqual([{ responseBody: 'thanks, [redacted]' }])
  })
})

test.each([
  ['emoji', { note: 'Dachrinne 50 % – 屋根 🏠👷🏽‍♀️ \u2028\u0000' }],
  ['20 kB', { note: 'Schindel 🏠 '.repeat(1_200) }],
  ['nothing', {}],
])('a body of %s is signed as the exact bytes that arrive', async (_what, payload) => {
  const [older, newer] = [newSigningSecret(), newSigningSecret()]
  await using sender = createSender({
    allowLoopback: true,
    connectTimeoutMs: 5_000,
    attemptTimeoutMs: 5_000,
  })
  const body = Buffer.from(JSON.stringify(payload))
  const keys = [newer, older].map(signingKey)
  const headers = signatureHeaders({ id: crypto.randomUUID(), at: new Date(), body, keys })
  const message = { url: receiver.url, headers, body }
  expect(await sender.send(message, new AbortController().signal)).toMatchObject({
    statusCode: 204,
  })
  const [received] = await receiver.until(() => true)
  expect(received?.json).toEqual(payload)
  if (received === undefined) return
  expectVerified(received, older)
  expectVerified(received, newer)
})
