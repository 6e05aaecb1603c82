import { BadUserInputError, NotFoundError } from '@takeoff/kit/values/errors'
import type { Sql } from '@takeoff/kit/postgres/database'
import { findVendors } from '../db/vendors/vendor-reads.ts'
import type { VendorRecord } from '../db/vendors/vendor-reads.ts'

/**
 * Vendors to order from, by id: only those of the list's own organization, whichever others the caller
 * belongs to.
 * @param argument the argument that names the vendor
 * @throws NotFoundError naming the argument
 * @throws BadUserInputError for a vendor that is archived
 */
export async function requireOrderableVendors(
  sql: Sql,
  orgId: number,
  ids: readonly number[],
  argument: string,
): Promise<ReadonlyMap<number, VendorRecord>> {
  const found = await findVendors(sql, [orgId], ids)
  const vendors = new Map(found.map((vendor) => [vendor.id, vendor]))
  for (const id of ids) requireOrderable(vendors.get(id), id, argument)
  return vendors
}

/** The same for one vendor. */
export async function requireOrderableVendor(
  sql: Sql,
  orgId: number,
  id: number,
  argument: string,
): Promise<VendorRecord> {
  const [vendor] = await findVendors(sql, [orgId], [id])
  return requireOrderable(vendor, id, argument)
}

function requireOrderable(
  vendor: VendorRecord | undefined,
  id: number,
  argument: string,
): VendorRecord {
  if (vendor === undefined)
    throw new NotFoundError(
      `There is no vendor ${id}. Give the id of a vendor of the list's organization.`,
      argument,
    )
  if (vendor.archivedAt === null) return vendor
  throw new BadUserInputError(
    `Vendor ${id} "${vendor.vendorName}" is archived; restore it first (vendorRestore), or order from another one.`,
    argument,
  )
}
