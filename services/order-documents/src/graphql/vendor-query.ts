import { requireScope } from '@takeoff/kit/security/auth'
import { readVendors } from '../vendors/read-vendors.ts'
import type { QueryResolvers } from './generated.ts'

export const vendorQuery = {
  vendor(_parent, { id }, { caller, loaders }) {
    requireScope(caller, 'lists:read', 'orders:read')
    return loaders.vendor.load(id)
  },

  vendors(_parent, args, context) {
    requireScope(context.caller, 'lists:read', 'orders:read')
    return readVendors(context, args)
  },
} satisfies QueryResolvers
