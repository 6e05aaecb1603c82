import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { newUuid } from '@takeoff/kit/values/ids'
import { serviceToken } from '@takeoff/kit/testing/service-token'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertWebhooks } from './support/insert-rows.ts'
import { startReceiver, status } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import {
  eventually,
  isEventOf,
  isHandshakeOf,
  listEvent,
  SERVICE_SECRET,
  waitUntilIdle,
  startTestService,
  subscribe,
} from './support/test-service.ts'
import type { GraphqlResponse, RequestOptions } from './support/test-service.ts'

const service = await disposeAfterAll(startTestService())
let receiver: Receiver

beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  await service.database.query('delete from webhook')
  await service.database.query('delete from verification_failure')
  await receiver[Symbol.asyncDispose]()
})

const otherOrganization: RequestOptions = { orgIds: [2], userId: 8 }
const WEBHOOK = `id orgId url events description createdAt updatedAt verifiedAt disabledAt lastError`
const create = (
  variables: Record<string, unknown> = {},
  options: RequestOptions = {},
): Promise<GraphqlResponse> =>
  service.graphql(
    `mutation ($orgId: Int!, $url: String!, $events: [String!], $description: String) {
      webhookCreate(orgId: $orgId, url: $url, events: $events, description: $description) { secret webhook { ${WEBHOOK} } }
    }`,
    { orgId: 1, url: receiver.url, ...variables },
    options,
  )
const createId = async (): Promise<number> => (await create()).data.webhookCreate.webhook.id
const change = (
  mutation: string,
  variables: Record<string, unknown>,
  options: RequestOptions = {},
): Promise<GraphqlResponse> =>
  service.graphql(`mutation ($id: Int!) { ${mutation} { ${WEBHOOK} } }`, variables, options)
const verify = (code: unknown, options: RequestOptions = {}): Promise<GraphqlResponse> =>
  service.graphql(
    'mutation ($code: String!) { webhookVerify(code: $code) { id verifiedAt } }',
    { code },
    options,
  )
const codeOf = async (id: number, nth = 1): Promise<unknown> =>
  (await receiver.until(isHandshakeOf(id), nth)).at(-1)?.json['code']
const refusal = ({ errors }: GraphqlResponse): Record<string, unknown> => ({
  ...errors?.[0]?.extensions,
  message: errors?.[0]?.message,
})

