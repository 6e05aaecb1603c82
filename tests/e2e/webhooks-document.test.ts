import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, test } from 'vitest'
import { operationsIn } from './support/operations-in.ts'
import { createOrganization } from '../support/organization.ts'
import { graphqlData } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { HANDSHAKE, startReceiver } from './support/receiver.ts'

/** The operations of docs/webhooks.md, run in sequence on a subscription of the test. */
const operations = await operationsIn('webhooks.md')

const devEnv = sharedDevEnv()
const organization = await disposeAfterAll(createOrganization(devEnv))

test('docs/webhooks.md: every operation works, in the order of the page', async () => {
  await using receiver = await startReceiver()
  const request = { token: organization.token }
  const seen = { webhookId: 0, deliveryId: '' }
  try {
    for (const operation of operations) {
      const code = operation.includes('THE-CODE')
        ? (await receiver.waitForOne(({ payload }) => payload.event === HANDSHAKE)).payload['code']
        : ''
      const own = operation
        .replaceAll(/https:\/\/hooks\.example\.com\/\w+/g, receiver.url)
        .replaceAll('orgId: 1', `orgId: ${organization.orgId}`)
        .replaceAll(/\bid: 1\b/g, `id: ${seen.webhookId}`)
        .replaceAll('THE-CODE', String(code))
        .replaceAll('DELIVERY-ID', seen.deliveryId)
      const data = await graphqlData(own, {}, request)
      expect(Object.values(data)).not.toContain(null)
      remember(data, seen)
      // A delivery under way is not listed among the ended ones.
      if ('webhookTest' in data)
        await receiver.waitForOne(({ webhookId }) => webhookId === seen.deliveryId)
    }
    expect(operations.length).toBeGreaterThanOrEqual(11)
  } finally {
    const remove = 'mutation ($id: Int!) { webhookDelete(id: $id) }'
    await graphqlData(remove, { id: seen.webhookId }, request)
  }
})

interface Seen {
  webhookId: number
  deliveryId: string
}

function remember(data: Readonly<Record<string, unknown>>, seen: Seen): void {
  const { webhookCreate, webhookTest } = data as {
    readonly webhookCreate?: { readonly webhook: { readonly id: number } }
    readonly webhookTest?: { readonly id: string }
  }
  seen.webhookId = webhookCreate?.webhook.id ?? seen.webhookId
  seen.deliveryId = webhookTest?.id ?? seen.deliveryId
}
