import { requireVisibleToChange } from '@takeoff/kit/security/sensitive-fields'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { requireNoViolation } from '@takeoff/kit/values/violations'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Context } from '../context.ts'
import type { ProductionListRow } from '../db/lists/production-list-reads.ts'
import { findPricedItems } from '../db/prices/priced-item-reads.ts'
import { idsViolation } from '../domain/input-violation.ts'
import { LIST_ITEMS_MAX } from '../domain/limits.ts'
import type { ListState } from '../domain/lists/list-state.ts'
import { repriceList } from '../domain/lists/reprice-list.ts'
import { today } from '../domain/prices/day.ts'
import { changeProductionList } from './change-production-list.ts'

export interface RepriceRequest {
  readonly id: number
  /** Null or left out: all items whose price differs and was not set by hand. */
  readonly listItemIds?: Optional<readonly number[]>
  readonly version?: Optional<number>
}

/**
 * Updates items to the prices in force in their vendors' books.
 * @throws NotFoundError for a list outside the caller's organizations
 * @throws ConflictError with `currentVersion` when the caller's version is not the current one
 * @throws BadUserInputError naming an item that is not in the list or has no price in force
 * @throws ForbiddenError for an item whose cost was set by hand from a caller who may not see costs
 */
export function repriceProductionList(
  context: Context,
  request: RepriceRequest,
): Promise<ProductionListRow> {
  const { id, listItemIds } = request
  requireNoViolation(idsViolation('listItemIds', listItemIds ?? [], LIST_ITEMS_MAX))
  const change = {
    request,
    action: 'repriced' as const,
    argument: listItemIds === undefined || listItemIds === null ? 'id' : 'listItemIds',
    operation: 'projectManagementProductionListReprice',
  }
  return changeProductionList(context, change, async (list, sql) => {
    const argument = manualCostIn(list, listItemIds ?? [])
    if (argument !== undefined)
      requireVisibleToChange(context.caller, list, { name: 'ListItem.unitCost', argument })
    const items = await findPricedItems(sql, [id], {
      orgIds: [list.orgId],
      day: today(context.now()),
    })
    const priced = new Map(items.map((item) => [item.listItemId, item]))
    const repriced = repriceList(list, priced, listItemIds ?? null)
    if (repriced.kind === 'repriced') return repriced.list
    throw new BadUserInputError(repriced.message, repriced.argument)
  })
}

/** A caller who set the cost of an item knows its markup, and would calculate the price in the book by the new price. */
function manualCostIn({ items }: ListState, listItemIds: readonly number[]): string | undefined {
  const manual = new Set(
    items.filter(({ unitCostSource }) => unitCostSource === 'manual').map(({ id }) => id),
  )
  const index = listItemIds.findIndex((id) => manual.has(id))
  return index === -1 ? undefined : `listItemIds[${index}]`
}