describe('creation and handshake', () => {
  test('the response has the secret, and the url gets a signed code', async () => {
    const { data } = await create({ description: ' Office ' })
    const { secret, webhook } = data.webhookCreate
    expect(secret).toMatch(/^whsec_/)
    expect(webhook).toMatchObject({
      orgId: 1,
      url: receiver.url,
      events: null,
      description: 'Office',
      verifiedAt: null,
      disabledAt: null,
      lastError: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    })
    const [handshake] = await receiver.until(isHandshakeOf(webhook.id))
    expect(Object.keys(handshake?.json ?? {})).toEqual(['event', 'code', 'webhook_id'])
    expect(() =>
      new Webhook(secret).verify(
        handshake?.body ?? '',
        handshake?.headers as Record<string, string>,
      ),
    ).not.toThrow()
  })

  test('a failed handshake is retried, and the log does not show its code', async () => {
    receiver.respond = status(500)
    const id = await createId()
    await receiver.until(isHandshakeOf(id), 3)
    const log = await eventually(async () => {
      const { data } = await service.graphql(
        'query ($id: Int!) { webhook(id: $id) { lastError deliveries { nodes { state payload attempts { error } } } } }',
        { id },
      )
      expect(data.webhook.deliveries.nodes[0]?.state).toBe('failed')
      return data.webhook
    })
    expect(log.lastError).toBe('answered 500')
    expect(log.deliveries.nodes).toEqual([
      {
        state: 'failed',
        payload: { event: 'webhook-verification-code', code: '[hidden]', webhook_id: id },
        attempts: Array.from({ length: 3 }, () => ({ error: 'answered 500' })),
      },
    ])
  })

  test('the code verifies, and a second time changes nothing', async () => {
    const id = await createId()
    const code = await codeOf(id)
    const first = await verify(code)
    expect(first.data.webhookVerify).toEqual({ id, verifiedAt: expect.any(String) as string })
    expect(await verify(code)).toEqual(first)
  })

  test('a receiver may verify before it responds to the handshake', async () => {
    receiver.respond = (response, { json }) =>
      void verify(json['code']).then(({ data }) =>
        response.writeHead(data.webhookVerify ? 200 : 500).end(),
      )
    const id = await createId()
    await eventually(async () => {
      const { data } = await service.graphql(
        'query ($id: Int!) { webhook(id: $id) { verifiedAt deliveries { nodes { state } } } }',
        { id },
      )
      expect(data.webhook).toEqual({
        verifiedAt: expect.any(String) as string,
        deliveries: { nodes: [{ state: 'delivered' }] },
      })
    })
  })

  test('a wrong, an expired, a replaced code and one of another organization get the same error', async () => {
    const id = await createId()
    const code = await codeOf(id)
    const wrong = refusal(await verify('wrong'))
    expect(wrong).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'code' })
    const same = { ...wrong, requestId: expect.any(String) as string }
    expect(refusal(await verify(code, otherOrganization))).toEqual(same)
    await change('webhookVerificationResend(id: $id)', { id })
    expect(refusal(await verify(code))).toEqual(same)
    const newer = await codeOf(id, 2)
    await service.database.query(
      'update webhook set verification_expires_at = now() where id = $1',
      [id],
    )
    expect(refusal(await verify(newer))).toEqual(same)
  })

  test('ten wrong codes block verification temporarily, also with the right code', async () => {
    const code = await codeOf(await createId())
    for (let n = 0; n < 10; n += 1)
      expect(refusal(await verify(`wrong ${n}`)).code).toBe('BAD_USER_INPUT')
    expect(refusal(await verify(code))).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await verify(code, { userId: 9 })).errors).toBeUndefined()
    await service.database.query(
      `update verification_failure set at = now() - interval '16 minutes'`,
    )
    expect((await verify(code)).errors).toBeUndefined()
  })

  test('a new code can be requested five times an hour, until the webhook is verified', async () => {
    const id = await createId()
    // The code of the creation is none of them, however long ago that was.
    await codeOf(id)
    await eventually(async () => {
      const gone = await service.database.query(
        'delete from finished_delivery where webhook_id = $1 returning id',
        [id],
      )
      expect(gone).toHaveLength(1)
    })
    for (let n = 0; n < 5; n += 1)
      expect((await change('webhookVerificationResend(id: $id)', { id })).errors).toBeUndefined()
    expect(refusal(await change('webhookVerificationResend(id: $id)', { id }))).toMatchObject({
      code: 'RATE_LIMITED',
    })
    await service.database.query(`update webhook_call set at = at - interval '1 hour'`)
    expect((await change('webhookVerificationResend(id: $id)', { id })).errors).toBeUndefined()
    const [row] = await service.database.query<{ hash: string }>(
      'select verification_code_hash as hash from webhook where id = $1',
      [id],
    )
    expect(row?.hash).toHaveLength(64)
    const { id: verified } = await subscribe(service, receiver)
    expect(
      refusal(await change('webhookVerificationResend(id: $id)', { id: verified })),
    ).toMatchObject({ code: 'CONFLICT' })
  })

  test.each([
    [{ url: 'http://10.0.0.1/' }, 'url'],
    [{ events: ['production-list-created'] }, 'events[0]'],
    [{ events: [] }, 'events'],
    [{ description: 'a\0b' }, 'description'],
  ])('%j is refused', async (variables, argument) => {
    expect(refusal(await create(variables))).toMatchObject({ code: 'BAD_USER_INPUT', argument })
  })

  test('an unknown event is refused with the names of all events', async () => {
    expect(refusal(await create({ events: ['nothing'] })).message).toContain(
      'project-management-production-list-created, project-management-production-list-updated',
    )
  })

  test('the error for a very long unknown event shows its beginning', async () => {
    const { message } = refusal(await create({ events: ['n'.repeat(100_000)] }))
    expect(message).toMatch(/^There is no event "n{1,100}"\. The events are:/)
  })

  test('an organization has at most 50 webhooks, also with concurrent creations', async () => {
    await insertWebhooks(service.database, 48)
    const responses = await Promise.all(Array.from({ length: 5 }, () => create()))
    expect(responses.filter(({ errors }) => errors === undefined)).toHaveLength(2)
    expect(
      responses.flatMap(({ errors }) => errors ?? []).map(({ extensions }) => extensions['code']),
    ).toEqual(Array(3).fill('CONFLICT'))
  })

  test('an organization creates at most 200 webhooks an hour, also when it deletes them', async () => {
    const options = { orgIds: [4] }
    await service.database.query(
      `insert into audit_record (org_id, sequence, id, version, occurred_at, recorded_at, operation, target_type,
         target_id, changes, previous_hash, hash)
       select 4, 1000 + n, (left($1, 24) || lpad(n::text, 12, '0'))::uuid, 1, now(), now(), 'webhookCreate', 'webhook',
         n::text, '{}', '', '' from generate_series(1, 199) n`,
      [newUuid()],
    )
    const { data } = await create({ orgId: 4 }, options)
    const { id } = data.webhookCreate.webhook
    await service.graphql('mutation ($id: Int!) { webhookDelete(id: $id) { id } }', { id }, options)
    expect(refusal(await create({ orgId: 4 }, options))).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringMatching(/200 webhooks an hour. Try again in \d+ seconds/) as string,
    })
    expect((await create()).errors).toBeUndefined()
  })

  test('a repeated Idempotency-Key returns the first webhook and secret, and refuses other arguments', async () => {
    const options = { headers: { 'idempotency-key': 'create-1' } }
    const first = await create({}, options)
    expect(await create({}, options)).toEqual(first)
    const rotated = await service.graphql(
      'mutation ($id: Int!) { webhookSecretRotate(id: $id) { secret } }',
      { id: first.data.webhookCreate.webhook.id },
    )
    expect(rotated.data.webhookSecretRotate.secret).not.toBe(first.data.webhookCreate.secret)
    expect((await create({}, options)).data.webhookCreate.secret).toBe(
      first.data.webhookCreate.secret,
    )
    expect(refusal(await create({ description: 'other' }, options))).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    })
    const [row] = await service.database.query('select count(*)::int as n from webhook')
    expect(row).toEqual({ n: 1 })
  })

  test('secrets and codes are not readable in the database', async () => {
    const { data } = await create()
    const secret = data.webhookCreate.secret
    const code = String(await codeOf(data.webhookCreate.webhook.id))
    const rows = await service.database.query(
      'select s.sealed, w.verification_code from webhook_secret s join webhook w on w.id = s.webhook_id',
    )
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
    expect(JSON.stringify(rows)).not.toContain(code)
  })
})

