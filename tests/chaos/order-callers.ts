import { graphql } from '../e2e/support/client.ts'
import { patiently } from './patiently.ts'
import type { Unavailability } from './patiently.ts'

const CREATE = `mutation ($list: ID!, $item: ID!, $number: String!) {
  projectManagementOrderDocumentCreate(
    orderDocumentAttributes: { productionListId: $list } listItemIds: [$item] purchaseOrderNumber: $number
  ) { orderDocument { id } }
}`
const SUBMIT = `mutation ($list: ID!, $vendor: Int!, $item: ID!, $number: String!) {
  projectManagementDistributionOrderCreate(
    productionListId: $list vendorId: $vendor listItemIds: [$item] purchaseOrderNumber: $number
  ) { distributionOrder { id } }
}`

/** The order of one call, with a unique number. */
export interface WantedOrder {
  readonly kind: 'document' | 'distribution'
  readonly purchaseOrderNumber: string
  readonly list: number
  readonly item: number
  readonly vendor: number
}

/**
 * Orders as a careful integrator does: with its own Idempotency-Key, and repeated until there is a response.
 * @returns the id of the document, or of the distribution order
 * @throws Error for every refusal, and when the service stays unavailable
 */
export async function placeOrder(
  order: WantedOrder,
  { token, tally }: { readonly token: string; readonly tally: Unavailability },
): Promise<string> {
  const { kind, purchaseOrderNumber: number, list, item, vendor } = order
  const { data, errors } = await patiently(
    () =>
      graphql<PlacedOrder>(
        kind === 'document' ? CREATE : SUBMIT,
        { list: String(list), item: String(item), number, vendor },
        { token, headers: { 'idempotency-key': number } },
      ),
    { tally },
  )
  const id =
    data?.projectManagementOrderDocumentCreate?.orderDocument.id ??
    data?.projectManagementDistributionOrderCreate?.distributionOrder.id
  if (id === undefined) throw new Error(`${number} was refused: ${JSON.stringify(errors)}`)
  return id
}

interface PlacedOrder {
  readonly projectManagementOrderDocumentCreate?: { readonly orderDocument: { id: string } } | null
  readonly projectManagementDistributionOrderCreate?: {
    readonly distributionOrder: { readonly id: string }
  } | null
}
