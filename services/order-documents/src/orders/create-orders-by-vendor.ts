import { AppError } from '@takeoff/kit/values/errors'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import type { Context } from '../context.ts'
import { createOnce } from '../create-once.ts'
import type { OrderDocumentRecord } from '../db/documents/order-document-reads.ts'
import { overOrderWarnings } from '../domain/orders/over-order.ts'
import type { ProductionList } from '../domain/orders/production-list.ts'
import { splitOrder } from '../domain/orders/split-order.ts'
import type { MutationProjectManagementOrderDocumentsCreateByVendorArgs as Arguments } from '../graphql/generated.ts'
import { requireOrderableVendors } from '../vendors/require-orderable-vendors.ts'
import { documentOptionsFor } from './document-options-for.ts'
import { documentsOfPlacement } from './documents-of-placement.ts'
import { fetchProductionList, sourceOf } from './fetch-production-list.ts'
import { orderRejected } from './order-rejected.ts'
import { readDocumentWishes, readOrderTerms, readProductionListId } from './order-request.ts'
import { placeOrders } from './place-orders.ts'

class NothingToOrderError extends AppError {
  override readonly code = 'NOTHING_TO_ORDER'
}

/**
 * Orders what is left of a list, or the named items, with one order for each vendor and kind: all of
 * them or none.
 * @throws AppError with the code that the contract gives each refusal
 */
export async function createOrdersByVendor(
  context: Context,
  args: Arguments,
): Promise<readonly OrderDocumentRecord[]> {
  const request = readRequest(context, args)
  const placementId = await createOnce(
    context,
    'projectManagementOrderDocumentsCreateByVendor',
    args,
    (remember) => create(context, request, remember),
  )
  return documentsOfPlacement(context, placementId)
}

type Request = ReturnType<typeof readRequest>

function readRequest(context: Context, args: Arguments) {
  return {
    productionListId: readProductionListId(args.productionListId, 'productionListId'),
    chosen: { listItemIds: args.listItemIds ?? undefined, vendorId: args.vendorId ?? undefined },
    terms: readOrderTerms(args),
    wishes: readDocumentWishes(context, args.document, 'document'),
  }
}

async function create(context: Context, request: Request, remember: Remember): Promise<string> {
  const { productionListId, chosen, terms, wishes } = request
  const list = await fetchProductionList(context, productionListId, 'productionListId')
  const document = await documentOptionsFor(context, list.orgId, wishes)
  return placeOrders(context, {
    source: sourceOf(list),
    remember,
    async decide(sql, ordered) {
      const decision = splitOrder(list.listItems, chosen, ordered)
      if (decision.kind === 'nothing-left') throw nothingLeft(list)
      if (decision.kind !== 'accepted') throw orderRejected(decision, 'vendorId')

      const { orders } = decision
      const vendorIds = [...new Set(orders.map(({ vendorId }) => vendorId))]
      const vendors = await requireOrderableVendors(sql, list.orgId, vendorIds, 'vendorId')
      const lines = orders.flatMap((order) => order.lines)
      context.warnings.push(...overOrderWarnings(list.listItems, ordered, lines))
      return orders.flatMap(({ vendorId, ...order }) => {
        const vendor = vendors.get(vendorId)
        return vendor === undefined
          ? []
          : [{ ...terms, ...order, vendor, document, replacesOrderId: null, changesOrderId: null }]
      })
    },
  })
}

function nothingLeft({ id }: ProductionList): NothingToOrderError {
  return new NothingToOrderError(
    `Every MATERIAL item of list ${id} is ordered already. Name items in listItemIds to order them again.`,
    { argument: 'listItemIds' },
  )
}
