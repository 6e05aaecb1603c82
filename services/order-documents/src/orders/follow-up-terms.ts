import type { OrderRecord } from '../db/orders/order-reads.ts'
import type { OrderTerms } from '../domain/orders/order-batch.ts'
import type { OrderTermsRequest } from '../domain/orders/order-requests.ts'
import { readOrderTerms } from './order-request.ts'

/**
 * The terms of an order that follows another one: omitted terms stay as they were, null removes a term.
 * @throws BadUserInputError naming the argument
 */
export function readFollowUpTerms(
  request: OrderTermsRequest,
): (earlier: OrderRecord) => OrderTerms {
  const terms = readOrderTerms(request)
  return (earlier) => ({
    purchaseOrderNumber:
      request.purchaseOrderNumber === undefined
        ? earlier.purchaseOrderNumber
        : terms.purchaseOrderNumber,
    externalIdentifier:
      request.externalIdentifier === undefined
        ? earlier.externalIdentifier
        : terms.externalIdentifier,
    delivery: request.delivery === undefined ? earlier.delivery : terms.delivery,
  })
}
