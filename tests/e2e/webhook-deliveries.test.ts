import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { graphqlData, graphqlError } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createList } from './support/list.ts'
import { startReceiver, verifySignature } from './support/receiver.ts'
import type { Received } from './support/receiver.ts'
import { renameList } from './support/rename-list.ts'
import {
  DISTRIBUTION_ORDER_STATE_CHANGED,
  DOCUMENT_STATE_CHANGED,
  LIST_CREATED,
  LIST_UPDATED,
  listen,
} from './support/webhooks.ts'
import type { Delivery, Listener } from './support/webhooks.ts'

const devEnv = sharedDevEnv()
let organization: Organization
let listId: number

beforeAll(async () => {
  organization = await createOrganization(devEnv)
  listId = (await createList(organization, [{ name: 'Shingles' }])).listId
})
afterAll(() => organization[Symbol.asyncDispose]())

const listenHere = (): Promise<Listener> =>
  listen({ orgId: organization.orgId, token: organization.token })
const rename = (): Promise<number> => renameList(listId, { token: organization.token })
const request = <Data>(query: string, variables = {}): Promise<Data> =>
  graphqlData<Data>(query, variables, { token: organization.token })
const isUpdate = ({ payload }: Received): boolean => payload.event === LIST_UPDATED

/** Each attempt as [status code, error]. */
const outcomes = (delivery: Delivery | undefined): unknown[] =>
  delivery?.attempts.map(({ statusCode, error }) => [statusCode, error]) ?? []

interface Health {
  readonly verifiedAt: string | null
  readonly disabledAt: string | null
  readonly lastError: string | null
}

async function healthOf(id: number): Promise<Health> {
  const { webhook } = await request<{ webhook: Health }>(
    'query ($id: Int!) { webhook(id: $id) { verifiedAt disabledAt lastError } }',
    { id },
  )
  return webhook
}

/** Polls, because the log is written after the response that the test awaits. */
async function settledDeliveries(listener: Listener): Promise<Delivery[]> {
  await devEnv.waitUntilIdle()
  return await listener.deliveries()
}

describe('attempts', () => {
  test('a receiver that fails twice gets a third attempt: same webhook-id and body, new time and signature', async () => {
    await using listener = await listenHere()
    listener.respondWith(({ attempt }) => {
      // Requests a longer wait than that of the schedule.
      if (attempt === 1) return { status: 503, headers: { 'retry-after': '2' }, body: 'busy' }
      return attempt === 2 ? { status: 500 } : { status: 204 }
    })
    await rename()

    const heard = await listener.waitFor(isUpdate, { count: 3 })
    for (const one of heard) verifySignature(one, listener.secret)
    const [first, second] = heard.map(({ headers }) => headers)
    expect(new Set(heard.map(({ webhookId }) => webhookId)).size).toBe(1)
    expect(new Set(heard.map(({ body }) => body)).size).toBe(1)
    const timeOf = (headers: Received['headers'] = {}): number =>
      Number(headers['webhook-timestamp'])
    expect(timeOf(second)).toBeGreaterThan(timeOf(first))
    expect(second?.['webhook-signature']).not.toBe(first?.['webhook-signature'])

    const deliveries = await settledDeliveries(listener)
    expect(deliveries).toHaveLength(1)
    const [delivery] = deliveries
    expect(delivery).toMatchObject({
      id: heard[0]?.webhookId,
      event: LIST_UPDATED,
      state: 'delivered',
      nextAttemptAt: null,
      payload: heard[0]?.payload,
    })
    expect(outcomes(delivery)).toEqual([
      [503, 'answered 503'],
      [500, 'answered 500'],
      [204, null],
    ])
    const [one, two] = delivery?.attempts ?? []
    expect(one?.responseBody).toBe('busy')
    expect(Date.parse(two?.at ?? '') - Date.parse(one?.at ?? '')).toBeGreaterThanOrEqual(2_000)
    expect((await healthOf(listener.id)).lastError).toBeNull()
  })

  test('410 disables the subscription, and the organization can see the reason', async () => {
    await using listener = await listenHere()
    listener.respondWith(() => ({ status: 410 }))
    await rename()
    const [delivery] = await settledDeliveries(listener)

    expect(delivery?.state).toBe('failed')
    expect(outcomes(delivery)).toEqual([[410, 'answered 410 (gone)']])
    expect(await healthOf(listener.id)).toMatchObject({
      disabledAt: expect.stringMatching(/Z$/) as string,
      lastError: 'answered 410 (gone)',
    })

    listener.respondWith(() => ({ status: 204 }))
    await rename()
    await devEnv.waitUntilIdle()
    expect(listener.heard).toHaveLength(1)

    await request(`mutation { webhookEnable(id: ${listener.id}) { id } }`)
    await rename()
    await devEnv.waitUntilIdle()
    // Events that occurred while it was disabled are not sent later.
    expect(listener.heard).toHaveLength(2)
  })

  test('a redirect is a failure and is not followed', async () => {
    await using elsewhere = await startReceiver()
    await using listener = await listenHere()
    listener.respondWith(() => ({ status: 307, headers: { location: elsewhere.url } }))
    await rename()
    await listener.waitFor(isUpdate, { count: 2 })
    const [delivery] = await listener.deliveries()

    expect(elsewhere.received).toEqual([])
    expect(delivery?.state).toBe('pending')
    expect(outcomes(delivery)[0]).toEqual([307, 'answered 307 (redirects are not followed)'])
  })
})

