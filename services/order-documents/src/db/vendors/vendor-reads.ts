import type { Sql } from '@takeoff/kit/database'

export interface VendorRecord {
  readonly id: number
  readonly orgId: number
  readonly vendorName: string
  readonly provider: { readonly identifier: string; readonly name: string } | null
}

export interface VendorColumns {
  readonly vendorId: number
  readonly vendorOrgId: number
  readonly vendorName: string
  readonly providerIdentifier: string | null
  readonly providerName: string | null
}

/** Columns of a vendor for statements that join it as `v`. */
export const VENDOR_COLUMNS = `
  v.id as "vendorId", v.org_id as "vendorOrgId", v.vendor_name as "vendorName",
  v.provider_identifier as "providerIdentifier", v.provider_name as "providerName"`

export async function findVendors(
  sql: Sql,
  orgIds: readonly number[],
  ids: readonly number[],
): Promise<VendorRecord[]> {
  const rows = await sql.query<VendorColumns>(
    `select ${VENDOR_COLUMNS} from vendor v
     where v.id = any($1::int[]) and v.org_id = any($2::int[])`,
    [ids, orgIds],
  )
  return rows.map(toVendor)
}

export function toVendor(row: VendorColumns): VendorRecord {
  const { providerIdentifier: identifier, providerName: name } = row
  const provider = identifier === null || name === null ? null : { identifier, name }
  return { id: row.vendorId, orgId: row.vendorOrgId, vendorName: row.vendorName, provider }
}
