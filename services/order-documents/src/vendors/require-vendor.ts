import { LockMode } from '@mikro-orm/core'
import { NotFoundError } from '@takeoff/kit/values/errors'
import type { Transaction } from '@takeoff/kit/postgres/sql'
import type { Context } from '../context.ts'
import { findVendors } from '../db/vendors/vendor-reads.ts'
import type { VendorRecord } from '../db/vendors/vendor-reads.ts'
import { Vendor } from '../db/vendors/vendor.ts'

/**
 * A vendor as it is after a mutation.
 * @throws NotFoundError for one outside the caller's organizations
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
 * Locks a vendor until the transaction ends, which writes its changes.
 * @throws NotFoundError for one outside the caller's organizations
 */
export async function requireLockedVendor(
  sql: Transaction,
  { caller }: Context,
  id: number,
): Promise<Vendor> {
  const entities = sql.entitiesOf(caller.orgIds)
  const vendor = await entities.findOne(Vendor, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (vendor === null) throw unknownVendor(id)
  return vendor
}

function unknownVendor(id: number): NotFoundError {
  return new NotFoundError(
    `There is no vendor ${id} in your organizations. Give the id of a vendor.`,
    'id',
  )
}
