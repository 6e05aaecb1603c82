import { sendChange } from '../../api/client.ts'
import { OrdersPlaceDocument, OrderSubmitDocument } from '../../generated/operations.ts'
import type { DocumentFieldsFragment, OrderHeadFragment } from '../../generated/operations.ts'
import type { OrderRequest } from './order-requests.ts'

/** An order that was placed, with its document where it has one. */
export interface PlacedOrder {
  readonly order: OrderHeadFragment
  readonly document: DocumentFieldsFragment | undefined
}

/** Sends a call that places orders. */
export async function sendOrders(
  request: OrderRequest,
  idempotencyKey: string,
): Promise<{ readonly orders: readonly PlacedOrder[]; readonly warnings: readonly string[] }> {
  if (request.kind === 'place') {
    const { data, warnings } = await sendChange(
      OrdersPlaceDocument,
      request.variables,
      idempotencyKey,
    )
    const documents = data.projectManagementOrderDocumentsCreateByVendor?.orderDocuments ?? []
    const orders = documents.flatMap(({ order, ...document }) =>
      order ? [{ order, document }] : [],
    )
    return { orders, warnings }
  }
  const { data, warnings } = await sendChange(
    OrderSubmitDocument,
    request.variables,
    idempotencyKey,
  )
  const order = data.projectManagementDistributionOrderCreate?.distributionOrder?.order
  return { orders: order ? [{ order, document: undefined }] : [], warnings }
}
