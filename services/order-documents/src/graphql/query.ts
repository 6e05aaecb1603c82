import { readBrand } from '../brand/read-brand.ts'
import {
  findDistributionOrder,
  findDistributionOrders,
} from '../distribution/find-distribution-orders.ts'
import { findDocumentsFor } from '../documents/find-order-documents.ts'
import { findOrder, findOrders } from '../orders/find-orders.ts'
import { knownProviders } from '../providers/known-providers.ts'
import { readVendors } from '../vendors/read-vendors.ts'
import type { QueryResolvers } from './generated.ts'

export const Query: QueryResolvers = {
  organizationBrand: (_parent, { orgId }, context) => readBrand(context, orgId),
  vendor: (_parent, { id }, { loaders }) => loaders.vendor.load(id),
  vendors: (_parent, args, context) => readVendors(context, args),
  projectManagementOrder: (_parent, { id }, context) => findOrder(context, id),
  projectManagementOrders: (_parent, args, context) => findOrders(context, args),
  projectManagementOrderDocuments: (_parent, args, context) => findDocumentsFor(context, args),
  projectManagementDistributionOrder: (_parent, { id }, context) =>
    findDistributionOrder(context, id),
  projectManagementDistributionOrders: (_parent, args, context) =>
    findDistributionOrders(context, args),
  orderProviders: (_parent, _args, { providers }) =>
    knownProviders.map((known) => ({
      ...known,
      isConfigured: providers.providerOf(known.identifier) !== undefined,
    })),
}
