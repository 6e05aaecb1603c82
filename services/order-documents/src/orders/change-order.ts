import { BadUserInputError, ConflictError } from '@takeoff/kit/values/errors'
import type { Sql } from '@takeoff/kit/postgres/database'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import type { Context } from '../context.ts'
import { createOnce } from '../create-once.ts'
import type { OrderDocumentRecord } from '../db/documents/order-document-reads.ts'
import type { OrderRecord } from '../db/orders/order-reads.ts'
import { lockOrder, touchOrder } from '../db/orders/order-state.ts'
import { findStandingLines } from '../db/orders/standing-lines.ts'
import { decideChange } from '../domain/orders/change-order.ts'
import type { ChangeRequest } from '../domain/orders/change-order.ts'
import type { OrderLine } from '../domain/orders/order-line.ts'
import { overOrderWarnings } from '../domain/orders/over-order.ts'
import type { ProductionList } from '../domain/orders/production-list.ts'
import type { MutationProjectManagementOrderChangeArgs as Arguments } from '../graphql/generated.ts'
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
 * Adds to an order and takes back from it, by an order of its own that names it.
 * @throws AppError with the code that the contract gives each refusal
 */
export async function changeOrder(context: Context, args: Arguments): Promise<OrderDocumentRecord> {
  const request = readRequest(context, args)
  const placementId = await createOnce(context, 'projectManagementOrderChange', args, (remember) =>
    create(context, request, remember),
  )
  return documentOfPlacement(context, placementId)
}

type Request = ReturnType<typeof readRequest>

function readRequest(context: Context, args: Arguments) {
  return {
    id: args.id,
    change: { additions: args.additions ?? [], credits: args.credits ?? [] },
    termsAfter: readFollowUpTerms(args),
    wishes: readDocumentWishes(context, args.document, 'document'),
  }
}

async function create(context: Context, request: Request, remember: Remember): Promise<string> {
  const original = await requireOriginalOrder(context, request.id)
  const list = await fetchProductionList(context, original.productionListId, 'id')
  const document = await documentOptionsFor(context, original.orgId, request.wishes)
  return placeOrders(context, {
    source: sourceOf(list),
    remember,
    async decide(sql, ordered) {
      await requireChangeable(sql, original)
      const vendor = await requireOrderableVendor(sql, original.orgId, original.vendor.id, 'id')
      const lines = await requireChange(sql, { original, list, change: request.change })
      context.warnings.push(...overOrderWarnings(list.listItems, ordered, lines))
      return [
        {
          ...request.termsAfter(original),
          orderKind: original.kind,
          vendor,
          lines,
          document,
          replacesOrderId: null,
          changesOrderId: original.id,
        },
      ]
    },
    settle: (sql) => touchOrder(sql, original.id, context.now()),
  })
}

async function requireChangeable(sql: Sql, { id }: OrderRecord): Promise<void> {
  const locked = await lockOrder(sql, id)
  const { state, distributionOrderId } = locked
  requireNotReplaced(id, locked)
  if (state !== 'placed')
    throw new ConflictError(`Order ${id} is ${state}; only a placed one can be changed.`, { state })
  if (distributionOrderId !== null)
    throw new ConflictError(
      `Order ${id} is in its vendor's system, which takes no changes. Cancel its distribution order ${distributionOrderId} and order again.`,
      { state, distributionOrderId },
    )
}

interface Change {
  readonly original: OrderRecord
  readonly list: ProductionList
  readonly change: ChangeRequest
}

async function requireChange(
  sql: Sql,
  { original, list, change }: Change,
): Promise<readonly OrderLine[]> {
  const lines = await findStandingLines(sql, original.id)
  const { listItems } = list
  const decision = decideChange({ orderKind: original.kind, listItems, lines }, change)
  if (decision.kind === 'accepted') return decision.lines
  throw new BadUserInputError(decision.message, decision.argument)
}
