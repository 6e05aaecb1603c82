import { BadUserInputError, ConflictError } from '@takeoff/kit/values/errors'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Remember } from '@takeoff/kit/postgres/idempotency'
import { newUuid } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { createOnce } from '@takeoff/kit/postgres/idempotency'
import type { OrderDocumentRecord } from '../db/documents/order-document-reads.ts'
import type { OrderRecord } from '../db/orders/order-reads.ts'
import { lockOrder, markOrderChanged } from '../db/orders/order-state.ts'
import { findStandingLines } from '../db/orders/standing-lines.ts'
import { decideChange } from '../domain/orders/change-order.ts'
import type { ChangeRequest } from '../domain/orders/change-order.ts'
import { chooseListItems, idsOfOtherVendors } from '../domain/orders/order.ts'
import { sourceOf } from '../domain/orders/order-batch.ts'
import type { OrderLine } from '../domain/orders/order-line.ts'
import type { ChangeOrderRequest } from '../domain/orders/order-requests.ts'
import { overOrderWarnings } from '../domain/orders/over-order.ts'
import type { ProductionList } from '../domain/orders/production-list.ts'
import { requireOrderableVendor } from '../vendors/require-orderable-vendors.ts'
import { documentOfBatch } from './documents-of-batch.ts'
import { draftFollowUp, readFollowUp } from './follow-up.ts'
import type { FollowUp } from './follow-up.ts'
import { finishDocumentsOfBatch, insertOrderBatch, lockOrderedQuantities } from './order-batches.ts'
import { otherVendorWarnings } from './order-rejected.ts'
import { requireNotReplaced } from './require-order.ts'

/**
 * Adds to an order and credits lines of it, by a separate change order that refers to it.
 * @throws AppError with the code that the contract gives each refusal
 */
export async function changeOrder(
  context: Context,
  request: ChangeOrderRequest,
): Promise<OrderDocumentRecord> {
  const input = {
    ...readFollowUp(context, request),
    change: { additions: request.additions ?? [], credits: request.credits ?? [] },
  }
  const batchId = await createOnce(context, 'projectManagementOrderChange', request, (remember) =>
    placeChange(context, input, remember),
  )
  return documentOfBatch(context, batchId)
}

interface Input extends FollowUp {
  readonly change: ChangeRequest
}

async function placeChange(context: Context, input: Input, remember: Remember): Promise<string> {
  const { original, list, draft } = await draftFollowUp(context, input)
  const { orgId, vendor } = original

  const batch = { id: newUuid(), source: sourceOf(list) }
  const { placed, warnings } = await context.database.transaction(async (sql) => {
    await remember(sql, batch.id)
    const ordered = await lockOrderedQuantities(sql, batch.source)
    await requireChangeable(sql, original)
    await requireOrderableVendor(sql, orgId, vendor.id, { argument: 'id', vendorId: vendor.id })
    const lines = await requireChange(sql, { original, list, change: input.change })
    const orders = [{ ...draft, lines, changesOrderId: original.id }]
    const placed = await insertOrderBatch(context, sql, { ...batch, orders })
    const { traceparent } = context
    await markOrderChanged(sql, original.id, { at: context.now(), traceparent })
    return { placed, warnings: overOrderWarnings(list.listItems, ordered, lines) }
  })
  const addedIds = input.change.additions.map(({ listItemId }) => listItemId)
  const added = chooseListItems(list.listItems, addedIds)
  context.warnings.push(...otherVendorWarnings(idsOfOtherVendors(added, vendor.id)), ...warnings)
  await finishDocumentsOfBatch(context, batch, placed)
  return batch.id
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
