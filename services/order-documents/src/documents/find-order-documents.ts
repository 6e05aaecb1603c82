import { BadUserInputError } from '@takeoff/kit/values/errors'
import { isUuid, parseIntegerId } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { findOrderDocuments } from '../db/documents/order-document-reads.ts'
import type { OrderDocumentRecord } from '../db/documents/order-document-reads.ts'
import type { FindDocumentsRequest } from '../domain/orders/order-requests.ts'

const ORDER_DOCUMENT_IDS_MAX = 500

/**
 * Documents of the caller's organizations, oldest first. Ids that are malformed, unknown or of another
 * organization are left out silently, so that the three look the same.
 * @throws BadUserInputError when no argument is given, or too many ids
 */
export async function findDocumentsFor(
  { database, caller }: Context,
  { productionListId, orderDocumentIds }: FindDocumentsRequest,
): Promise<readonly OrderDocumentRecord[]> {
  const byList = productionListId !== undefined && productionListId !== null
  const byIds = orderDocumentIds !== undefined && orderDocumentIds !== null
  if (!byList && !byIds) throw noArguments()
  if (byIds && orderDocumentIds.length > ORDER_DOCUMENT_IDS_MAX) throw tooManyIds()

  const listId = byList ? parseIntegerId(productionListId) : undefined
  const ids = byIds ? orderDocumentIds.filter(isUuid) : undefined
  if ((byList && listId === undefined) || ids?.length === 0) return []

  return findOrderDocuments(database, caller.orgIds, {
    ...(listId === undefined ? {} : { productionListId: listId }),
    ...(ids === undefined ? {} : { ids }),
  })
}

function noArguments(): BadUserInputError {
  return new BadUserInputError(
    'Give productionListId, orderDocumentIds, or both.',
    'productionListId, orderDocumentIds',
  )
}

function tooManyIds(): BadUserInputError {
  return new BadUserInputError(
    `orderDocumentIds must have at most ${ORDER_DOCUMENT_IDS_MAX} ids.`,
    'orderDocumentIds',
  )
}
