import { changesOf, insertAudit } from '@takeoff/kit/events/audit'
import { timeOfChange } from '@takeoff/kit/values/time-of-change'
import { violationsError } from '@takeoff/kit/values/violations'
import type { Context } from '../context.ts'
import type { VendorRecord } from '../db/vendors/vendor-reads.ts'
import { checkVendor } from '../domain/vendors/vendor-request.ts'
import type { VendorRequest } from '../domain/vendors/vendor-request.ts'
import { recordVendorChange } from './record-vendor-change.ts'
import { requireLockedVendor, requireVendor } from './require-vendor.ts'
import { warnOfNamesakes } from './warn-of-namesakes.ts'

export interface VendorChangeRequest {
  readonly id: number
  readonly vendor: VendorRequest
}

/**
 * Changes the details of a vendor; omitted fields stay as they are.
 * @throws NotFoundError for a vendor outside the caller's organizations
 * @throws BadUserInputError with all violations of the change
 */
export async function updateVendor(
  context: Context,
  { id, vendor: request }: VendorChangeRequest,
): Promise<VendorRecord> {
  const { values, violations } = checkVendor(request)
  if (violations.length > 0) throw violationsError(violations)
  const oldName = await context.database.transaction(async (sql) => {
    const vendor = await requireLockedVendor(sql, context, id)
    const { vendorName, orgId } = vendor
    const changes = changesOf(vendor, values)
    if (Object.keys(changes).length === 0) return vendorName
    Object.assign(vendor, values)
    vendor.updatedAt = timeOfChange(vendor, context.now())
    if (vendor.vendorName !== vendorName) await recordVendorChange(sql, context, vendor)
    const target = { type: 'vendor' as const, id }
    await insertAudit(sql, context, { orgId, operation: 'vendorUpdate', target, changes })
    return vendorName
  })
  const vendor = await requireVendor(context, id)
  if (vendor.vendorName !== oldName) await warnOfNamesakes(context, vendor)
  return vendor
}
