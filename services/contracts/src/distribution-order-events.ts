import { z } from 'zod'
import { integerId, uuid } from './identifiers.ts'

export const DISTRIBUTION_ORDER_STATE_CHANGED = 'distribution-order.state-changed'

/** `state` is one of draft, submitted, acknowledged, delivered, failed, cancelled. */
export const distributionOrderDataSchema = z.object({
  distributionOrderId: uuid,
  state: z.string().min(1),
  productionListId: integerId,
  jobId: integerId,
})

export type DistributionOrderData = z.infer<typeof distributionOrderDataSchema>
