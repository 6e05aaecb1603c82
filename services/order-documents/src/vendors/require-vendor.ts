import { NotFoundError } from '@takeoff/kit/values/errors'
import type { Sql } from '@takeoff/kit/postgres/database'
import type { Context } from '../context.ts'
import { findVendors, lockVendor } from '../db/vendors/vendor-reads.ts'
import type { VendorRecord } from '../db/vendors/vendor-reads.ts'

/**
 * A vendor as it stands after a mutation.
 * @throws NotFoundError for one outside the caller's reach
 */
export async function requireVendor(
  { database, caller }: Context,
  id: number,
): Promise<VendorRecord> {
  const [vendor] = await findVendors(database, caller.orgIds, [id])
  if (vendor === undefined) throw unknownVendor(id)
  return vendor
}

/**
 * Locks a vendor until the transaction ends.
 * @throws NotFoundError for one outside the caller's reach
 */
export async function requireLockedVendor(
  sql: Sql,
  { caller }: Context,
  id: number,
): Promise<VendorRecord> {
  const vendor = await lockVendor(sql, caller.orgIds, id)
  if (vendor === undefined) throw unknownVendor(id)
  return vendor
}

function unknownVendor(id: number): NotFoundError {
  return new NotFoundError(`There is no vendor ${id} in your organizations.`, 'id')
}
