import { renderDocument } from '../orders/render-document.ts'
import { createOrdersByVendor } from '../orders/create-orders-by-vendor.ts'
import { createOrderDocument } from '../orders/create-order-document.ts'
import { brandMutation } from './brand-mutation.ts'
import { distributionMutation } from './distribution-mutation.ts'
import type { MutationResolvers } from './generated.ts'
import { orderMutation } from './order-mutation.ts'
import { vendorMutation } from './vendor-mutation.ts'

export const Mutation: MutationResolvers = {
  async projectManagementOrderDocumentCreate(_parent, args, context) {
    return { orderDocument: await createOrderDocument(context, args) }
  },
  async projectManagementOrderDocumentsCreateByVendor(_parent, args, context) {
    return { orderDocuments: await createOrdersByVendor(context, args) }
  },
  async projectManagementOrderDocumentRender(_parent, args, context) {
    return { orderDocument: await renderDocument(context, args) }
  },
  ...orderMutation,
  ...vendorMutation,
  ...brandMutation,
  ...distributionMutation,
}
