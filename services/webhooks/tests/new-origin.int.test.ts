import type { ServerResponse } from 'node:http'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, test } from 'vitest'
import { startReceiver } from './support/receiver.ts'
import {
  ALL_DELIVERIES,
  eventually,
  isHandshakeOf,
  startTestService,
  subscribe,
} from './support/test-service.ts'
import type { GraphqlResponse } from './support/test-service.ts'

const service = await disposeAfterAll(startTestService())
const first = await disposeAfterAll(startReceiver())
const second = await disposeAfterAll(startReceiver())

const STORED = [{ name: 'authorization', value: 'Bearer of-the-first' }]

const update = (id: number, args: Record<string, unknown>): Promise<GraphqlResponse> =>
  service.graphql(
    `mutation ($id: Int!, $url: String, $headers: [WebhookHeaderInput!]) {
      webhookUpdate(id: $id, url: $url, headers: $headers) { url headerNames verifiedAt }
    }`,
    { id, ...args },
  )
const read = async (id: number): Promise<unknown> => {
  const { data } = await service.graphql(
    'query ($id: Int!) { webhook(id: $id) { url headerNames verifiedAt } }',
    { id },
  )
  return data.webhook
}
const subscribeWithHeaders = async (): Promise<number> => {
  const { id } = await subscribe(service, first)
  await update(id, { headers: STORED })
  return id
}

test('a url of another origin is refused while headers are stored, and nothing is changed or sent', async () => {
  const id = await subscribeWithHeaders()
  const before = await read(id)

  const refused = await update(id, { url: second.url })

  expect(refused.errors?.[0]).toMatchObject({
    message: expect.stringContaining('or headers: [] for none'),
    extensions: { code: 'BAD_USER_INPUT', argument: 'headers' },
  })
  expect(await read(id)).toEqual(before)
  const handshakes = await service.database.query(
    `select 1 from delivery where webhook_id = $1 and event = 'webhook-verification-code'`,
    [id],
  )
  expect(handshakes).toEqual([])
})

test('the handshake of another origin has the headers of the same call', async () => {
  const id = await subscribeWithHeaders()
  const headers = [{ name: 'x-api-key', value: 'of-the-second' }]

  const { data } = await update(id, { url: second.url, headers })

  expect(data.webhookUpdate).toMatchObject({ url: second.url, headerNames: ['x-api-key'] })
  const [handshake] = await second.until(isHandshakeOf(id))
  expect(handshake?.headers).toMatchObject({ 'x-api-key': 'of-the-second' })
  expect(handshake?.headers).not.toHaveProperty('authorization')
})

test.each([[[]], [null]])('with the headers %j another origin gets none', async (headers) => {
  const id = await subscribeWithHeaders()

  const { data } = await update(id, { url: second.url, headers })

  expect(data.webhookUpdate).toMatchObject({ url: second.url, headerNames: [] })
  const [handshake] = await second.until(isHandshakeOf(id))
  expect(handshake?.headers).not.toHaveProperty('authorization')
})

test('a url of the same origin keeps the headers', async () => {
  const id = await subscribeWithHeaders()

  const { data } = await update(id, { url: `${first.url}/new` })

  expect(data.webhookUpdate).toMatchObject({ headerNames: ['authorization'] })
  const [, handshake] = await first.until(isHandshakeOf(id), 2)
  expect(handshake).toMatchObject({
    path: '/hooks/new',
    headers: { authorization: 'Bearer of-the-first' },
  })
})

test('without stored headers the origin changes freely', async () => {
  const { id } = await subscribe(service, first)

  const { data } = await update(id, { url: second.url })

  expect(data.webhookUpdate).toMatchObject({ url: second.url, headerNames: [] })
  await second.until(isHandshakeOf(id))
})

test('a handshake under way while the url changes is not repeated at the new url', async () => {
  const arrived = Promise.withResolvers<ServerResponse>()
  first.respond = (response) => arrived.resolve(response)
  const { data } = await service.graphql(
    'mutation ($url: String!) { webhookCreate(orgId: 1, url: $url) { webhook { id } } }',
    { url: first.url },
  )
  const { id } = data.webhookCreate.webhook
  const response = await arrived.promise
  await update(id, { url: second.url })
  await second.until(isHandshakeOf(id))
  response.writeHead(500).end()
  await eventually(async () => {
    const states = await service.database.query(
      `select state from ${ALL_DELIVERIES} where webhook_id = $1 order by state`,
      [id],
    )
    expect(states).toEqual([{ state: 'cancelled' }, { state: 'delivered' }])
  })
  expect(second.received.filter(isHandshakeOf(id))).toHaveLength(1)
})
