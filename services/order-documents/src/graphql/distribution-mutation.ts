import { requireScope } from '@takeoff/kit/security/auth'
import { cancelDistributionOrder } from '../distribution/cancel-distribution-order.ts'
import { createDistributionOrder } from '../distribution/create-distribution-order.ts'
import type { MutationResolvers } from './generated.ts'

export const distributionMutation = {
  async projectManagementDistributionOrderCreate(_parent, args, context) {
    requireScope(context.caller, 'orders:write')
    return { distributionOrder: await createDistributionOrder(context, args) }
  },

  async projectManagementDistributionOrderCancel(_parent, { id }, context) {
    requireScope(context.caller, 'orders:write')
    return { distributionOrder: await cancelDistributionOrder(context, id) }
  },
} satisfies MutationResolvers
