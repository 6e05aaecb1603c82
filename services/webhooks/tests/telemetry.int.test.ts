import { startSpanRecorder } from '@takeoff/kit/testing/recorded-spans'
import { expect, test } from 'vitest'
import { startTestService } from './support/test-service.ts'

test('no span has the URL, the description or a header of a webhook', async () => {
  await using recorder = await startSpanRecorder('webhooks')
  const secrets = await sendSecrets()
  const spans = await recorder.end()
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['insert webhook', 'update webhook']),
  )
  const text = JSON.stringify(spans)
  for (const secret of ['s3cret', ...secrets]) expect(text).not.toContain(secret)
})

/** Returns the signing secrets. All spans have ended, because the service has. */
async function sendSecrets(): Promise<readonly string[]> {
  await using service = await startTestService()
  const created = await service.graphql(
    `mutation ($url: String!, $headers: [WebhookHeaderInput!]) {
      webhookCreate(orgId: 1, url: $url, description: "s3cret description", headers: $headers) { secret webhook { id } }
    }`,
    {
      url: 'http://127.0.0.1:9/s3cret',
      headers: [{ name: 'x-s3cret', value: 's3cret value' }],
    },
  )
  const { secret, webhook } = created.data.webhookCreate
  const changed = await service.graphql(
    `mutation ($id: Int!) {
      webhookUpdate(id: $id, url: "http://127.0.0.1:9/s3cret-new") { id }
      webhookSecretRotate(id: $id) { secret }
    }`,
    { id: webhook.id },
  )
  expect(changed.errors).toBeUndefined()
  return [secret, changed.data.webhookSecretRotate.secret]
}