describe('changes', () => {
  test('absent fields stay; null means all events and no description', async () => {
    const { data } = await create({
      events: ['distribution-order-state-changed'],
      description: 'Office',
    })
    const id = data.webhookCreate.webhook.id
    const unchanged = await change('webhookUpdate(id: $id)', { id })
    expect(unchanged.data.webhookUpdate).toMatchObject({
      events: ['distribution-order-state-changed'],
      description: 'Office',
      updatedAt: data.webhookCreate.webhook.updatedAt,
    })
    const cleared = await change(
      'webhookUpdate(id: $id, events: null, description: null, url: null)',
      { id },
    )
    expect(cleared.data.webhookUpdate).toMatchObject({
      events: null,
      description: null,
      url: receiver.url,
    })
  })

  test('a new url must be verified again; waiting deliveries are not sent there', async () => {
    await using other = await startReceiver()
    const { id } = await subscribe(service, receiver)
    receiver.respond = status(503, { 'retry-after': '3600' })
    await service.publish(listEvent())
    await receiver.until(isEventOf(id))
    await waitUntilIdle(service)

    const updated = await service.graphql(
      `mutation ($id: Int!, $url: String!) { webhookUpdate(id: $id, url: $url) { url verifiedAt } }`,
      { id, url: other.url },
    )
    expect(updated.data.webhookUpdate).toEqual({ url: other.url, verifiedAt: null })
    await service.publish(listEvent('production-list.updated'))
    const [handshake] = await other.until(isHandshakeOf(id))
    await verify(handshake?.json['code'])
    await service.publish(listEvent('production-list.updated'))
    await other.until(isEventOf(id))
    await waitUntilIdle(service)
    expect(other.received.filter(isEventOf(id))).toHaveLength(1)

    const since = new Date(Date.now() - 60_000)
    const replayed = await service.graphql(
      'mutation ($id: Int!, $since: DateTime!) { webhookReplay(id: $id, since: $since) }',
      { id, since },
    )
    expect(replayed.data).toEqual({ webhookReplay: 1 })
    await other.until(isEventOf(id, 'project-management-production-list-created'))
  })

  test('the same url again changes nothing', async () => {
    const { id } = await subscribe(service, receiver)
    const { data } = await service.graphql(
      'mutation ($id: Int!, $url: String!) { webhookUpdate(id: $id, url: $url) { verifiedAt } }',
      { id, url: receiver.url },
    )
    expect(data.webhookUpdate.verifiedAt).not.toBeNull()
  })

  test('a disabled webhook is sent nothing until it is enabled again, and later nothing of that time', async () => {
    const { id } = await subscribe(service, receiver)
    const disabled = await change('webhookDisable(id: $id)', { id })
    expect(disabled.data.webhookDisable.disabledAt).toEqual(expect.any(String))
    const refused = await service.graphql(
      'mutation ($id: Int!) { webhookTest(id: $id, event: "distribution-order-state-changed") { id } }',
      { id },
    )
    expect(refusal(refused)).toMatchObject({ code: 'CONFLICT' })
    await service.publish(listEvent())
    const enabled = await change('webhookEnable(id: $id)', { id })
    expect(enabled.data.webhookEnable).toMatchObject({ disabledAt: null, lastError: null })
    await service.publish(listEvent('production-list.updated'))
    await receiver.until(isEventOf(id))
    await waitUntilIdle(service)
    expect(receiver.received.filter(isEventOf(id)).map(({ json }) => json['event'])).toEqual([
      'project-management-production-list-updated',
    ])
  })

  test('a webhook is deleted with its deliveries', async () => {
    const { id } = await subscribe(service, receiver)
    const deleted = await service.graphql('mutation ($id: Int!) { webhookDelete(id: $id) }', { id })
    expect(deleted.data).toEqual({ webhookDelete: true })
    expect(
      (await service.graphql('query ($id: Int!) { webhook(id: $id) { id } }', { id })).data,
    ).toEqual({ webhook: null })
    expect(
      await service.database.query('select 1 from delivery where webhook_id = $1', [id]),
    ).toEqual([])
    expect(
      refusal(await service.graphql('mutation ($id: Int!) { webhookDelete(id: $id) }', { id })),
    ).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('rotation of secrets', () => {
  const rotate = async (id: number, overlapHours: number): Promise<string> =>
    (
      await service.graphql(
        'mutation ($id: Int!, $overlapHours: Int) { webhookSecretRotate(id: $id, overlapHours: $overlapHours) { secret } }',
        { id, overlapHours },
      )
    ).data.webhookSecretRotate.secret

  test('during the overlap both secrets verify, after it only the new one', async () => {
    const { id, secret: older } = await subscribe(service, receiver)
    const newer = await rotate(id, 24)
    await service.publish(listEvent())
    const [both] = await receiver.until(isEventOf(id))
    const verifies = (received: typeof both, secret: string): boolean => {
      try {
        new Webhook(secret).verify(
          received?.body ?? '',
          received?.headers as Record<string, string>,
        )
        return true
      } catch {
        return false
      }
    }
    expect(verifies(both, older)).toBe(true)
    expect(verifies(both, newer)).toBe(true)
    expect(String(both?.headers['webhook-signature']).split(' ')).toHaveLength(2)

    await service.database.query(
      'update webhook_secret set expires_at = now() where expires_at is not null',
    )
    await service.publish(listEvent())
    const last = (await receiver.until(isEventOf(id), 2)).at(-1)
    expect(verifies(last, older)).toBe(false)
    expect(verifies(last, newer)).toBe(true)
  })

  test('an overlap of 0 ends the older secrets at once', async () => {
    const { id } = await subscribe(service, receiver)
    await rotate(id, 24)
    await rotate(id, 0)
    await service.publish(listEvent())
    const [sent] = await receiver.until(isEventOf(id))
    expect(String(sent?.headers['webhook-signature']).split(' ')).toHaveLength(1)
  })

  test('at most five secrets sign, and the overlap has limits', async () => {
    const { id } = await subscribe(service, receiver)
    for (let n = 0; n < 4; n += 1) await rotate(id, 24)
    const rotateWith = (overlapHours: number) =>
      service.graphql(
        'mutation ($id: Int!, $overlapHours: Int) { webhookSecretRotate(id: $id, overlapHours: $overlapHours) { secret } }',
        { id, overlapHours },
      )
    expect(refusal(await rotateWith(24))).toMatchObject({ code: 'CONFLICT' })
    expect(refusal(await rotateWith(-1))).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'overlapHours',
    })
    expect(refusal(await rotateWith(169))).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'overlapHours',
    })
  })
})

