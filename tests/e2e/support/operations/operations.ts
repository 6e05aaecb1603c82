import { distributionOperations } from './distribution-orders.ts'
import { jobMutations, jobQueries } from './jobs.ts'
import { listMutations, listQueries } from './lists.ts'
import type { Operation } from './operation.ts'
import { orderOperations } from './orders.ts'
import { priceMutations, priceQueries } from './prices.ts'
import { templateOperations } from './templates.ts'
import { vendorOperations } from './vendors.ts'
import { webhookMutations, webhookQueries } from './webhooks.ts'

/** A row for every operation of the composed schema, in an order in which one organization can call them. */
export const operations: Readonly<Record<string, Operation>> = {
  ...listQueries,
  ...jobQueries,
  ...priceQueries,
  ...webhookQueries,
  ...listMutations,
  ...jobMutations,
  ...priceMutations,
  ...templateOperations,
  ...orderOperations,
  ...distributionOperations,
  ...vendorOperations,
  ...webhookMutations,
}
