import { cancelOrder } from '../orders/cancel-order.ts'
import { changeOrder } from '../orders/change-order.ts'
import { reorder } from '../orders/reorder.ts'
import type { MutationResolvers } from './generated.ts'

export const orderMutation = {
  async projectManagementOrderCancel(_parent, args, context) {
    return { order: await cancelOrder(context, args) }
  },

  async projectManagementOrderReorder(_parent, args, context) {
    return { orderDocument: await reorder(context, args) }
  },

  async projectManagementOrderChange(_parent, args, context) {
    return { orderDocument: await changeOrder(context, args) }
  },
} satisfies MutationResolvers
