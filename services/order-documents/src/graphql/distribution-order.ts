import { fieldNamesIn } from '@takeoff/kit/graphql/field-names'
import { invariant } from '@takeoff/kit/values/invariant'
import { findDistributionOrder } from '../distribution/find-distribution-orders.ts'
import { normalStatus } from '../domain/distribution/provider-status.ts'
import type { DistributionOrderRecord } from '../db/distribution/distribution-order-reads.ts'
import type { OrderRecord } from '../db/orders/order-reads.ts'
import type { Context } from '../context.ts'
import type { DistributionOrderResolvers } from './generated.ts'

export const DistributionOrder: DistributionOrderResolvers = {
  async __resolveReference({ id }, context) {
    return findDistributionOrder(context, id)
  },
  status: ({ rawStatus }) => normalStatus(rawStatus),
  order: orderOf,
  // The order's row includes its vendor.
  vendor: async (parent, _args, context) => (await orderOf(parent, {}, context)).vendor,
  async rejectedLines({ orderId }, _args, { loaders }, info) {
    const fields = fieldNamesIn(info)
    if (!fields.has('orderListItems')) return loaders.rejectedLinesOfOrder(fields).load(orderId)
    // All lines are read for the order, so that these need no statement.
    const lines = await loaders.orderListItemsOfOrder(fields).load(orderId)
    return lines.filter(({ rejectedReason }) => rejectedReason !== null)
  },
}

async function orderOf(
  { orderId }: DistributionOrderRecord,
  _args: object,
  { loaders }: Context,
): Promise<OrderRecord> {
  const order = await loaders.order.load(orderId)
  invariant(order !== null, `the order ${orderId} of a distribution order does not exist`)
  return order
}
