import { requireOrganization } from '@takeoff/kit/security/access'
import { knownWord } from '@takeoff/kit/values/known-word'
import { isUuid } from '@takeoff/kit/values/ids'
import { connectionOf, parsePage } from '@takeoff/kit/graphql/page'
import type { Connection } from '@takeoff/kit/graphql/page'
import type { Context } from '../context.ts'
import { findDistributionOrderPage } from '../db/distribution/distribution-order-pages.ts'
import type { DistributionOrderFilter } from '../db/distribution/distribution-order-pages.ts'
import type { DistributionOrderRecord } from '../db/distribution/distribution-order-reads.ts'
import { DISTRIBUTION_ORDER_STATES } from '../domain/distribution/distribution-order.ts'
import type { FindDistributionOrdersRequest } from '../domain/orders/order-requests.ts'
import { listOfFilter, orderCursor } from '../orders/order-cursor.ts'

/** One distribution order; null when there is none in the caller's organizations. */
export async function findDistributionOrder(
  { loaders }: Context,
  id: string,
): Promise<DistributionOrderRecord | null> {
  return isUuid(id) ? loaders.distributionOrder.load(id.toLowerCase()) : null
}

/**
 * One page of an organization's distribution orders: the newest first, or those changed since a time in the
 * order of their changes.
 * @throws ForbiddenError when the organization is not one of the caller's
 * @throws BadUserInputError naming the invalid argument
 */
export async function findDistributionOrders(
  { caller, database }: Context,
  request: FindDistributionOrdersRequest,
): Promise<Connection<DistributionOrderRecord>> {
  requireOrganization(caller, request.orgId)
  const filter = filterOf(request)
  const cursor = orderCursor('distributionOrders', filter)
  const { first, after } = parsePage(request, cursor)
  const rows = await findDistributionOrderPage(database, { filter, after, limit: first + 1 })
  return connectionOf(rows, first, cursor)
}

function filterOf(request: FindDistributionOrdersRequest): DistributionOrderFilter {
  const { orgId, vendorId, state, updatedSince, needsAttention } = request
  return {
    orgId,
    productionListId: listOfFilter(request),
    vendorId: vendorId ?? undefined,
    state: knownWord('state', state, DISTRIBUTION_ORDER_STATES),
    updatedSinceMs: updatedSince?.getTime(),
    needsAttention: needsAttention === true ? true : undefined,
  }
}
