import type { Sql } from '@takeoff/kit/postgres/database'
import type { ProviderName } from './vendor-reads.ts'

export interface NewVendorConnection {
  readonly vendorId: number
  readonly orgId: number
  readonly provider: ProviderName
  readonly accountNumber: string
  readonly branch: string | null
  readonly accessTokenSealed: string
  readonly connectedAt: Date
}

/** Connects a locked vendor, in place of the connection that it has. */
export async function saveVendorConnection(
  sql: Sql,
  { provider, ...connection }: NewVendorConnection,
): Promise<void> {
  const { vendorId, orgId, accountNumber, branch, accessTokenSealed, connectedAt } = connection
  await sql.query(
    `insert into vendor_connection (vendor_id, org_id, provider_identifier, account_number, branch,
       access_token_sealed, connected_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (vendor_id) do update set provider_identifier = excluded.provider_identifier,
       account_number = excluded.account_number, branch = excluded.branch,
       access_token_sealed = excluded.access_token_sealed, connected_at = excluded.connected_at`,
    [vendorId, orgId, provider.identifier, accountNumber, branch, accessTokenSealed, connectedAt],
  )
  await setProvider(sql, vendorId, { provider, at: connectedAt })
}

/** Takes the connection of a locked vendor away, and its access token with it. */
export async function deleteVendorConnection(sql: Sql, vendorId: number, at: Date): Promise<void> {
  await sql.query('delete from vendor_connection where vendor_id = $1', [vendorId])
  await setProvider(sql, vendorId, { provider: null, at })
}

async function setProvider(
  sql: Sql,
  vendorId: number,
  { provider, at }: { readonly provider: ProviderName | null; readonly at: Date },
): Promise<void> {
  await sql.query(
    `update vendor set provider_identifier = $2, provider_name = $3, updated_at = $4 where id = $1`,
    [vendorId, provider?.identifier ?? null, provider?.name ?? null, at],
  )
}
