import { prepared } from '@takeoff/kit/postgres/database'
import type { Sql } from '@takeoff/kit/postgres/database'
import type { Page } from '@takeoff/kit/graphql/page'
import { searchWords, wordQuerySql } from '@takeoff/kit/postgres/word-search'
import type { VendorDetails } from '../../domain/vendors/vendor-request.ts'
import { vendorWordsSql } from './vendor.ts'

export interface VendorRecord extends VendorDetails {
  readonly id: number
  readonly orgId: number
  readonly provider: ProviderName | null
  /** Null when orders go to the vendor as documents only. */
  readonly connection: VendorConnectionRecord | null
  /** An archived vendor takes no new orders. */
  readonly archivedAt: Date | null
}

export interface ProviderName {
  readonly identifier: string
  readonly name: string
}

/** Without the access token, which is never shown again. */
export interface VendorConnectionRecord {
  readonly provider: ProviderName
  readonly accountNumber: string
  readonly branch: string | null
  readonly connectedAt: Date
}

export interface VendorColumns {
  readonly vendorId: number
  /** JSON of the rest. */
  readonly vendorJson: string
}

/** Columns of a vendor for statements that join it as `v`: a connection is found by its primary key. */
export const VENDOR_COLUMNS = `
  v.id as "vendorId", json_build_object(
    'orgId', v.org_id, 'vendorName', v.vendor_name, 'contactName', v.contact_name,
    'phone', v.phone, 'email', v.email, 'addressLines', v.address_lines,
    'accountNumber', v.account_number, 'archivedAt', v.archived_at,
    'provider', case when v.provider_identifier is not null then json_build_object(
      'identifier', v.provider_identifier, 'name', v.provider_name) end,
    'connection', (
      select json_build_object('accountNumber', c.account_number, 'branch', c.branch,
        'connectedAt', c.connected_at)
      from vendor_connection c where c.vendor_id = v.id))::text as "vendorJson"`

const SELECT_VENDOR = `select ${VENDOR_COLUMNS} from vendor v`

const SELECT_VENDORS = prepared(
  `${SELECT_VENDOR} where v.id = any($1::int[]) and v.org_id = any($2::int[])`,
)

export interface VendorFilter {
  readonly search?: string | null | undefined
  readonly includeArchived?: boolean | null | undefined
}

export async function findVendors(
  sql: Sql,
  orgIds: readonly number[],
  ids: readonly number[],
): Promise<VendorRecord[]> {
  return (await sql.query<VendorColumns>(SELECT_VENDORS, [ids, orgIds])).map(toVendor)
}

/** One vendor, locked until the transaction ends. */
export async function lockVendor(
  sql: Sql,
  orgIds: readonly number[],
  id: number,
): Promise<VendorRecord | undefined> {
  const [row] = await sql.query<VendorColumns>(
    `${SELECT_VENDOR} where v.id = $1 and v.org_id = any($2::int[]) for no key update of v`,
    [id, orgIds],
  )
  return row === undefined ? undefined : toVendor(row)
}

/** A page of an organization's vendors by id, with one row more than the page holds. */
export async function listVendors(
  sql: Sql,
  orgId: number,
  { search, includeArchived, page }: VendorFilter & { readonly page: Page<number> },
): Promise<VendorRecord[]> {
  const words = searchWords(search)
  const found = words === undefined ? '' : `and ${vendorWordsSql} @@ ${wordQuerySql('$1', '$5')}`
  const rows = await sql.query<VendorColumns>(
    `${SELECT_VENDOR} where v.org_id = $1 and v.id > $2 and ($4 or v.archived_at is null) ${found}
     order by v.id limit $3`,
    [
      orgId,
      page.after ?? 0,
      page.first + 1,
      includeArchived ?? false,
      ...(words === undefined ? [] : [words]),
    ],
  )
  return rows.map(toVendor)
}

/** The other vendors of the organization that have the name, however it is spelled; a few of them. */
export async function findNamesakes(
  sql: Sql,
  { id, orgId, vendorName }: Pick<VendorRecord, 'id' | 'orgId' | 'vendorName'>,
): Promise<number[]> {
  const rows = await sql.query<{ readonly id: number }>(
    `select id from vendor
     where org_id = $1 and lower(vendor_name) = lower($2) and id <> $3 order by id limit 5`,
    [orgId, vendorName, id],
  )
  return rows.map((row) => row.id)
}

export function toVendor({ vendorId, vendorJson }: VendorColumns): VendorRecord {
  const { archivedAt, connection, ...vendor } = JSON.parse(vendorJson) as VendorJson
  const { provider } = vendor
  return {
    ...vendor,
    id: vendorId,
    archivedAt: archivedAt === null ? null : new Date(archivedAt),
    connection:
      connection === null || provider === null
        ? null
        : { ...connection, provider, connectedAt: new Date(connection.connectedAt) },
  }
}

type VendorJson = Omit<VendorRecord, 'id' | 'archivedAt' | 'connection'> & {
  readonly archivedAt: string | null
  readonly connection:
    | (Omit<VendorConnectionRecord, 'provider' | 'connectedAt'> & { readonly connectedAt: string })
    | null
}
