import { z } from 'zod'
import { integerId } from './identifiers.ts'

export const PRODUCTION_LIST_CREATED = 'production-list.created'
export const PRODUCTION_LIST_UPDATED = 'production-list.updated'

/** What both list events say; the aggregate's sequence is the list's version. */
export const productionListDataSchema = z.object({
  productionListId: integerId,
  salesOpportunityId: integerId,
  jobId: integerId,
})

export type ProductionListData = z.infer<typeof productionListDataSchema>
