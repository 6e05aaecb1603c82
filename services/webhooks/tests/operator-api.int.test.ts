import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { serviceToken } from '@takeoff/kit/testing/service-token'
import { describe, expect, test } from 'vitest'
import { OPERATOR_ROUTES } from '../src/operator/operator-routes.ts'
import { startReceiver } from './support/receiver.ts'
import {
  eventually,
  isEventOf,
  listEvent,
  SERVICE_SECRET,
  startTestService,
  subscribe,
} from './support/test-service.ts'

const OPERATOR_SECRET = 'a secret of thirty-two characters'
const SERVICE_TOKEN = await serviceToken('webhooks', SERVICE_SECRET)
const BEARER = { authorization: `Bearer ${OPERATOR_SECRET}` }

const service = await disposeAfterAll(startTestService({ env: { OPERATOR_SECRET } }))
const receiver = await disposeAfterAll(startReceiver())

async function get(path: string, headers: Record<string, string> = BEARER, at = service) {
  const response = await fetch(`${at.url}/operator/${path}`, { headers })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function post(path: string, body: unknown, headers: Record<string, string> = BEARER) {
  const response = await fetch(`${service.url}/operator/${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('access to the operator API', () => {
  test.each([
    ['no credential', {}],
    ['another secret', { authorization: 'Bearer x' }],
    ['a service token', { 'x-service-authorization': SERVICE_TOKEN }],
  ])('a caller with %s is refused on every route', async (_what, headers) => {
    for (const route of OPERATOR_ROUTES) {
      const path = route.replace('/operator/', '').replace(':id', '1')
      const isRead = /^(stuck|poison|poison\/1|audit\/.*)$/.test(path)
      const { status, body } = await (isRead ? get(path, headers) : post(path, {}, headers))
      expect({ path, status, code: body['code'] }).toEqual({
        path,
        status: 401,
        code: 'UNAUTHENTICATED',
      })
    }
  })

  test('without OPERATOR_SECRET there is no operator API', async () => {
    await using closed = await startTestService()
    for (const headers of [BEARER, { authorization: 'Bearer ' }]) {
      expect((await get('poison', headers, closed)).status).toBe(403)
    }
    const inside = { ...BEARER, 'x-service-authorization': SERVICE_TOKEN }
    expect(await get('poison', inside, closed)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
  })
})

describe('the operator API refuses', () => {
  test.each([
    ['failed/requeue', {}],
    ['failed/requeue', { webhookId: 0, since: '2026-01-01T00:00:00Z', until: '2026-02-01' }],
    ['poison/requeue', { ids: ['1'], after: 0 }],
    ['poison/discard', { after: -1 }],
    ['poison/discard', { ids: Array.from({ length: 10_001 }, (_, n) => n), after: 0 }],
  ])('%s with a wrong body', async (path, body) => {
    expect(await post(path, body)).toMatchObject({
      status: 400,
      body: { code: 'BAD_USER_INPUT', requestId: expect.any(String) },
    })
  })

  test('an invalid time or id', async () => {
    expect((await get('stuck?since=yesterday')).status).toBe(400)
    expect((await get('poison/one')).status).toBe(400)
  })

  test('a large body', async () => {
    expect((await post('poison/discard', { after: 0, ids: 'x'.repeat(262_144) })).status).toBe(413)
  })

  test('an unknown message or subscription', async () => {
    expect((await get('poison/9')).status).toBe(404)
    const since = '2026-01-01T00:00:00Z'
    const { status } = await post('failed/requeue', { webhookId: 9, since, until: since })
    expect(status).toBe(404)
  })
})

test('a failed delivery that is queued again is sent', async () => {
  const { id } = await subscribe(service, receiver)
  receiver.respond = (response) => response.writeHead(500).end()
  await service.publish(listEvent())
  await eventually(async () =>
    expect(
      await service.database.query(
        `select from finished_delivery where webhook_id = $1 and state = 'failed'`,
        [id],
      ),
    ).toHaveLength(1),
  )
  receiver.respond = (response) => response.writeHead(200).end()
  const attempts = receiver.received.filter(isEventOf(id)).length

  const since = new Date(Date.now() - 60_000).toISOString()
  const body = { webhookId: id, since, until: new Date().toISOString() }
  expect(await post('failed/requeue', body)).toEqual({
    status: 200,
    body: { requeued: 1, hasMore: false },
  })
  await eventually(() =>
    Promise.resolve(expect(receiver.received.filter(isEventOf(id))).toHaveLength(attempts + 1)),
  )
})
