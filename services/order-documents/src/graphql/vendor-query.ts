import { readVendors } from '../vendors/read-vendors.ts'
import type { QueryResolvers } from './generated.ts'

export const vendorQuery = {
  vendor: (_parent, { id }, { loaders }) => loaders.vendor.load(id),

  vendors(_parent, args, context) {
    return readVendors(context, args)
  },
} satisfies QueryResolvers