describe('test events and repetitions', () => {
  test.each([
    'project-management-production-list-created',
    'project-management-production-list-updated',
    'project-management-order-document-state-changed',
    'distribution-order-state-changed',
  ])('webhookTest sends %s', async (event) => {
    const { id } = await subscribe(service, receiver)
    const { data } = await service.graphql(
      'mutation ($id: Int!, $event: String!) { webhookTest(id: $id, event: $event) { id event state payload } }',
      { id, event },
    )
    const [sent] = await receiver.until(isEventOf(id, event))
    expect(data.webhookTest).toMatchObject({
      event,
      state: 'pending',
      payload: sent?.json,
    })
    expect(sent?.headers['webhook-id']).toBe(data.webhookTest.id)
  })

  test('webhookDeliveryRetry sends a delivered one again under the same webhook-id', async () => {
    const { id } = await subscribe(service, receiver)
    await service.publish(listEvent())
    const [first] = await receiver.until(isEventOf(id))
    await waitUntilIdle(service)
    const retried = await service.graphql(
      'mutation ($id: ID!) { webhookDeliveryRetry(id: $id) { state nextAttemptAt } }',
      { id: first?.headers['webhook-id'] },
    )
    expect(retried.data.webhookDeliveryRetry).toEqual({
      state: 'pending',
      nextAttemptAt: expect.any(String) as string,
    })
    const [, second] = await receiver.until(isEventOf(id), 2)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  })

  test('webhookReplay queues the failed deliveries since a time, or all', async () => {
    const { id } = await subscribe(service, receiver)
    await service.publish(listEvent(), listEvent('production-list.updated'))
    await receiver.until(isEventOf(id), 2)
    await waitUntilIdle(service)
    const replay = async (since: Date, onlyFailed: boolean | null): Promise<unknown> =>
      (
        await service.graphql(
          'mutation ($id: Int!, $since: DateTime!, $onlyFailed: Boolean) { webhookReplay(id: $id, since: $since, onlyFailed: $onlyFailed) }',
          { id, since, onlyFailed },
        )
      ).data.webhookReplay
    const earlier = new Date(Date.now() - 60_000)
    expect(await replay(earlier, null)).toBe(0)
    expect(await replay(earlier, false)).toBe(2)
    await receiver.until(isEventOf(id), 4)
  })
})