describe('signatures', () => {
  test('after a rotation both secrets verify; without an overlap only the new one', async () => {
    await using listener = await listenHere()
    const rotate = async (overlapHours: number): Promise<string> => {
      const { webhookSecretRotate } = await request<{ webhookSecretRotate: { secret: string } }>(
        `mutation ($id: Int!, $overlapHours: Int) {
          webhookSecretRotate(id: $id, overlapHours: $overlapHours) { secret }
        }`,
        { id: listener.id, overlapHours },
      )
      return webhookSecretRotate.secret
    }
    const second = await rotate(1)
    await rename()
    const overlapping = await listener.waitForOne(isUpdate)

    expect(overlapping.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    verifySignature(overlapping, listener.secret)
    verifySignature(overlapping, second)

    const third = await rotate(0)
    await rename()
    const alone = await listener.waitForOne(
      (received) => isUpdate(received) && received.webhookId !== overlapping.webhookId,
    )
    verifySignature(alone, third)
    expect(() => verifySignature(alone, second)).toThrow('No matching signature')
    expect(() => verifySignature(alone, listener.secret)).toThrow('No matching signature')
  })

  test('a body that was changed in transit does not verify', async () => {
    await using listener = await listenHere()
    await rename()
    const webhook = await listener.waitForOne(isUpdate)

    const changed = webhook.body.replace(`"job_id":`, `"job_id":1`)
    expect(changed).not.toBe(webhook.body)
    expect(() => verifySignature({ ...webhook, body: changed }, listener.secret)).toThrow(
      'No matching signature',
    )
  })
})

describe('manual deliveries', () => {
  test.each([
    [LIST_CREATED, 'project_management_production_list_id'],
    [LIST_UPDATED, 'project_management_production_list_id'],
    [DOCUMENT_STATE_CHANGED, 'project_management_order_document_id'],
    [DISTRIBUTION_ORDER_STATE_CHANGED, 'distribution_order_id'],
  ])('webhookTest sends %s', async (event, key) => {
    await using listener = await listenHere()
    const { webhookTest } = await request<{ webhookTest: Delivery }>(
      `mutation ($id: Int!, $event: String!) {
        webhookTest(id: $id, event: $event) { id event state payload attempts { at } }
      }`,
      { id: listener.id, event },
    )

    const webhook = await listener.waitForOne(({ payload }) => payload.event === event)
    expect(verifySignature(webhook, listener.secret)).toEqual(webhookTest.payload)
    expect(webhook.payload).toMatchObject({ webhook_id: listener.id, [key]: expect.anything() })
    expect(webhook.webhookId).toBe(webhookTest.id)
  })

  test('a failed delivery is replayed, and a delivered one is sent again by a retry', async () => {
    const since = new Date().toISOString()
    await using listener = await listenHere()
    await rename()
    await devEnv.waitUntilIdle()
    listener.respondWith(() => ({ status: 500 }))
    await rename()
    const [, refused] = await listener.waitFor(isUpdate, { count: 2 })
    await request(`mutation { webhookDisable(id: ${listener.id}) { id } }`)
    expect((await settledDeliveries(listener)).map(({ state }) => state)).toEqual([
      'delivered',
      'failed',
    ])

    const replay =
      'mutation ($id: Int!, $since: DateTime!) { webhookReplay(id: $id, since: $since) }'
    const early = await graphqlError(
      replay,
      { id: listener.id, since },
      { token: organization.token },
    )
    expect(early.extensions.code).toBe('CONFLICT')

    await request(`mutation { webhookEnable(id: ${listener.id}) { id } }`)
    listener.respondWith(() => ({ status: 204 }))
    const alreadyHeard = listener.heard.length
    expect(await request(replay, { id: listener.id, since })).toEqual({ webhookReplay: 1 })
    const states = (await settledDeliveries(listener)).map(({ state }) => state)
    expect(states).toEqual(['delivered', 'delivered'])
    const [again, ...others] = listener.heard.slice(alreadyHeard)
    expect(others).toEqual([])
    expect(again?.webhookId).toBe(refused?.webhookId)

    await request('mutation ($id: ID!) { webhookDeliveryRetry(id: $id) { id } }', {
      id: listener.heard[0]?.webhookId,
    })
    await devEnv.waitUntilIdle()
    expect(listener.heard.at(-1)?.webhookId).toBe(listener.heard[0]?.webhookId)
    expect(listener.heard).toHaveLength(alreadyHeard + 2)
  })

  test('a deleted subscription receives nothing more, and its log is deleted', async () => {
    await using listener = await listenHere()
    await rename()
    await listener.waitFor(isUpdate)
    await request(`mutation { webhookDelete(id: ${listener.id}) }`)
    await rename()
    await devEnv.waitUntilIdle()

    expect(listener.heard).toHaveLength(1)
    expect(await request(`{ webhook(id: ${listener.id}) { id } }`)).toEqual({ webhook: null })
  })
})
