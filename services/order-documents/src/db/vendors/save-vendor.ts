import type { Sql } from '@takeoff/kit/database'
import type { VendorRecord } from './vendor-reads.ts'

/** Writes a vendor under its id. */
export async function saveVendor(
  sql: Sql,
  { id, orgId, vendorName, provider }: VendorRecord & { readonly orgId: number },
): Promise<void> {
  await sql.query(
    `insert into vendor (id, org_id, vendor_name, provider_identifier, provider_name)
     values ($1, $2, $3, $4, $5)
     on conflict (id) do update set org_id = excluded.org_id, vendor_name = excluded.vendor_name,
       provider_identifier = excluded.provider_identifier, provider_name = excluded.provider_name`,
    [id, orgId, vendorName, provider?.identifier ?? null, provider?.name ?? null],
  )
  // Ids that were given must not be handed out again.
  await sql.query(
    `select setval(pg_get_serial_sequence('vendor', 'id'), (select max(id) from vendor))`,
  )
}
