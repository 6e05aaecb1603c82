import type { Database } from '@takeoff/kit/database'
import { Vendor } from '../db/vendors/vendor.ts'

export interface NewVendor {
  readonly orgId: number
  readonly vendorName: string
  readonly provider?: { readonly identifier: string; readonly name: string }
}

/** Adds a vendor and returns its id. */
export async function createVendor(
  database: Database,
  { orgId, vendorName, provider }: NewVendor,
): Promise<number> {
  const em = database.em()
  const vendor = em.create(Vendor, {
    orgId,
    vendorName,
    providerIdentifier: provider?.identifier ?? null,
    providerName: provider?.name ?? null,
  })
  await em.persist(vendor).flush()
  return vendor.id
}
