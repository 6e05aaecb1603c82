import { updateBrand } from '../brand/update-brand.ts'
import { cancelDistributionOrder } from '../distribution/cancel-distribution-order.ts'
import { createDistributionOrder } from '../distribution/create-distribution-order.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { changeOrder } from '../orders/change-order.ts'
import { createOrderDocument } from '../orders/create-order-document.ts'
import { createOrdersByVendor } from '../orders/create-orders-by-vendor.ts'
import { renderDocument } from '../orders/render-document.ts'
import { reorder } from '../orders/reorder.ts'
import { archiveVendor } from '../vendors/archive-vendor.ts'
import { connectVendor, disconnectVendor } from '../vendors/connect-vendor.ts'
import { createVendor } from '../vendors/create-vendor.ts'
import { updateVendor } from '../vendors/update-vendor.ts'
import type { MutationResolvers } from './generated.ts'

export const Mutation: MutationResolvers = {
  organizationBrandUpdate: async (_parent, args, context) => ({
    organizationBrand: await updateBrand(context, args),
  }),
  vendorCreate: async (_parent, args, context) => ({ vendor: await createVendor(context, args) }),
  vendorUpdate: async (_parent, args, context) => ({ vendor: await updateVendor(context, args) }),
  vendorArchive: async (_parent, { id }, context) => ({
    vendor: await archiveVendor(context, id, { isArchived: true }),
  }),
  vendorRestore: async (_parent, { id }, context) => ({
    vendor: await archiveVendor(context, id, { isArchived: false }),
  }),
  vendorConnect: async (_parent, args, context) => ({ vendor: await connectVendor(context, args) }),
  vendorDisconnect: async (_parent, { id }, context) => ({
    vendor: await disconnectVendor(context, id),
  }),
  projectManagementOrderDocumentCreate: async (_parent, args, context) => ({
    orderDocument: await createOrderDocument(context, args),
  }),
  projectManagementOrderDocumentsCreateByVendor: async (_parent, args, context) => ({
    orderDocuments: await createOrdersByVendor(context, args),
  }),
  projectManagementOrderDocumentRender: async (_parent, args, context) => ({
    orderDocument: await renderDocument(context, args),
  }),
  projectManagementOrderCancel: async (_parent, args, context) => ({
    order: await cancelOrder(context, args),
  }),
  projectManagementOrderReorder: async (_parent, args, context) => ({
    orderDocument: await reorder(context, args),
  }),
  projectManagementOrderChange: async (_parent, args, context) => ({
    orderDocument: await changeOrder(context, args),
  }),
  projectManagementDistributionOrderCreate: async (_parent, args, context) => ({
    distributionOrder: await createDistributionOrder(context, args),
  }),
  projectManagementDistributionOrderCancel: async (_parent, { id }, context) => ({
    distributionOrder: await cancelDistributionOrder(context, id),
  }),
}
