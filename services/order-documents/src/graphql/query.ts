import { findDocumentsFor } from '../documents/find-order-documents.ts'
import { brandQuery } from './brand-query.ts'
import { distributionQuery } from './distribution-query.ts'
import type { QueryResolvers } from './generated.ts'
import { vendorQuery } from './vendor-query.ts'
import { orderQuery } from './order-query.ts'
import { providerQuery } from './provider-query.ts'

export const Query: QueryResolvers = {
  projectManagementOrderDocuments(_parent, args, context) {
    return findDocumentsFor(context, args)
  },

  ...vendorQuery,
  ...brandQuery,
  ...orderQuery,
  ...providerQuery,
  ...distributionQuery,
}
