import { createProductionList } from '../create-production-list.ts'
import { updateProductionList } from '../update-production-list.ts'
import type { MutationResolvers } from './generated.ts'

export const Mutation: MutationResolvers = {
  projectManagementProductionListCreate: (_parent, args, context) =>
    createProductionList(context, args),

  projectManagementProductionListUpdate: (_parent, args, context) =>
    updateProductionList(context, args),
}
