import { BadUserInputError, ConflictError } from '@takeoff/kit/values/errors'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import { newUuid } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { createOnce } from '@takeoff/kit/postgres/idempotency'
import type { OrderDocumentRecord } from '../db/documents/order-document-reads.ts'
import type { OrderRecord } from '../db/orders/order-reads.ts'
import { lockOrdersOfList } from '../db/orders/lock-orders-of-list.ts'
import { findOrderedQuantities } from '../db/orders/ordered-quantities.ts'
import { lockOrder, replaceOrders } from '../db/orders/order-state.ts'
import type { LockedOrder } from '../db/orders/order-state.ts'
import { findStandingLines } from '../db/orders/standing-lines.ts'
import { ORDER_LINES_MAX } from '../domain/orders/change-order.ts'
import type { StandingLine } from '../domain/orders/change-order.ts'
import { sourceOf } from '../domain/orders/order-batch.ts'
import { minusLines } from '../domain/orders/ordered-quantities.ts'
import type { ReorderRequest } from '../domain/orders/order-requests.ts'
import { overOrderWarnings } from '../domain/orders/over-order.ts'
import { requireOrderableVendor } from '../vendors/require-orderable-vendors.ts'
import { documentOfBatch } from './documents-of-batch.ts'
import { draftFollowUp, readFollowUp } from './follow-up.ts'
import type { FollowUp } from './follow-up.ts'
import { finishDocumentsOfBatch, insertOrderBatch } from './order-batches.ts'
import { requireNotReplaced } from './require-order.ts'

/**
 * Repeats an order with its changes applied; the new order replaces the old one.
 * @throws AppError with the code that the contract gives each refusal
 */
export async function reorder(
  context: Context,
  request: ReorderRequest,
): Promise<OrderDocumentRecord> {
  const input = readFollowUp(context, request)
  const batchId = await createOnce(context, 'projectManagementOrderReorder', request, (remember) =>
    placeAgain(context, input, remember),
  )
  return documentOfBatch(context, batchId)
}

async function placeAgain(context: Context, input: FollowUp, remember: Remember): Promise<string> {
  const { original: earlier, list, draft } = await draftFollowUp(context, input)
  const { orgId, vendor } = earlier

  const batch = { id: newUuid(), source: sourceOf(list) }
  const { placed, warnings } = await context.database.transaction(async (sql) => {
    await remember(sql, batch.id)
    await lockOrdersOfList(sql, list.id)
    const locked = await lockOrder(sql, earlier.id)
    requireReplaceable(earlier, locked)
    // Read behind the lock, because the end of its distribution order cancels the earlier order.
    const ordered = await findOrderedQuantities(sql, orgId, list.id)
    await requireOrderableVendor(sql, orgId, vendor.id, { argument: 'id', vendorId: vendor.id })
    const lines = await requireLines(sql, earlier)
    const others = locked.state === 'placed' ? minusLines(ordered, lines) : ordered
    const orders = [{ ...draft, lines, replacesOrderId: earlier.id }]
    const placed = await insertOrderBatch(context, sql, { ...batch, orders })
    const { traceparent } = context
    await replaceOrders(sql, earlier.id, { at: context.now(), traceparent })
    return { placed, warnings: overOrderWarnings(list.listItems, others, lines) }
  })
  context.warnings.push(...warnings)
  await finishDocumentsOfBatch(context, batch, placed)
  return batch.id
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
  if (lines.every(({ quantity }) => Number(quantity) === 0))
    throw new BadUserInputError(`Nothing is left of order ${id} to order again.`, 'id')
  if (lines.length > ORDER_LINES_MAX)
    throw new BadUserInputError(
      `Order ${id} has ${lines.length} lines with its changes; an order must have at most ${ORDER_LINES_MAX}. Order its items from the list instead.`,
      'id',
    )
  return lines
}
