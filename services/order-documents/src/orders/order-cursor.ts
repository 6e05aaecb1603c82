import { createCursor } from '@takeoff/kit/graphql/cursor'
import type { Cursor } from '@takeoff/kit/graphql/cursor'
import { isUuid, parseIntegerId } from '@takeoff/kit/values/ids'
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

/** The list of a filter. No list has the id 0, so a malformed id matches none. */
export function listOfFilter({ productionListId: id }: FindOrdersRequest): number | undefined {
  return id === null || id === undefined ? undefined : (parseIntegerId(id) ?? 0)
}
