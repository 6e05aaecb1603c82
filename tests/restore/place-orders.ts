import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { sendGraphql } from '@takeoff/dev-env/send-graphql'
import { createLists } from '../support/create-list.ts'
import { createOrganization } from '../support/organization.ts'

const LINES = 5
const ORDERS_OF_A_LIST = 20
const CALLERS = 4

/** An order that was acknowledged. */
export interface PlacedOrder {
  readonly documentId: string
  readonly isBeforeMoment: boolean
}

/**
 * Places orders of a few items through the public endpoint, several at a time.
 * @param options.atHalf is called when half of them are acknowledged, while others are being placed
 */
export async function placeOrders(
  devEnv: DevEnv,
  { count, atHalf }: { readonly count: number; readonly atHalf: () => Promise<void> },
): Promise<PlacedOrder[]> {
  await using organization = await createOrganization(devEnv)
  const { graphqlUrl } = devEnv
  const listCount = Math.ceil(count / ORDERS_OF_A_LIST)
  const lists = await createLists(organization, { graphqlUrl, lineCount: LINES, listCount })
  const placed: PlacedOrder[] = []
  let [begun, isBeforeMoment] = [0, true]
  const call = async (): Promise<void> => {
    while (begun < count) {
      const productionListId = lists[begun % lists.length]?.listId
      begun += 1
      const { created } = await sendGraphql<Created>(graphqlUrl, organization.token, {
        query: CREATE,
        variables: { productionListId, number: `PO-${begun}` },
      })
      placed.push({ documentId: created.orderDocument.id, isBeforeMoment })
      if (placed.length !== Math.ceil(count / 2)) continue
      isBeforeMoment = false
      await atHalf()
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call))
  return placed
}

const CREATE = `mutation ($productionListId: ID!, $number: String!) {
  created: projectManagementOrderDocumentCreate(
    orderDocumentAttributes: { productionListId: $productionListId } purchaseOrderNumber: $number
  ) { orderDocument { id } }
}`

interface Created {
  readonly created: { readonly orderDocument: { readonly id: string } }
}
