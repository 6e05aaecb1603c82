import { findProductionLists } from '../find-production-lists.ts'
import { readJob, readJobs } from '../jobs/read-jobs.ts'
import { readNewestProductionList, readProductionList } from '../read-production-lists.ts'
import type { QueryResolvers } from './generated.ts'
import { selects } from './selects.ts'

export const Query: QueryResolvers = {
  projectManagementProductionList: (_parent, args, context, info) =>
    readNewestProductionList(context, args, { items: selects(info, 'listItems') }),

  projectManagementProductionListById: (_parent, { id }, context, info) =>
    readProductionList(context, id, { items: selects(info, 'listItems') }),

  projectManagementProductionLists: (_parent, args, context, info) =>
    findProductionLists(context, args, { items: selects(info, 'nodes', 'listItems') }),

  job: (_parent, { id }, context) => readJob(context, id),

  jobs: (_parent, args, context) => readJobs(context, args),
}
