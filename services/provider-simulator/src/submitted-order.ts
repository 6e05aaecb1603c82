import { z } from 'zod'

/** What is read of an order; the rest of it is taken and forgotten. */
export const submittedOrderSchema = z.object({
  clientOrderId: z.uuid(),
  accountNumber: z.string(),
  purchaseOrderNumber: z.string().nullable(),
  lines: z
    .array(z.object({ lineId: z.string(), name: z.string(), quantity: z.string() }))
    .nonempty(),
})

export type SubmittedOrder = z.infer<typeof submittedOrderSchema>
