import { z } from 'zod'
import { parseContract } from './contract-error.ts'
import { integerId } from './identifiers.ts'

/** The name of the message, and its routing key. */
export const VENDOR_CHANGED = 'vendor.changed'

/** The internal route of order-documents that reads the vendors of all organizations. */
export const VENDOR_CHANGES_PATH = '/vendor-changes'

/** What production-lists keeps of a vendor. */
const copiedVendorSchema = z.object({
  id: integerId,
  orgId: integerId,
  vendorName: z.string(),
  archivedAt: z.iso.datetime().nullable().describe('Null while the vendor is in use.'),
  updatedAt: z.iso.datetime().describe('Grows with each change of the vendor.'),
})

export type CopiedVendor = z.infer<typeof copiedVendorSchema>

/**
 * A vendor as it is after a change. A message between services like an event, but never sent to subscribers: it has its
 * own queue, which production-lists consumes.
 */
const vendorChangeSchema = z.object({
  id: z.uuidv7().describe('Of the message.'),
  name: z.literal(VENDOR_CHANGED),
  version: z.literal(1).describe('Of the shape of this message.'),
  occurredAt: z.iso.datetime().describe('When it was committed, in UTC with milliseconds.'),
  orgId: integerId.describe('The organization of the vendor.'),
  trace: z.string().nullable().describe('`traceparent` (W3C Trace Context) of the request.'),
  vendor: copiedVendorSchema,
})

export type VendorChange = z.infer<typeof vendorChangeSchema>

/** A page of the route: the vendors that were changed since a time, in the order of their changes. */
const vendorChangesSchema = z.object({
  vendors: z.array(copiedVendorSchema),
  /** Query of the next page; null after the last one. */
  next: z.string().nullable(),
})

export type VendorChanges = z.infer<typeof vendorChangesSchema>

/**
 * Parses a message of another service. Unknown keys are dropped.
 * @throws ContractError naming each violation by its path
 */
export function parseVendorChange(json: unknown): VendorChange {
  return parseContract(vendorChangeSchema, 'the change of a vendor', json)
}

/**
 * Parses a page of the route.
 * @throws ContractError naming each violation by its path
 */
export function parseVendorChanges(json: unknown): VendorChanges {
  return parseContract(vendorChangesSchema, 'the changes of vendors', json)
}
