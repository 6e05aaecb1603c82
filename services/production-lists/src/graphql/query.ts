import { findProductionLists } from '../find-production-lists.ts'
import { readJob, readJobs } from '../jobs/read-jobs.ts'
import { readNewestProductionList, readProductionList } from '../read-production-lists.ts'
import type { QueryResolvers } from './generated.ts'

export const Query: QueryResolvers = {
  projectManagementProductionList: (_parent, args, context) =>
    readNewestProductionList(context, args),

  projectManagementProductionListById: (_parent, { id }, context) =>
    readProductionList(context, id),

  projectManagementProductionLists: (_parent, args, context) => findProductionLists(context, args),

  job: (_parent, { id }, context) => readJob(context, id),

  jobs: (_parent, args, context) => readJobs(context, args),
}
