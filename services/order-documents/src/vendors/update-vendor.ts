import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../context.ts'
import { updateVendor as saveUpdate } from '../db/vendors/save-vendor.ts'
import type { VendorRecord } from '../db/vendors/vendor-reads.ts'
import { checkVendor } from '../domain/vendors/vendor-request.ts'
import type { VendorRequest } from '../domain/vendors/vendor-request.ts'
import { requireNoViolations } from '../require-no-violations.ts'
import { requireLockedVendor, requireVendor } from './require-vendor.ts'
import { warnOfNamesakes } from './warn-of-namesakes.ts'

export interface VendorChangeRequest {
  readonly id: number
  readonly vendor: VendorRequest
}

/**
 * Changes the details of a vendor; omitted fields stay as they are.
 * @throws NotFoundError for a vendor outside the caller's reach
 * @throws BadUserInputError with all violations of the change
 */
export async function updateVendor(
  context: Context,
  { id, vendor: request }: VendorChangeRequest,
): Promise<VendorRecord> {
  const { values, violations } = checkVendor(request)
  requireNoViolations(violations)
  const before = await context.database.transaction(async (sql) => {
    const current = await requireLockedVendor(sql, context, id)
    const changed = { ...current, ...values }
    if (!isDeepStrictEqual(changed, current)) {
      await saveUpdate(sql, id, { details: changed, at: context.now() })
    }
    return current
  })
  const vendor = await requireVendor(context, id)
  if (vendor.vendorName !== before.vendorName) await warnOfNamesakes(context, vendor)
  return vendor
}
