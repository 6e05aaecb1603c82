import type { Sql } from '@takeoff/kit/postgres/database'

export interface NewVendor {
  readonly orgId: number
  readonly vendorName: string
  readonly provider?: { readonly identifier: string; readonly name: string }
}

/** Adds a vendor and returns its id. */
export async function createVendor(
  database: Sql,
  { orgId, vendorName, provider }: NewVendor,
): Promise<number> {
  const [vendor] = await database.query<{ id: number }>(
    `insert into vendor (org_id, vendor_name, provider_identifier, provider_name, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now()) returning id`,
    [orgId, vendorName, provider?.identifier ?? null, provider?.name ?? null],
  )
  if (vendor === undefined) throw new Error('the vendor was not inserted')
  return vendor.id
}
