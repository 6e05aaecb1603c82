import { VENDOR_CHANGED } from '@takeoff/contracts/vendor-changes'
import { insertOutbox } from '@takeoff/kit/events/outbox'
import type { Transaction } from '@takeoff/kit/postgres/database'
import { newUuid } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { toCopiedVendor } from '../db/vendors/vendor-changes.ts'
import type { Vendor } from '../db/vendors/vendor.ts'

/**
 * Later than the change before, also when the clock of this process is behind: a copy keeps the version with the
 * latest time.
 */
export function timeOfChange({ now }: Pick<Context, 'now'>, { updatedAt }: Vendor): Date {
  return new Date(Math.max(now().getTime(), updatedAt.getTime() + 1))
}

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
