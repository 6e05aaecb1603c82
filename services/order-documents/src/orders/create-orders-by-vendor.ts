import { AppError } from '@takeoff/kit/values/errors'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import { newUuid } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { createOnce } from '@takeoff/kit/postgres/idempotency'
import type { OrderDocumentRecord } from '../db/documents/order-document-reads.ts'
import { documentOptionsFor } from '../documents/document-options-for.ts'
import { readDocumentOptions } from '../documents/read-document-options.ts'
import type { OrderRequest } from '../domain/orders/order.ts'
import { sourceOf } from '../domain/orders/order-batch.ts'
import type { OrderedQuantities } from '../domain/orders/ordered-quantities.ts'
import type { CreateOrdersByVendorRequest } from '../domain/orders/order-requests.ts'
import { overOrderWarnings } from '../domain/orders/over-order.ts'
import type { ProductionList } from '../domain/orders/production-list.ts'
import { splitOrder } from '../domain/orders/split-order.ts'
import type { VendorOrder } from '../domain/orders/split-order.ts'
import { requireOrderableVendors } from '../vendors/require-orderable-vendors.ts'
import { documentsOfBatch } from './documents-of-batch.ts'
import { fetchProductionList } from './fetch-production-list.ts'
import { finishDocumentsOfBatch, insertOrderBatch, lockOrderedQuantities } from './order-batches.ts'
import { orderRejected, tooManyOrders, unitChanged } from './order-rejected.ts'
import { readListItemIds, readOrderTerms, readProductionListId } from './read-order-terms.ts'

class NothingToOrderError extends AppError {
  override readonly code = 'NOTHING_TO_ORDER'
}

/**
 * Orders the rest of a list, or the named items, with one order for each vendor and kind: all of
 * them or none.
 * @throws AppError with the code that the contract gives each refusal
 */
export async function createOrdersByVendor(
  context: Context,
  request: CreateOrdersByVendorRequest,
): Promise<readonly OrderDocumentRecord[]> {
  const input = readInput(context, request)
  const batchId = await createOnce(
    context,
    'projectManagementOrderDocumentsCreateByVendor',
    request,
    (remember) => placeOrders(context, input, remember),
  )
  return documentsOfBatch(context, batchId)
}

type Input = ReturnType<typeof readInput>

function readInput(context: Context, request: CreateOrdersByVendorRequest) {
  return {
    productionListId: readProductionListId(request.productionListId, 'productionListId'),
    chosen: {
      listItemIds: readListItemIds(request.listItemIds),
      vendorId: request.vendorId ?? undefined,
    },
    terms: readOrderTerms(request),
    options: readDocumentOptions(context, request.document, 'document'),
  }
}

async function placeOrders(context: Context, input: Input, remember: Remember): Promise<string> {
  const { productionListId, chosen, terms, options } = input
  const list = await fetchProductionList(context, productionListId, 'productionListId')
  const document = await documentOptionsFor(context, list.orgId, options)

  const batch = { id: newUuid(), source: sourceOf(list) }
  const { placed, warnings } = await context.database.transaction(async (sql) => {
    await remember(sql, batch.id)
    const ordered = await lockOrderedQuantities(sql, batch.source)
    const vendorOrders = requireOrders(list, chosen, ordered)
    await requireVendors(sql, list, vendorOrders, chosen)
    const lines = vendorOrders.flatMap((order) => order.lines)
    const orders = vendorOrders.map((order) => ({ ...terms, ...order, document }))
    const placed = await insertOrderBatch(context, sql, { ...batch, orders })
    return { placed, warnings: overOrderWarnings(list.listItems, ordered, lines) }
  })
  context.warnings.push(...warnings)
  await finishDocumentsOfBatch(context, batch, placed)
  return batch.id
}

function requireOrders(
  list: ProductionList,
  chosen: OrderRequest,
  ordered: OrderedQuantities,
): readonly VendorOrder[] {
  const decision = splitOrder(list.listItems, chosen, ordered)
  if (decision.kind === 'nothing-left') throw nothingLeft(list)
  if (decision.kind === 'too-many-orders') throw tooManyOrders(decision.count)
  if (decision.kind === 'unit-changed') throw unitChanged(decision.items)
  if (decision.kind !== 'accepted') throw orderRejected(decision, 'vendorId')
  return decision.orders
}

async function requireVendors(
  sql: Sql,
  { orgId }: ProductionList,
  orders: readonly VendorOrder[],
  { vendorId }: OrderRequest,
): Promise<void> {
  const used = orders.map((order) => order.vendorId)
  // Also one that no item needs: a caller who mistypes it expects another order.
  const vendorIds = [...new Set(vendorId === undefined ? used : [...used, vendorId])]
  await requireOrderableVendors(sql, orgId, vendorIds, { argument: 'vendorId', vendorId })
}

function nothingLeft({ id }: ProductionList): NothingToOrderError {
  return new NothingToOrderError(
    `Nothing is left to order of the MATERIAL items of list ${id}. To order some of them again, name them in listItemIds.`,
    { argument: 'listItemIds' },
  )
}
