import type { Remember } from '@takeoff/kit/postgres/idempotency'
import type { Context } from '../context.ts'
import { createOnce } from '../create-once.ts'
import type { OrderDocumentRecord } from '../db/documents/order-document-reads.ts'
import { decideOrder } from '../domain/orders/order.ts'
import { toOrderLine } from '../domain/orders/order-line.ts'
import { overOrderWarnings } from '../domain/orders/over-order.ts'
import type { MutationProjectManagementOrderDocumentCreateArgs as Arguments } from '../graphql/generated.ts'
import { requireOrderableVendor } from '../vendors/require-orderable-vendors.ts'
import { documentOptionsFor } from './document-options-for.ts'
import { documentOfPlacement } from './documents-of-placement.ts'
import { fetchProductionList, sourceOf } from './fetch-production-list.ts'
import { orderRejected, vendorsDiffer } from './order-rejected.ts'
import { readDocumentWishes, readOrderTerms, readProductionListId } from './order-request.ts'
import { placeOrders } from './place-orders.ts'

const ATTRIBUTES = 'orderDocumentAttributes'

/**
 * Orders items of a production list from one vendor and renders the order.
 * @throws AppError with the code that the contract gives each refusal
 */
export async function createOrderDocument(
  context: Context,
  args: Arguments,
): Promise<OrderDocumentRecord> {
  const request = readRequest(context, args)
  const placementId = await createOnce(
    context,
    'projectManagementOrderDocumentCreate',
    args,
    (remember) => create(context, request, remember),
  )
  return documentOfPlacement(context, placementId)
}

type Request = ReturnType<typeof readRequest>

function readRequest(context: Context, args: Arguments) {
  const { productionListId, vendorId } = args.orderDocumentAttributes
  return {
    productionListId: readProductionListId(productionListId, `${ATTRIBUTES}.productionListId`),
    chosen: { listItemIds: args.listItemIds ?? undefined, vendorId: vendorId ?? undefined },
    terms: readOrderTerms(args),
    wishes: readDocumentWishes(context, args.orderDocumentAttributes, ATTRIBUTES),
  }
}

async function create(context: Context, request: Request, remember: Remember): Promise<string> {
  const { productionListId, chosen, terms, wishes } = request
  const list = await fetchProductionList(
    context,
    productionListId,
    `${ATTRIBUTES}.productionListId`,
  )
  const decision = decideOrder(list.listItems, chosen)
  if (decision.kind !== 'accepted') throw orderRejected(decision, `${ATTRIBUTES}.vendorId`)

  const { orderKind, vendorId, listItems, listItemIdsOfOtherVendors } = decision
  const [vendor, document] = await Promise.all([
    requireOrderableVendor(context.database, list.orgId, vendorId, `${ATTRIBUTES}.vendorId`),
    documentOptionsFor(context, list.orgId, wishes),
  ])
  const lines = listItems.map((item) => toOrderLine(item))
  if (listItemIdsOfOtherVendors.length > 0)
    context.warnings.push(vendorsDiffer(listItemIdsOfOtherVendors))
  return placeOrders(context, {
    source: sourceOf(list),
    remember,
    decide(_sql, ordered) {
      context.warnings.push(...overOrderWarnings(listItems, ordered, lines))
      return [
        {
          ...terms,
          orderKind,
          vendor,
          lines,
          document,
          replacesOrderId: null,
          changesOrderId: null,
        },
      ]
    },
  })
}
