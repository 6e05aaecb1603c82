import type { SalesOpportunityResolvers } from './generated.ts'

/** The parent is the list's row, which contains the columns of its sales opportunity and job. */
export const SalesOpportunity: SalesOpportunityResolvers = {
  id: ({ salesOpportunityId }) => salesOpportunityId,
  job: ({ jobId, jobName }) => ({ id: jobId, name: jobName }),
}
