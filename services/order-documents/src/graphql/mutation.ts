import { requireScope } from '@takeoff/kit/auth'
import { createOrderDocument } from '../orders/create-order-document.ts'
import type { MutationResolvers } from './generated.ts'
import { vendorMutation } from './vendor-mutation.ts'

export const Mutation: MutationResolvers = {
  async projectManagementOrderDocumentCreate(_parent, args, context) {
    requireScope(context.caller, 'orders:write')
    return { orderDocument: await createOrderDocument(context, args) }
  },

  ...vendorMutation,
}
