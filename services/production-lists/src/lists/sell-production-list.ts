import type { Optional } from '@takeoff/kit/values/optional'
import type { Context } from '../context.ts'
import type { ProductionListRow } from '../db/lists/production-list-reads.ts'
import { sellList, unsellList } from '../domain/lists/sell-list.ts'
import { changeProductionList } from './change-production-list.ts'

export interface SaleRequest {
  readonly id: number
  readonly sold: boolean
  readonly version?: Optional<number>
}

/**
 * Marks a list as sold, which freezes its contract figures, or revokes the sale.
 * @throws NotFoundError for a list outside the caller's organizations
 * @throws ConflictError with `currentVersion` when the caller's version is not the current one
 */
export function sellProductionList(
  context: Context,
  request: SaleRequest,
): Promise<ProductionListRow> {
  const { sold } = request
  const change = {
    request,
    argument: 'id',
    action: sold ? ('sold' as const) : ('unsold' as const),
    operation: 'projectManagementProductionListMarkSold',
  }
  return changeProductionList(context, change, (list) =>
    sold ? sellList(list, context.now()) : unsellList(list),
  )
}
