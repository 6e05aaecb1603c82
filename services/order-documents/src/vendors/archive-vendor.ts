import { changesOf, insertAudit } from '@takeoff/kit/events/audit'
import { timeOfChange } from '@takeoff/kit/values/time-of-change'
import type { Context } from '../context.ts'
import type { VendorRecord } from '../db/vendors/vendor-reads.ts'
import { recordVendorChange } from './record-vendor-change.ts'
import { requireLockedVendor, requireVendor } from './require-vendor.ts'

/**
 * Archives or restores a vendor. An archived one is closed to new orders; existing orders, and its name on list items,
 * stay as they are.
 * @throws NotFoundError for a vendor outside the caller's organizations
 */
export async function archiveVendor(
  context: Context,
  id: number,
  { isArchived }: { readonly isArchived: boolean },
): Promise<VendorRecord> {
  await context.database.transaction(async (sql) => {
    const vendor = await requireLockedVendor(sql, context, id)
    if ((vendor.archivedAt !== null) === isArchived) return
    vendor.updatedAt = timeOfChange(vendor, context.now())
    vendor.archivedAt = isArchived ? context.now() : null
    await recordVendorChange(sql, context, vendor)
    await insertAudit(sql, context, {
      orgId: vendor.orgId,
      operation: isArchived ? 'vendorArchive' : 'vendorRestore',
      target: { type: 'vendor', id },
      changes: changesOf({ isArchived: !isArchived }, { isArchived }),
    })
  })
  return requireVendor(context, id)
}
