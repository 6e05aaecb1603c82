import { findOrder, findOrders } from '../orders/find-orders.ts'
import type { QueryResolvers } from './generated.ts'

export const orderQuery = {
  projectManagementOrder(_parent, { id }, context) {
    return findOrder(context, id)
  },

  projectManagementOrders(_parent, args, context) {
    return findOrders(context, args)
  },
} satisfies QueryResolvers
