import type { Remember } from '@takeoff/kit/postgres/idempotency'
import { newUuid } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { createOnce, resultWithoutAccess } from '@takeoff/kit/postgres/idempotency'
import type { OrderDocumentRecord } from '../db/documents/order-document-reads.ts'
import { insertPendingDocuments } from '../db/documents/pending-documents.ts'
import type { OrderRecord } from '../db/orders/order-reads.ts'
import { touchOrder } from '../db/orders/order-state.ts'
import { documentOptionsFor } from '../documents/document-options-for.ts'
import { finishDocuments } from '../documents/finish-documents.ts'
import { readDocumentOptions } from '../documents/read-document-options.ts'
import type { RequestedDocumentOptions } from '../documents/read-document-options.ts'
import type { RenderDocumentRequest } from '../domain/orders/order-requests.ts'
import { requireOrder } from './require-order.ts'

/**
 * Renders another document of a placed order: for another reader, in another language, or
 * because the first one failed. It orders nothing.
 * @throws NotFoundError for an order outside the caller's organizations
 */
export async function renderDocument(
  context: Context,
  request: RenderDocumentRequest,
): Promise<OrderDocumentRecord> {
  const requested = readDocumentOptions(context, request.document, 'document')
  const id = await createOnce(
    context,
    'projectManagementOrderDocumentRender',
    request,
    async (remember) => {
      const order = await requireOrder(context, request.orderId, 'orderId')
      return add(context, order, requested, remember)
    },
  )
  const document = await context.loaders.orderDocument.load(id)
  if (document !== null) return document
  throw resultWithoutAccess('document')
}

async function add(
  context: Context,
  { id: orderId, orgId, productionListId }: OrderRecord,
  requested: RequestedDocumentOptions,
  remember: Remember,
): Promise<string> {
  const options = await documentOptionsFor(context, orgId, requested)
  const id = newUuid()
  const { userId } = context.caller
  context.renderer.requireRoom(orgId, 1)
  await context.database.transaction(async (sql) => {
    await remember(sql, id)
    const documents = [{ ...options, id, orderId }]
    const at = context.now()
    await insertPendingDocuments(sql, { orgId, productionListId, userId, at, documents })
    await touchOrder(sql, orderId, at)
  })
  await finishDocuments(context, orgId, [id])
  return id
}
