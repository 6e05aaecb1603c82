import type { Remember } from '@takeoff/kit/postgres/idempotency'
import { newUuid } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { createOnce } from '@takeoff/kit/postgres/idempotency'
import type { OrderDocumentRecord } from '../db/documents/order-document-reads.ts'
import { documentOptionsFor } from '../documents/document-options-for.ts'
import { readDocumentOptions } from '../documents/read-document-options.ts'
import { decideOrder } from '../domain/orders/order.ts'
import { sourceOf } from '../domain/orders/order-batch.ts'
import { toOrderLine } from '../domain/orders/order-line.ts'
import type { CreateOrderDocumentRequest } from '../domain/orders/order-requests.ts'
import { overOrderWarnings } from '../domain/orders/over-order.ts'
import { requireOrderableVendor } from '../vendors/require-orderable-vendors.ts'
import { documentOfBatch } from './documents-of-batch.ts'
import { fetchProductionList } from './fetch-production-list.ts'
import { finishDocumentsOfBatch, insertOrderBatch, lockOrderedQuantities } from './order-batches.ts'
import { orderRejected, otherVendorWarnings } from './order-rejected.ts'
import { readListItemIds, readOrderTerms, readProductionListId } from './read-order-terms.ts'

const ATTRIBUTES = 'orderDocumentAttributes'

/**
 * Orders items of a production list from one vendor and renders the order.
 * @throws AppError with the code that the contract gives each refusal
 */
export async function createOrderDocument(
  context: Context,
  request: CreateOrderDocumentRequest,
): Promise<OrderDocumentRecord> {
  const input = readInput(context, request)
  const batchId = await createOnce(
    context,
    'projectManagementOrderDocumentCreate',
    request,
    (remember) => placeOrder(context, input, remember),
  )
  return documentOfBatch(context, batchId)
}

type Input = ReturnType<typeof readInput>

function readInput(context: Context, request: CreateOrderDocumentRequest) {
  const { productionListId, vendorId } = request.orderDocumentAttributes
  return {
    productionListId: readProductionListId(productionListId, `${ATTRIBUTES}.productionListId`),
    chosen: {
      listItemIds: readListItemIds(request.listItemIds),
      vendorId: vendorId ?? undefined,
    },
    terms: readOrderTerms(request),
    options: readDocumentOptions(context, request.orderDocumentAttributes, ATTRIBUTES),
  }
}

async function placeOrder(context: Context, input: Input, remember: Remember): Promise<string> {
  const { productionListId, chosen, terms, options } = input
  const argument = `${ATTRIBUTES}.productionListId`
  const list = await fetchProductionList(context, productionListId, argument)
  const decision = decideOrder(list.listItems, chosen)
  if (decision.kind !== 'accepted') throw orderRejected(decision, `${ATTRIBUTES}.vendorId`)

  const { orderKind, vendorId, listItems, listItemIdsOfOtherVendors } = decision
  const document = await documentOptionsFor(context, list.orgId, options)
  const lines = listItems.map((item) => toOrderLine(item))
  const draft = { ...terms, orderKind, vendorId, lines, document }

  const batch = { id: newUuid(), source: sourceOf(list) }
  const { placed, warnings } = await context.database.transaction(async (sql) => {
    await remember(sql, batch.id)
    const ordered = await lockOrderedQuantities(sql, batch.source)
    await requireOrderableVendor(sql, list.orgId, vendorId, {
      argument: `${ATTRIBUTES}.vendorId`,
      vendorId: chosen.vendorId,
    })
    const placed = await insertOrderBatch(context, sql, { ...batch, orders: [draft] })
    return { placed, warnings: overOrderWarnings(listItems, ordered, lines) }
  })
  context.warnings.push(...otherVendorWarnings(listItemIdsOfOtherVendors), ...warnings)
  await finishDocumentsOfBatch(context, batch, placed)
  return batch.id
}
