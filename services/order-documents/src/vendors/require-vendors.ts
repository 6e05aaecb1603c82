import { NotFoundError } from '@takeoff/kit/errors'
import type { Sql } from '@takeoff/kit/database'
import { findVendors } from '../db/vendors/vendor-reads.ts'
import type { VendorRecord } from '../db/vendors/vendor-reads.ts'
import { requireOrderable } from './vendor-errors.ts'

/**
 * Vendors to order from, by id: only those of the list's own organization, whichever others the caller
 * belongs to.
 * @throws NotFoundError naming the argument
 * @throws BadUserInputError for a vendor that is archived
 */
export async function requireVendors(
  sql: Sql,
  orgId: number,
  ids: readonly number[],
  argument: string,
): Promise<ReadonlyMap<number, VendorRecord>> {
  const vendors = new Map(
    (await findVendors(sql, [orgId], ids)).map((vendor) => [vendor.id, vendor]),
  )
  const missing = ids.find((id) => !vendors.has(id))
  if (missing === undefined) {
    for (const vendor of vendors.values()) requireOrderable(vendor, argument)
    return vendors
  }
  throw new NotFoundError(
    `There is no vendor ${missing}. Give the id of a vendor of the list's organization.`,
    argument,
  )
}
