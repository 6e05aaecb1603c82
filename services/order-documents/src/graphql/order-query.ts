import { requireScope } from '@takeoff/kit/security/auth'
import { findOrder, findOrders } from '../orders/find-orders.ts'
import type { QueryResolvers } from './generated.ts'

export const orderQuery = {
  projectManagementOrder(_parent, { id }, context) {
    requireScope(context.caller, 'orders:read')
    return findOrder(context, id)
  },

  projectManagementOrders(_parent, args, context) {
    requireScope(context.caller, 'orders:read')
    return findOrders(context, args)
  },
} satisfies QueryResolvers
