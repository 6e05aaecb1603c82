import { archiveVendor, restoreVendor } from '../vendors/archive-vendor.ts'
import { connectVendor, disconnectVendor } from '../vendors/connect-vendor.ts'
import { createVendor } from '../vendors/create-vendor.ts'
import { updateVendor } from '../vendors/update-vendor.ts'
import type { MutationResolvers } from './generated.ts'

export const vendorMutation = {
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
} satisfies MutationResolvers
