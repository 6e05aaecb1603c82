import { z } from 'zod'
import { integerId } from './identifiers.ts'

/** Data of both list events; the aggregate's sequence is the list's version. */
export const productionListDataSchema = z.object({
  productionListId: integerId.describe('The material list; also the id of the aggregate.'),
  salesOpportunityId: integerId.describe('The sales opportunity of the job.'),
  jobId: integerId.describe('The job that the list is for.'),
})
