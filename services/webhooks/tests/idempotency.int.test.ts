import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, test } from 'vitest'
import { startReceiver } from './support/receiver.ts'
import { startTestService, subscribe } from './support/test-service.ts'

const service = await disposeAfterAll(startTestService())
const receiver = await disposeAfterAll(startReceiver())

const rotate = (id: number, key: string, overlapHours = 1) =>
  service.graphql(
    `mutation ($id: Int!, $overlapHours: Int) {
      webhookSecretRotate(id: $id, overlapHours: $overlapHours) { secret }
    }`,
    { id, overlapHours },
    { headers: { 'idempotency-key': key } },
  )

test('a repeated rotation returns its own secret, also after another one', async () => {
  const { id } = await subscribe(service, receiver)
  const first = await rotate(id, 'rotation 1')
  const second = await rotate(id, 'rotation 2')

  expect(second.data.webhookSecretRotate.secret).not.toBe(first.data.webhookSecretRotate.secret)
  expect(await rotate(id, 'rotation 1')).toEqual(first)
  expect((await rotate(id, 'rotation 1', 2)).errors?.[0]?.extensions).toMatchObject({
    code: 'IDEMPOTENCY_CONFLICT',
    operation: 'webhookSecretRotate',
  })
  const secrets = await service.database.query(
    'select id from webhook_secret where webhook_id = $1',
    [id],
  )
  expect(secrets).toHaveLength(3)
})

test('a repeated test event is sent once', async () => {
  const { id } = await subscribe(service, receiver)
  const send = () =>
    service.graphql(
      `mutation ($id: Int!) {
        webhookTest(id: $id, event: "project-management-production-list-updated") { id }
      }`,
      { id },
      { headers: { 'idempotency-key': `test of ${id}` } },
    )
  const first = await send()

  expect(await send()).toEqual(first)
  const found = await service.graphql(
    `query ($id: Int!) { webhook(id: $id) {
      deliveries(event: "project-management-production-list-updated") { nodes { id } }
    } }`,
    { id },
  )
  expect(found.data.webhook.deliveries.nodes).toEqual([first.data.webhookTest])
})

test('a running service deletes expired keys', async () => {
  const { id } = await subscribe(service, receiver)
  await rotate(id, 'expired')
  await rotate(id, 'kept')
  await service.database.query(
    `update idempotency_key set created_at = now() - interval '25 hours' where key = 'expired'`,
  )
  // The first of them sweeps at its start, and its end waits for that.
  await service.restart()
  await service.restart()

  expect(
    await service.database.query(
      `select key from idempotency_key where key in ('expired', 'kept')`,
    ),
  ).toEqual([{ key: 'kept' }])
})
