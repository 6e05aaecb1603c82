import type { Sql } from '@takeoff/kit/database'

export interface OrganizationProfileInput {
  readonly orgId: number
  readonly name: string
  readonly addressLines: readonly string[]
  readonly phone: string | null
  readonly email: string | null
  readonly website: string | null
}

/** Writes the letterhead of an organization. */
export async function saveOrganizationProfile(
  sql: Sql,
  { orgId, name, addressLines, phone, email, website }: OrganizationProfileInput,
): Promise<void> {
  await sql.query(
    `insert into organization_profile (org_id, name, address_lines, phone, email, website)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (org_id) do update set name = excluded.name,
       address_lines = excluded.address_lines, phone = excluded.phone, email = excluded.email,
       website = excluded.website`,
    [orgId, name, addressLines, phone, email, website],
  )
}
