import { readNewestProductionList, readProductionList } from '../read-production-lists.ts'
import type { QueryResolvers } from './generated.ts'

export const Query: QueryResolvers = {
  projectManagementProductionList: (_parent, args, context) =>
    readNewestProductionList(context, args),

  projectManagementProductionListById: (_parent, { id }, context) =>
    readProductionList(context, id),
}
