import { z } from 'zod'
import { integerId, uuid } from './identifiers.ts'

export const ORDER_DOCUMENT_STATE_CHANGED = 'order-document.state-changed'

/** `state` is one of pending, complete, failed; readers must accept words they do not know. */
export const orderDocumentDataSchema = z.object({
  orderDocumentId: uuid,
  state: z.string().min(1),
  productionListId: integerId,
  jobId: integerId,
})

export type OrderDocumentData = z.infer<typeof orderDocumentDataSchema>
