import type { OrderRecord } from '../db/orders/order-reads.ts'
import { readOrderTerms } from './order-request.ts'
import type { OrderTerms, TermsInput } from './order-request.ts'

/**
 * The terms of an order that follows on another one: what the call leaves out is as it was, null is nothing.
 * @throws BadUserInputError naming the argument
 */
export function readFollowUpTerms(args: TermsInput): (earlier: OrderRecord) => OrderTerms {
  const terms = readOrderTerms(args)
  return (earlier) => ({
    purchaseOrderNumber:
      args.purchaseOrderNumber === undefined
        ? earlier.purchaseOrderNumber
        : terms.purchaseOrderNumber,
    externalIdentifier:
      args.externalIdentifier === undefined ? earlier.externalIdentifier : terms.externalIdentifier,
    delivery: args.delivery === undefined ? earlier.delivery : terms.delivery,
  })
}
