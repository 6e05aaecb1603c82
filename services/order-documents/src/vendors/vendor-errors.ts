import { BadUserInputError, NotFoundError } from '@takeoff/kit/errors'
import type { VendorRecord } from '../db/vendors/vendor-reads.ts'

export function unknownVendor(id: number): NotFoundError {
  return new NotFoundError(`There is no vendor ${id} in your organizations.`, 'id')
}

/**
 * Orders go to vendors that are in use.
 * @throws BadUserInputError naming the argument that names the vendor
 */
export function requireOrderable(
  { id, vendorName, archivedAt }: VendorRecord,
  argument: string,
): void {
  if (archivedAt === null) return
  throw new BadUserInputError(
    `Vendor ${id} "${vendorName}" is archived; restore it first (vendorRestore), or order from another one.`,
    argument,
  )
}