describe('reading', () => {
  test('webhooks come in pages of stable cursors', async () => {
    const ids = [await createId(), await createId(), await createId()]
    const page = async (first: number, after: string | null) =>
      (
        await service.graphql(
          'query ($first: Int, $after: String) { webhooks(orgId: 1, first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }',
          { first, after },
        )
      ).data.webhooks
    const one = await page(2, null)
    expect(one).toMatchObject({
      nodes: [{ id: ids[0] }, { id: ids[1] }],
      pageInfo: { hasNextPage: true },
    })
    await service.graphql('mutation ($id: Int!) { webhookDelete(id: $id) }', { id: ids[1] })
    const two = await page(2, one.pageInfo.endCursor)
    expect(two).toMatchObject({ nodes: [{ id: ids[2] }], pageInfo: { hasNextPage: false } })
    expect(await page(2, two.pageInfo.endCursor)).toEqual({
      nodes: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    })
  })

  test('deliveries come newest first, in pages, by state, event and time', async () => {
    const { id } = await subscribe(service, receiver)
    for (let n = 0; n < 3; n += 1)
      await service.publish(
        listEvent(n === 1 ? 'production-list.updated' : 'production-list.created'),
      )
    await receiver.until(isEventOf(id), 3)
    await waitUntilIdle(service)
    const list = async (args: string) =>
      (
        await service.graphql(
          `query ($id: Int!) { webhook(id: $id) { deliveries(${args}) { nodes { id event createdAt } pageInfo { hasNextPage endCursor } } } }`,
          { id },
        )
      ).data.webhook.deliveries
    const all = (await list('first: 200')).nodes
    expect(all.map(({ event }) => event)).toEqual([
      'project-management-production-list-created',
      'project-management-production-list-updated',
      'project-management-production-list-created',
      'webhook-verification-code',
    ])
    const first = await list('first: 2')
    const second = await list(`first: 2, after: "${first.pageInfo.endCursor}"`)
    expect([...first.nodes, ...second.nodes]).toEqual(all)
    expect(second.pageInfo.hasNextPage).toBe(false)
    expect((await list('event: "project-management-production-list-updated"')).nodes).toEqual([
      all[1],
    ])
    expect((await list('state: "pending"')).nodes).toEqual([])
    expect((await list('state: "delivered", event: "webhook-verification-code"')).nodes).toEqual([
      all[3],
    ])
    expect((await list(`since: "${all[1]?.createdAt}"`)).nodes).toEqual(all.slice(0, 2))
  })

  test.each([
    ['state: "done"', 'state'],
    ['event: "none"', 'event'],
    ['first: 0', 'first'],
    ['first: 201', 'first'],
    ['after: "?"', 'after'],
  ])('deliveries(%s) is refused', async (args, argument) => {
    const id = await createId()
    const response = await service.graphql(
      `query ($id: Int!) { webhook(id: $id) { deliveries(${args}) { nodes { id } } } }`,
      { id },
    )
    expect(refusal(response)).toMatchObject({ code: 'BAD_USER_INPUT', argument })
  })
})

