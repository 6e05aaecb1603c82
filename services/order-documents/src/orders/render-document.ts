import type { Remember } from '@takeoff/kit/postgres/idempotency'
import { newUuid } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { createOnce, resultWithoutAccess } from '@takeoff/kit/postgres/idempotency'
import type { OrderDocumentRecord } from '../db/documents/order-document-reads.ts'
import { insertPendingDocuments } from '../db/documents/pending-documents.ts'
import type { OrderRecord } from '../db/orders/order-reads.ts'
import { countLines } from '../db/orders/order-list-item-reads.ts'
import { touchOrder } from '../db/orders/order-state.ts'
import { documentOptionsFor } from '../documents/document-options-for.ts'
import { finishDocuments } from '../documents/finish-documents.ts'
import { readDocumentOptions } from '../documents/read-document-options.ts'
import type { RequestedDocumentOptions } from '../documents/read-document-options.ts'
import type { DocumentOptions } from '../domain/documents/document-options.ts'
import type { RenderDocumentRequest } from '../domain/orders/order-requests.ts'
import { findKnownProvider } from '../providers/known-providers.ts'
import { csvPresetWarnings } from './csv-preset-warnings.ts'
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
  order: OrderRecord,
  requested: RequestedDocumentOptions,
  remember: Remember,
): Promise<string> {
  const { id: orderId, orgId, productionListId } = order
  const options = await documentOptionsFor(context, orgId, requested)
  const warnings = await warningsOf(context, order, options)
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
  context.warnings.push(...warnings)
  await finishDocuments(context, orgId, [id])
  return id
}

/** Only files for a provider can cause one, so that other documents take no further statement. */
async function warningsOf(
  { database }: Context,
  { id, orgId, purchaseOrderNumber }: OrderRecord,
  document: DocumentOptions,
): Promise<string[]> {
  if (findKnownProvider(document.csvPreset) === undefined) return []
  const lineCount = (await countLines(database, [id], [orgId])).get(id) ?? 0
  return csvPresetWarnings([{ document, purchaseOrderNumber, lineCount }])
}
