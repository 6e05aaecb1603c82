import type { Sql } from '@takeoff/kit/postgres/database'
import type { VendorDetails } from '../../domain/vendors/vendor-request.ts'
import type { VendorRecord } from './vendor-reads.ts'

/** @returns the new vendor's id */
export async function insertVendor(
  sql: Sql,
  { orgId, details, at }: { orgId: number; details: VendorDetails; at: Date },
): Promise<number> {
  const [row] = await sql.query<{ readonly id: number }>(
    `insert into vendor (org_id, vendor_name, contact_name, phone, email, address_lines,
       account_number, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning id`,
    [orgId, ...valuesOf(details), at],
  )
  if (row === undefined) throw new Error('a vendor was inserted without an id')
  return row.id
}

/** Writes the current details of a locked vendor. */
export async function updateVendor(
  sql: Sql,
  id: number,
  { details, at }: { readonly details: VendorDetails; readonly at: Date },
): Promise<void> {
  await sql.query(
    `update vendor set vendor_name = $2, contact_name = $3, phone = $4, email = $5,
       address_lines = $6, account_number = $7, updated_at = $8
     where id = $1`,
    [id, ...valuesOf(details), at],
  )
}

/** Archives a locked vendor, or restores it with `archivedAt: null`. */
export async function setArchived(
  sql: Sql,
  id: number,
  { archivedAt, at }: { readonly archivedAt: Date | null; readonly at: Date },
): Promise<void> {
  await sql.query('update vendor set archived_at = $2, updated_at = $3 where id = $1', [
    id,
    archivedAt,
    at,
  ])
}

/** Adds a vendor under an id of its own; one that is there already stays as it is. */
export async function addVendor(
  sql: Sql,
  {
    id,
    orgId,
    provider,
    ...details
  }: VendorDetails & Pick<VendorRecord, 'id' | 'orgId' | 'provider'>,
): Promise<void> {
  await sql.query(
    `insert into vendor (id, org_id, vendor_name, contact_name, phone, email, address_lines,
       account_number, provider_identifier, provider_name, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now())
     on conflict (id) do nothing`,
    [id, orgId, ...valuesOf(details), provider?.identifier ?? null, provider?.name ?? null],
  )
  // The sequence must not return the given ids again.
  await sql.query(
    `select setval(pg_get_serial_sequence('vendor', 'id'), (select max(id) from vendor))`,
  )
}

function valuesOf(details: VendorDetails): unknown[] {
  const { vendorName, contactName, phone, email, addressLines, accountNumber } = details
  return [vendorName, contactName, phone, email, addressLines, accountNumber]
}
