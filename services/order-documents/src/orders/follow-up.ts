import type { Context } from '../context.ts'
import type { OrderRecord } from '../db/orders/order-reads.ts'
import { documentOptionsFor } from '../documents/document-options-for.ts'
import { readDocumentOptions } from '../documents/read-document-options.ts'
import type { OrderTerms } from '../domain/orders/order-batch.ts'
import type { OrderTermsRequest, ReorderRequest } from '../domain/orders/order-requests.ts'
import { fetchProductionList } from './fetch-production-list.ts'
import { readOrderTerms } from './read-order-terms.ts'
import { requireOriginalOrder } from './require-order.ts'

/** A request for an order that follows another one. */
export type FollowUp = ReturnType<typeof readFollowUp>

/** @throws BadUserInputError naming the argument */
export function readFollowUp(context: Context, request: ReorderRequest) {
  return {
    id: request.id,
    termsAfter: readTerms(request),
    options: readDocumentOptions(context, request.document, 'document'),
  }
}

/** The original order, its list, and what the new order has beside its lines. */
export async function draftFollowUp(context: Context, { id, termsAfter, options }: FollowUp) {
  const original = await requireOriginalOrder(context, id)
  const { orgId, kind: orderKind, vendor } = original
  const list = await fetchProductionList(context, original.productionListId, 'id')
  const document = await documentOptionsFor(context, orgId, options)
  const draft = { ...termsAfter(original), orderKind, vendorId: vendor.id, document }
  return { original, list, draft }
}

/** The terms of the new order: omitted terms stay as they were, null removes a term. */
function readTerms(request: OrderTermsRequest): (earlier: OrderRecord) => OrderTerms {
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
