import { createCursor } from '@takeoff/kit/graphql/cursor'
import type { Cursor } from '@takeoff/kit/graphql/cursor'
import { isUuid } from '@takeoff/kit/values/ids'
import type { ChangeFilter, OrderPosition } from '../db/orders/page-of-orders.ts'
import type { FindOrdersRequest } from '../domain/orders/order-requests.ts'

interface Row {
  readonly id: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Cursors of the pages of orders, or distribution orders, with one filter: every field of it is part of the cursor. */
export function orderCursor(
  connection: 'orders' | 'distributionOrders',
  filter: ChangeFilter,
): Cursor<OrderPosition, Row> {
  const values = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createCursor([connection, values], {
    format({ id, createdAt, updatedAt }) {
      const at = filter.updatedSinceMs === undefined ? createdAt : updatedAt
      return `${id}.${at.getTime()}`
    },
    parse(text) {
      const [, id = '', atMs] = /^([\da-f-]{36})\.(\d{1,15})$/.exec(text) ?? []
      return isUuid(id) ? { id, atMs: Number(atMs) } : undefined
    },
  })
}

/** Whether the request names a list by a malformed id, which matches no list. */
export function namesNoList(
  { productionListId: given }: FindOrdersRequest,
  filter: { readonly productionListId?: number | undefined },
): boolean {
  return given !== null && given !== undefined && filter.productionListId === undefined
}
