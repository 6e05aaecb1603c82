import { requireOrganization } from '@takeoff/kit/security/access'
import { knownWord } from '@takeoff/kit/values/known-word'
import { isUuid } from '@takeoff/kit/values/ids'
import { connectionOf, parsePage } from '@takeoff/kit/graphql/page'
import type { Connection } from '@takeoff/kit/graphql/page'
import { searchPrefixes } from '@takeoff/kit/postgres/word-search'
import type { Context } from '../context.ts'
import { findOrderPage } from '../db/orders/order-pages.ts'
import type { OrderFilter } from '../db/orders/order-pages.ts'
import type { OrderRecord } from '../db/orders/order-reads.ts'
import type { FindOrdersRequest } from '../domain/orders/order-requests.ts'
import { ORDER_STATES } from '../domain/orders/order-state.ts'
import { requireSearch } from '../require-search.ts'
import { listOfFilter, orderCursor } from './order-cursor.ts'

/** One order; null when there is none in the caller's organizations. */
export async function findOrder({ loaders }: Context, id: string): Promise<OrderRecord | null> {
  return isUuid(id) ? loaders.order.load(id.toLowerCase()) : null
}

export interface OrdersRequest extends FindOrdersRequest {
  readonly jobId?: number | null | undefined
  readonly search?: string | null | undefined
}

/**
 * One page of an organization's orders: the newest first, or those changed since a time in the order of their
 * changes.
 * @throws ForbiddenError when the organization is not one of the caller's
 * @throws BadUserInputError naming the invalid argument
 */
export async function findOrders(
  { caller, database, loaders }: Context,
  request: OrdersRequest,
): Promise<Connection<OrderRecord>> {
  requireOrganization(caller, request.orgId)
  const filter = filterOf(request)
  const cursor = orderCursor('orders', filter)
  const { first, after } = parsePage(request, cursor)
  const rows = await findOrderPage(database, { filter, after, limit: first + 1 })
  // Orders of a page refer to each other.
  for (const row of rows) loaders.order.prime(row.id, row)
  return connectionOf(rows, first, cursor)
}

function filterOf(request: OrdersRequest): OrderFilter {
  const { orgId, jobId, vendorId, state, updatedSince, search } = request
  requireSearch(search)
  const prefixes = searchPrefixes(search)
  return {
    orgId,
    jobId: jobId ?? undefined,
    productionListId: listOfFilter(request),
    vendorId: vendorId ?? undefined,
    state: knownWord('state', state, ORDER_STATES),
    updatedSinceMs: updatedSince?.getTime(),
    prefixes: prefixes.length === 0 ? undefined : prefixes,
  }
}
