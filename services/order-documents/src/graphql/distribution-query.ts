import { requireScope } from '@takeoff/kit/security/auth'
import {
  findDistributionOrder,
  findDistributionOrders,
} from '../distribution/find-distribution-orders.ts'
import type { QueryResolvers } from './generated.ts'

export const distributionQuery = {
  projectManagementDistributionOrder(_parent, { id }, context) {
    requireScope(context.caller, 'orders:read')
    return findDistributionOrder(context, id)
  },

  projectManagementDistributionOrders(_parent, args, context) {
    requireScope(context.caller, 'orders:read')
    return findDistributionOrders(context, args)
  },
} satisfies QueryResolvers
