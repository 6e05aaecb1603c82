import {
  findDistributionOrder,
  findDistributionOrders,
} from '../distribution/find-distribution-orders.ts'
import type { QueryResolvers } from './generated.ts'

export const distributionQuery = {
  projectManagementDistributionOrder(_parent, { id }, context) {
    return findDistributionOrder(context, id)
  },

  projectManagementDistributionOrders(_parent, args, context) {
    return findDistributionOrders(context, args)
  },
} satisfies QueryResolvers
