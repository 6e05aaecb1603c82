import { z } from 'zod'
import { integerId, shortText, uuid } from './identifiers.ts'

/** Readers must accept unknown states. */
export const orderDataSchema = z.object({
  orderId: uuid.describe('The order; also the id of the aggregate.'),
  state: shortText.describe('`placed`, `cancelled` or `replaced`: as the change left it.'),
  productionListId: integerId.describe('The material list that was ordered from.'),
  jobId: integerId.describe('The job of that list.'),
})
