import { NotFoundError } from '@takeoff/kit/values/errors'
import type { Context } from '../context.ts'
import { findOrderDocuments } from '../db/documents/order-document-reads.ts'
import type { OrderDocumentRecord } from '../db/documents/order-document-reads.ts'

/**
 * The documents that one call has made, now or when its Idempotency-Key was used first: the oldest of each of
 * its orders, whatever was rendered later.
 */
export async function documentsOfPlacement(
  { database, caller }: Context,
  placementId: string,
): Promise<readonly OrderDocumentRecord[]> {
  const documents = await findOrderDocuments(database, caller.orgIds, { placementId })
  const firsts = new Map<string, OrderDocumentRecord>()
  for (const document of documents) {
    if (!firsts.has(document.orderId)) firsts.set(document.orderId, document)
  }
  if (firsts.size > 0) return [...firsts.values()]
  throw new NotFoundError(
    'This Idempotency-Key made a document of an organization to which you have no access any more.',
  )
}

/** The same for a call that makes one. */
export async function documentOfPlacement(
  context: Context,
  placementId: string,
): Promise<OrderDocumentRecord> {
  const [document] = await documentsOfPlacement(context, placementId)
  if (document === undefined) throw new Error('a placement without a document')
  return document
}
