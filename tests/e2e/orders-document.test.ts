import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, test } from 'vitest'
import { operationsIn } from './support/operations-in.ts'
import { createOrganization } from '../support/organization.ts'
import { graphqlData } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createList } from './support/list.ts'

/** The operations of docs/orders.md, run in sequence on a list of the test. */
const operations = await operationsIn('orders.md')

const devEnv = sharedDevEnv()
const organization = await disposeAfterAll(createOrganization(devEnv))

interface Seen {
  orderId: string
  orderLineId: string
}

test('docs/orders.md: every operation works, in the order of the page', async () => {
  const lines = [1, 2].map((n) => ({ name: `Shingles ${n}`, unitCost: 400 }))
  const { listId, itemIds } = await createList(organization, lines)
  const seen: Seen = { orderId: '', orderLineId: '' }
  for (const operation of operations) {
    const own = operation
      .replaceAll('listItemIds: [4]', `listItemIds: [${itemIds[0]}]`)
      .replaceAll('listItemId: 5', `listItemId: ${itemIds[1]}`)
      .replaceAll(/\b(id|productionListId): 1\b/g, `$1: ${listId}`)
      .replaceAll('orgId: 1', `orgId: ${organization.orgId}`)
      .replaceAll('ORDER-ID', seen.orderId)
      .replaceAll('ORDER-LINE-ID', seen.orderLineId)
    const data = await graphqlData(own, {}, { token: organization.token })
    expect(Object.values(data)).not.toContain(null)
    remember(data, seen)
  }
  expect(operations.length).toBeGreaterThanOrEqual(8)
})

/** Later operations use the ids of the order that an operation creates, not of one that it only changes. */
function remember(data: Readonly<Record<string, unknown>>, seen: Seen): void {
  const [response] = Object.values(data) as {
    readonly orderDocument?: {
      readonly order?: {
        readonly id?: string
        readonly orderListItems?: readonly { readonly id?: string }[]
      }
    }
  }[]
  const order = response?.orderDocument?.order
  seen.orderId = order?.id ?? seen.orderId
  seen.orderLineId = order?.orderListItems?.[0]?.id ?? seen.orderLineId
}
