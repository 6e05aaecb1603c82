import { z } from 'zod'
import { integerId, shortText, uuid } from './identifiers.ts'

/** Readers must accept unknown states. */
export const distributionOrderDataSchema = z.object({
  distributionOrderId: uuid.describe('The order at the supplier; also the id of the aggregate.'),
  state: shortText.describe(
    '`draft`, `submitted`, `acknowledged`, `delivered`, `failed` or `cancelled`.',
  ),
  productionListId: integerId.describe('The material list that was ordered from.'),
  jobId: integerId.describe('The job of that list.'),
})
