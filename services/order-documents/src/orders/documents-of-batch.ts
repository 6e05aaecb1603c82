import { resultWithoutAccess } from '@takeoff/kit/postgres/idempotency'
import { invariant } from '@takeoff/kit/values/invariant'
import type { Context } from '../context.ts'
import { findOrderDocuments } from '../db/documents/order-document-reads.ts'
import type { OrderDocumentRecord } from '../db/documents/order-document-reads.ts'

/**
 * The documents that one call has created, now or when its Idempotency-Key was used first: the oldest of each of
 * its orders, regardless of later ones.
 */
export async function documentsOfBatch(
  { database, caller }: Context,
  batchId: string,
): Promise<readonly OrderDocumentRecord[]> {
  const documents = await findOrderDocuments(database, caller.orgIds, { batchId })
  const firsts = new Map<string, OrderDocumentRecord>()
  for (const document of documents) {
    if (!firsts.has(document.orderId)) firsts.set(document.orderId, document)
  }
  if (firsts.size > 0) return [...firsts.values()]
  throw resultWithoutAccess('document')
}

/** The same for a call that creates one. */
export async function documentOfBatch(
  context: Context,
  batchId: string,
): Promise<OrderDocumentRecord> {
  const [document] = await documentsOfBatch(context, batchId)
  invariant(document !== undefined, 'the only order of the batch has a document')
  return document
}