describe('authorization', () => {
  const mutations: [string, string][] = [
    [
      'webhookVerificationResend',
      'mutation ($id: Int!) { webhookVerificationResend(id: $id) { id } }',
    ],
    [
      'webhookUpdate',
      'mutation ($id: Int!) { webhookUpdate(id: $id, description: "mine") { id } }',
    ],
    ['webhookDelete', 'mutation ($id: Int!) { webhookDelete(id: $id) }'],
    ['webhookEnable', 'mutation ($id: Int!) { webhookEnable(id: $id) { id } }'],
    ['webhookDisable', 'mutation ($id: Int!) { webhookDisable(id: $id) { id } }'],
    ['webhookSecretRotate', 'mutation ($id: Int!) { webhookSecretRotate(id: $id) { secret } }'],
    [
      'webhookTest',
      'mutation ($id: Int!) { webhookTest(id: $id, event: "distribution-order-state-changed") { id } }',
    ],
    [
      'webhookReplay',
      'mutation ($id: Int!) { webhookReplay(id: $id, since: "2020-01-01T00:00:00.000Z") }',
    ],
  ]

  test.each(mutations)(
    '%s of another organization gets the same error as an unknown one',
    async (_name, query) => {
      const { id } = await subscribe(service, receiver)
      const [foreign, unknown] = [
        await service.graphql(query, { id }, otherOrganization),
        await service.graphql(query, { id: 2_000_000_000 }, otherOrganization),
      ]
      const strip = (response: GraphqlResponse): unknown =>
        JSON.parse(
          JSON.stringify(response, (key, value: unknown) =>
            key === 'requestId' ? undefined : value,
          ),
        )
      expect(strip(foreign)).toEqual(strip(unknown))
      expect(refusal(foreign)).toMatchObject({ code: 'NOT_FOUND', argument: 'id' })
    },
  )

  test('a query for a webhook of another organization returns null', async () => {
    const { id } = await subscribe(service, receiver)
    const query = 'query ($id: Int!) { webhook(id: $id) { id } }'
    expect(await service.graphql(query, { id }, otherOrganization)).toEqual({
      data: { webhook: null },
    })
    expect(await service.graphql(query, { id }, { orgIds: [] })).toEqual({
      data: { webhook: null },
    })
  })

  test('deliveries of another organization and malformed ids are not found', async () => {
    const { id } = await subscribe(service, receiver)
    await service.publish(listEvent())
    const [sent] = await receiver.until(isEventOf(id))
    const retry = (deliveryId: unknown, options?: RequestOptions) =>
      service.graphql(
        'mutation ($id: ID!) { webhookDeliveryRetry(id: $id) { id } }',
        { id: deliveryId },
        options,
      )
    expect(refusal(await retry(sent?.headers['webhook-id'], otherOrganization))).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(refusal(await retry('17'))).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('lists and creations for another organization are forbidden', async () => {
    expect(refusal(await create({ orgId: 2 }))).toMatchObject({ code: 'FORBIDDEN' })
    expect(refusal(await service.graphql('{ webhooks(orgId: 2) { nodes { id } } }'))).toMatchObject(
      {
        code: 'FORBIDDEN',
      },
    )
  })

  test.each([
    ...mutations,
    ['webhook', 'query ($id: Int!) { webhook(id: $id) { id } }'],
    ['webhooks', '{ webhooks(orgId: 1) { nodes { id } } }'],
    [
      'webhookCreate',
      'mutation { webhookCreate(orgId: 1, url: "https://example.com/") { secret } }',
    ],
    ['webhookVerify', 'mutation { webhookVerify(code: "a") { id } }'],
    ['webhookDeliveryRetry', 'mutation { webhookDeliveryRetry(id: "a") { id } }'],
  ])('%s needs a scope of webhooks', async (_name, query) => {
    const response = await service.graphql(query, { id: 1 }, { scope: 'lists:read orders:write' })
    expect(refusal(response)).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('with the scope webhooks:') as string,
    })
  })

  test('a reference from the gateway is scoped too', async () => {
    const { id } = await subscribe(service, receiver)
    const query =
      'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Webhook { url } } }'
    const r = [{ __typename: 'Webhook', id, url: 'https://believed.example.com', orgId: 2 }]
    expect((await service.graphql(query, { r })).data).toEqual({
      _entities: [{ url: receiver.url }],
    })
    expect((await service.graphql(query, { r }, otherOrganization)).data).toEqual({
      _entities: [null],
    })
  })

  test('every route except /events requires a service token', async () => {
    const post = async (path: string, headers: Record<string, string>): Promise<number> =>
      (
        await fetch(service.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: '[]',
        })
      ).status
    expect(await post('/graphql', {})).toBe(403)
    const token = await serviceToken('webhooks', SERVICE_SECRET)
    expect(await post('/graphql', { 'x-service-authorization': token })).toBe(401)
    expect(await post('/events', {})).toBe(401)
  })
})
