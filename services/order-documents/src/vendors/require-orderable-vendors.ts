import { BadUserInputError, NotFoundError } from '@takeoff/kit/values/errors'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { findVendors } from '../db/vendors/vendor-reads.ts'
import type { VendorRecord } from '../db/vendors/vendor-reads.ts'

/** The argument of a call that names a vendor. */
export interface VendorArgument {
  readonly argument: string
  /** The vendor that it names; undefined when it was left out, and the list's items are tied to the vendors. */
  readonly vendorId: number | undefined
}

/**
 * Requires vendors of the list's own organization, whichever others the caller belongs to.
 * @throws NotFoundError naming the argument
 * @throws BadUserInputError for a vendor that is archived
 */
export async function requireOrderableVendors(
  sql: Sql,
  orgId: number,
  ids: readonly number[],
  named: VendorArgument,
): Promise<void> {
  const found = await findVendors(sql, [orgId], ids)
  const vendors = new Map(found.map((vendor) => [vendor.id, vendor]))
  for (const id of ids) requireOrderable(vendors.get(id), id, named)
}

/** The same for one vendor, which is returned. */
export async function requireOrderableVendor(
  sql: Sql,
  orgId: number,
  id: number,
  named: VendorArgument,
): Promise<VendorRecord> {
  const [vendor] = await findVendors(sql, [orgId], [id])
  return requireOrderable(vendor, id, named)
}

function requireOrderable(
  vendor: VendorRecord | undefined,
  id: number,
  { argument, vendorId }: VendorArgument,
): VendorRecord {
  if (vendor === undefined)
    throw new NotFoundError(
      `There is no vendor ${id}. Give the id of a vendor of the list's organization.`,
      argument,
    )
  if (vendor.archivedAt === null) return vendor
  const [origin, choice] =
    vendorId === id
      ? ['', 'order from another one']
      : [', and items of the list are tied to it', 'tie them to another one']
  throw new BadUserInputError(
    `Vendor ${id} "${vendor.vendorName}" is archived${origin}; restore it first (vendorRestore), or ${choice}.`,
    argument,
  )
}
