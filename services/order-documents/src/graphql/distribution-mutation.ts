import { cancelDistributionOrder } from '../distribution/cancel-distribution-order.ts'
import { createDistributionOrder } from '../distribution/create-distribution-order.ts'
import type { MutationResolvers } from './generated.ts'

export const distributionMutation = {
  async projectManagementDistributionOrderCreate(_parent, args, context) {
    return { distributionOrder: await createDistributionOrder(context, args) }
  },

  async projectManagementDistributionOrderCancel(_parent, { id }, context) {
    return { distributionOrder: await cancelDistributionOrder(context, id) }
  },
} satisfies MutationResolvers
