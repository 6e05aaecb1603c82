import type { SalesOpportunityResolvers } from './generated.ts'

/** The list's row holds its sales opportunity and job too. */
export const SalesOpportunity: SalesOpportunityResolvers = {
  id: ({ salesOpportunityId }) => salesOpportunityId,
  job: ({ jobId, jobName }) => ({ id: jobId, name: jobName }),
}
