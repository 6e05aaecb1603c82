import { z } from 'zod'

/** The fields of an order that the simulator reads; all others are accepted and ignored. */
export const submittedOrderSchema = z.object({
  clientOrderId: z.uuid(),
  accountNumber: z.string(),
  purchaseOrderNumber: z.string().nullable(),
  lines: z
    .array(z.object({ lineId: z.string(), name: z.string(), quantity: z.string() }))
    .nonempty(),
})

export type SubmittedOrder = z.infer<typeof submittedOrderSchema>
