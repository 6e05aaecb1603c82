import { applyRecompute } from '../lists/apply-recompute.ts'
import { createProductionList } from '../lists/create-production-list.ts'
import { repriceProductionList } from '../lists/reprice-production-list.ts'
import { sellProductionList } from '../lists/sell-production-list.ts'
import { updateProductionList } from '../lists/update-production-list.ts'
import { importPrices } from '../prices/import-prices.ts'
import type { MutationResolvers } from './generated.ts'
import { jobMutation } from './job-mutation.ts'
import { templateMutation } from './template-mutation.ts'

export const Mutation: MutationResolvers = {
  projectManagementProductionListCreate: (_parent, args, context) =>
    createProductionList(context, args),

  projectManagementProductionListUpdate: (_parent, args, context) =>
    updateProductionList(context, args),

  projectManagementProductionListMarkSold: (_parent, args, context) =>
    sellProductionList(context, args),

  projectManagementProductionListRecompute: (_parent, args, context) =>
    applyRecompute(context, args),

  projectManagementProductionListReprice: (_parent, args, context) =>
    repriceProductionList(context, args),

  ...jobMutation,
  ...templateMutation,

  priceBookImport: (_parent, args, context) => importPrices(context, args),
}
