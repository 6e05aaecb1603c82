import { BadUserInputError, ConflictError } from '@takeoff/kit/values/errors'
import type { Sql } from '@takeoff/kit/postgres/database'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import type { Context } from '../context.ts'
import { createOnce } from '../create-once.ts'
import type { OrderDocumentRecord } from '../db/documents/order-document-reads.ts'
import type { OrderRecord } from '../db/orders/order-reads.ts'
import { lockOrder, replaceOrders } from '../db/orders/order-state.ts'
import type { LockedOrder } from '../db/orders/order-state.ts'
import { findStandingLines } from '../db/orders/standing-lines.ts'
import type { StandingLine } from '../domain/orders/change-order.ts'
import { minusLines } from '../domain/orders/ordered-quantities.ts'
import { overOrderWarnings } from '../domain/orders/over-order.ts'
import type { MutationProjectManagementOrderReorderArgs as Arguments } from '../graphql/generated.ts'
import { requireOrderableVendor } from '../vendors/require-orderable-vendors.ts'
import { documentOptionsFor } from './document-options-for.ts'
import { documentOfPlacement } from './documents-of-placement.ts'
import { fetchProductionList, sourceOf } from './fetch-production-list.ts'
import { readFollowUpTerms } from './follow-up-terms.ts'
import { readDocumentWishes } from './order-request.ts'
import { placeOrders } from './place-orders.ts'
import { requireNotReplaced } from './require-not-replaced.ts'
import { requireOriginalOrder } from './require-order.ts'

/**
 * Orders again what an order came to with its changes; the new order takes the place of the old one.
 * @throws AppError with the code that the contract gives each refusal
 */
export async function reorder(context: Context, args: Arguments): Promise<OrderDocumentRecord> {
  const request = readRequest(context, args)
  const placementId = await createOnce(context, 'projectManagementOrderReorder', args, (remember) =>
    create(context, request, remember),
  )
  return documentOfPlacement(context, placementId)
}

type Request = ReturnType<typeof readRequest>

function readRequest(context: Context, args: Arguments) {
  return {
    id: args.id,
    termsAfter: readFollowUpTerms(args),
    wishes: readDocumentWishes(context, args.document, 'document'),
  }
}

async function create(context: Context, request: Request, remember: Remember): Promise<string> {
  const earlier = await requireOriginalOrder(context, request.id)
  const list = await fetchProductionList(context, earlier.productionListId, 'id')
  const document = await documentOptionsFor(context, earlier.orgId, request.wishes)
  return placeOrders(context, {
    source: sourceOf(list),
    remember,
    async decide(sql, ordered) {
      const locked = await lockOrder(sql, earlier.id)
      requireReplaceable(earlier, locked)
      const vendor = await requireOrderableVendor(sql, earlier.orgId, earlier.vendor.id, 'id')
      const lines = await requireLines(sql, earlier)
      const others = locked.state === 'placed' ? minusLines(ordered, lines) : ordered
      context.warnings.push(...overOrderWarnings(list.listItems, others, lines))
      return [
        {
          ...request.termsAfter(earlier),
          orderKind: earlier.kind,
          vendor,
          lines,
          document,
          replacesOrderId: earlier.id,
          changesOrderId: null,
        },
      ]
    },
    settle: (sql) => replaceOrders(sql, earlier.id, context.now()),
  })
}

function requireReplaceable({ id }: OrderRecord, locked: LockedOrder): void {
  const { state, distributionOrderId } = locked
  requireNotReplaced(id, locked)
  if (distributionOrderId !== null)
    throw new ConflictError(
      `Order ${id} is in its vendor's system. Cancel its distribution order ${distributionOrderId} first.`,
      { state, distributionOrderId },
    )
}

async function requireLines(sql: Sql, { id }: OrderRecord): Promise<readonly StandingLine[]> {
  const lines = await findStandingLines(sql, id)
  if (lines.length > 0) return lines
  throw new BadUserInputError(`Nothing is left of order ${id} to order again.`, 'id')
}
