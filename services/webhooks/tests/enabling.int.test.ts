import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startReceiver } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import {
  ALL_DELIVERIES,
  isEventOf,
  isHandshakeOf,
  listEvent,
  startTestService,
  subscribe,
} from './support/test-service.ts'
import type { GraphqlResponse } from './support/test-service.ts'

const service = await disposeAfterAll(startTestService())
let receiver: Receiver

beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver[Symbol.asyncDispose]())

const call = (mutation: string, id: number): Promise<GraphqlResponse> =>
  service.graphql(`mutation ($id: Int!) { ${mutation}(id: $id) { disabledAt verifiedAt } }`, { id })

const verify = (code: unknown): Promise<GraphqlResponse> =>
  service.graphql(`mutation ($code: String!) { webhookVerify(code: $code) { verifiedAt } }`, {
    code,
  })

async function setUrl(id: number, url: string): Promise<void> {
  const { errors } = await service.graphql(
    'mutation ($id: Int!, $url: String!) { webhookUpdate(id: $id, url: $url) { id } }',
    { id, url },
  )
  expect(errors).toBeUndefined()
}

async function createUnverified(): Promise<number> {
  const { data } = await service.graphql(
    'mutation ($url: String!) { webhookCreate(orgId: 1, url: $url) { webhook { id } } }',
    { url: receiver.url },
  )
  const { id } = data.webhookCreate.webhook
  await receiver.until(isHandshakeOf(id))
  return id
}

const NOT_VERIFIED = [
  {
    message: expect.stringMatching(
      /not verified.+webhookVerify .+webhookVerificationResend/,
    ) as string,
    extensions: { code: 'CONFLICT' },
  },
]

describe('webhookEnable of a webhook that is not verified', () => {
  test('is refused, and names the mutations that verify it', async () => {
    const id = await createUnverified()
    expect((await call('webhookEnable', id)).errors).toMatchObject(NOT_VERIFIED)
    const [handshake] = await receiver.until(isHandshakeOf(id))
    expect((await verify(handshake?.json['code'])).errors).toBeUndefined()
    expect((await call('webhookEnable', id)).errors).toBeUndefined()
  })

  test('is refused after a new url', async () => {
    const { id } = await subscribe(service, receiver)
    await using other = await startReceiver()
    await setUrl(id, other.url)
    expect((await call('webhookEnable', id)).errors).toMatchObject(NOT_VERIFIED)
  })

  test('and disabled is refused; webhookVerificationResend enables it and posts a code', async () => {
    const id = await createUnverified()
    await call('webhookDisable', id)
    expect((await call('webhookEnable', id)).errors).toMatchObject(NOT_VERIFIED)
    const { data } = await call('webhookVerificationResend', id)
    expect(data.webhookVerificationResend).toEqual({ disabledAt: null, verifiedAt: null })
    const handshakes = await receiver.until(isHandshakeOf(id), 2)
    expect((await verify(handshakes[1]?.json['code'])).errors).toBeUndefined()
    await service.publish(listEvent())
    await receiver.until(isEventOf(id))
  })

  test('is not sent the code of a new url while it is disabled, but by webhookVerificationResend', async () => {
    const { id } = await subscribe(service, receiver)
    await call('webhookDisable', id)
    await using other = await startReceiver()
    for (let times = 0; times < 6; times += 1) await setUrl(id, `${other.url}/${times}`)
    const deliveries = await service.database.query(
      `select state from ${ALL_DELIVERIES} where webhook_id = $1 and state <> 'delivered'`,
      [id],
    )
    expect(deliveries).toEqual([])
    expect((await call('webhookVerificationResend', id)).errors).toBeUndefined()
    const [handshake] = await other.until(isHandshakeOf(id))
    expect((await verify(handshake?.json['code'])).errors).toBeUndefined()
  })

  test('can be verified while it is disabled, and then be enabled', async () => {
    const id = await createUnverified()
    const [handshake] = await receiver.until(isHandshakeOf(id))
    await call('webhookDisable', id)
    await verify(handshake?.json['code'])
    expect((await call('webhookEnable', id)).data.webhookEnable).toMatchObject({ disabledAt: null })
  })
})
