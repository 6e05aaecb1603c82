import { setTimeout as delay } from 'node:timers/promises'
import { graphql } from '../e2e/support/client.ts'

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
const TRY_AGAIN_MS = 100
const PATIENCE_MS = 120_000

/** The order of one call, with a unique number. */
export interface WantedOrder {
  readonly kind: 'document' | 'distribution'
  readonly purchaseOrderNumber: string
  readonly list: number
  readonly item: number
  readonly vendor: number
}

export interface Tally {
  unavailable: number
}

/**
 * Orders as a careful integrator does: with its own Idempotency-Key, and repeated until there is a response.
 * @returns the id of the document, or of the distribution order
 * @throws Error for every refusal, and when the service stays unavailable
 */
export async function placeOrder(
  order: WantedOrder,
  { token, tally }: { readonly token: string; readonly tally: Tally },
): Promise<string> {
  const { kind, purchaseOrderNumber: number, list, item, vendor } = order
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    const { data, errors } = await graphql<PlacedOrder>(
      kind === 'document' ? CREATE : SUBMIT,
      { list: String(list), item: String(item), number, vendor },
      { token, headers: { 'idempotency-key': number } },
    )
    const id =
      data?.projectManagementOrderDocumentCreate?.orderDocument.id ??
      data?.projectManagementDistributionOrderCreate?.distributionOrder.id
    if (id !== undefined) return id
    if (errors?.[0]?.extensions.code !== 'SUBGRAPH_UNAVAILABLE')
      throw new Error(`${number} was refused: ${JSON.stringify(errors)}`)
    tally.unavailable += 1
    await delay(TRY_AGAIN_MS)
  }
  throw new Error(`${number} could not be ordered for ${PATIENCE_MS} ms`)
}

interface PlacedOrder {
  readonly projectManagementOrderDocumentCreate?: { readonly orderDocument: { id: string } } | null
  readonly projectManagementDistributionOrderCreate?: {
    readonly distributionOrder: { readonly id: string }
  } | null
}
