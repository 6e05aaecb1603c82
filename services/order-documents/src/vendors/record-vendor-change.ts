import { VENDOR_CHANGED } from '@takeoff/contracts/vendor-changes'
import { insertOutbox } from '@takeoff/kit/events/outbox'
import type { Transaction } from '@takeoff/kit/postgres/sql'
import { newUuid } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { toCopiedVendor } from '../db/vendors/vendor-changes.ts'
import type { Vendor } from '../db/vendors/vendor.ts'

/** Tells production-lists of a vendor as it is now, if the transaction commits. */
export async function recordVendorChange(
  sql: Transaction,
  { traceparent }: Pick<Context, 'traceparent'>,
  vendor: Vendor,
): Promise<void> {
  const now = new Date()
  await insertOutbox(sql, {
    id: newUuid(now),
    name: VENDOR_CHANGED,
    version: 1,
    occurredAt: now.toISOString(),
    orgId: vendor.orgId,
    trace: traceparent ?? null,
    vendor: toCopiedVendor(vendor),
  })
}
