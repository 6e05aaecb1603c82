import { BadUserInputError } from '@takeoff/kit/values/errors'
import { parseIntegerId } from '@takeoff/kit/values/ids'
import { requireNoViolation } from '@takeoff/kit/values/violations'
import {
  EXTERNAL_IDENTIFIER_LENGTH_MAX,
  PURCHASE_ORDER_NUMBER_LENGTH_MAX,
  rejectNamedIds,
} from '../domain/orders/order.ts'
import type { OrderTerms } from '../domain/orders/order-batch.ts'
import type { OrderTermsRequest } from '../domain/orders/order-requests.ts'
import { readDelivery } from '../domain/orders/read-delivery.ts'
import { shortLineReason } from '../domain/text-reason.ts'
import { orderRejected } from './order-rejected.ts'

/** @throws BadUserInputError naming the argument */
export function readOrderTerms(request: OrderTermsRequest): OrderTerms {
  const texts = {
    purchaseOrderNumber: readText(
      'purchaseOrderNumber',
      request.purchaseOrderNumber,
      PURCHASE_ORDER_NUMBER_LENGTH_MAX,
    ),
    externalIdentifier: readText(
      'externalIdentifier',
      request.externalIdentifier,
      EXTERNAL_IDENTIFIER_LENGTH_MAX,
    ),
  }
  const { values: delivery, violations } = readDelivery(request.delivery)
  requireNoViolation(violations[0])
  return { ...texts, delivery }
}

/** @throws BadUserInputError naming the argument */
export function readProductionListId(value: string, argument: string): number {
  const id = parseIntegerId(value)
  if (id !== undefined) return id
  throw new BadUserInputError('Give the id of a list: a positive integer.', argument)
}

/**
 * A caller's own text, kept as given. Only white space counts as omitted.
 * @throws BadUserInputError naming the argument
 */
export function readText(
  argument: string,
  given: string | null | undefined,
  lengthMax: number,
): string | null {
  if (given === null || given === undefined) return null
  const reason = shortLineReason(given, lengthMax)
  if (reason !== undefined) throw new BadUserInputError(`${argument} ${reason}.`, argument)
  return given.trim() === '' ? null : given
}

/**
 * Ids of the items to order; undefined when none are named.
 * @throws BadUserInputError when one is malformed or repeated, or when the list of ids is empty
 */
export function readListItemIds(
  ids: readonly string[] | null | undefined,
): readonly string[] | undefined {
  if (ids === null || ids === undefined) return undefined
  const rejection = rejectNamedIds(ids)
  if (rejection !== undefined) throw orderRejected(rejection, 'vendorId')
  return ids
}
