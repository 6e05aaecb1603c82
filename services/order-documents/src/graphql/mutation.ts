import { updateBrand } from '../brand/update-brand.ts'
import { cancelDistributionOrder } from '../distribution/cancel-distribution-order.ts'
import { createDistributionOrder } from '../distribution/create-distribution-order.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { changeOrder } from '../orders/change-order.ts'
import { createOrderDocument } from '../orders/create-order-document.ts'
import { createOrdersByVendor } from '../orders/create-orders-by-vendor.ts'
import { renderDocument } from '../orders/render-document.ts'
import { reorder } from '../orders/reorder.ts'
import { archiveVendor, restoreVendor } from '../vendors/archive-vendor.ts'
import { connectVendor, disconnectVendor } from '../vendors/connect-vendor.ts'
import { createVendor } from '../vendors/create-vendor.ts'
import { updateVendor } from '../vendors/update-vendor.ts'
import type { MutationResolvers } from './generated.ts'

export const Mutation: MutationResolvers = {
  async organizationBrandUpdate(_parent, args, context) {
    return { organizationBrand: await updateBrand(context, args) }
  },

  async vendorCreate(_parent, args, context) {
    return { vendor: await createVendor(context, args) }
  },

  async vendorUpdate(_parent, args, context) {
    return { vendor: await updateVendor(context, args) }
  },

  async vendorArchive(_parent, { id }, context) {
    return { vendor: await archiveVendor(context, id) }
  },

  async vendorRestore(_parent, { id }, context) {
    return { vendor: await restoreVendor(context, id) }
  },

  async vendorConnect(_parent, args, context) {
    return { vendor: await connectVendor(context, args) }
  },

  async vendorDisconnect(_parent, { id }, context) {
    return { vendor: await disconnectVendor(context, id) }
  },

  async projectManagementOrderDocumentCreate(_parent, args, context) {
    return { orderDocument: await createOrderDocument(context, args) }
  },

  async projectManagementOrderDocumentsCreateByVendor(_parent, args, context) {
    return { orderDocuments: await createOrdersByVendor(context, args) }
  },

  async projectManagementOrderDocumentRender(_parent, args, context) {
    return { orderDocument: await renderDocument(context, args) }
  },

  async projectManagementOrderCancel(_parent, args, context) {
    return { order: await cancelOrder(context, args) }
  },

  async projectManagementOrderReorder(_parent, args, context) {
    return { orderDocument: await reorder(context, args) }
  },

  async projectManagementOrderChange(_parent, args, context) {
    return { orderDocument: await changeOrder(context, args) }
  },

  async projectManagementDistributionOrderCreate(_parent, args, context) {
    return { distributionOrder: await createDistributionOrder(context, args) }
  },

  async projectManagementDistributionOrderCancel(_parent, { id }, context) {
    return { distributionOrder: await cancelDistributionOrder(context, id) }
  },
}
