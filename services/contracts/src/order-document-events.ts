import { z } from 'zod'
import { integerId, shortText, uuid } from './identifiers.ts'

/** Readers must accept unknown states. */
export const orderDocumentDataSchema = z.object({
  orderDocumentId: uuid.describe('The document; also the id of the aggregate.'),
  state: shortText.describe('`complete` or `failed`.'),
  productionListId: integerId.describe('The material list that was ordered from.'),
  jobId: integerId.describe('The job of that list.'),
})
