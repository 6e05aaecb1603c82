import type { Sql } from '@takeoff/kit/postgres/database'
import type { Letterhead } from '../../domain/brand/letterhead.ts'

export interface LetterheadRow {
  readonly name: string
  readonly addressLines: readonly string[]
  readonly phone: string | null
  readonly email: string | null
  readonly website: string | null
  readonly accentColor: string | null
}

interface LogoRow {
  readonly logoType: 'png' | 'jpeg' | null
  readonly logo: Uint8Array | null
}

/** Columns of organization_profile that make a LetterheadRow. */
export const LETTERHEAD_COLUMNS = `name, address_lines as "addressLines", phone, email, website,
  accent_color as "accentColor"`

/** The content of the head of an organization's documents, including the logo. */
export async function findLetterhead(sql: Sql, orgId: number): Promise<Letterhead> {
  const [row] = await sql.query<LetterheadRow & LogoRow>(
    `select ${LETTERHEAD_COLUMNS}, logo_type as "logoType", logo
     from organization_profile where org_id = $1`,
    [orgId],
  )
  if (row === undefined) return { name: unnamed(orgId), addressLines: [] }
  const { name, addressLines, phone, email, website, accentColor, logoType, logo } = row
  return {
    name,
    addressLines,
    ...(phone !== null && { phone }),
    ...(email !== null && { email }),
    ...(website !== null && { website }),
    ...(accentColor !== null && { accentColor }),
    // Copied: the driver's bytes may share their memory with other responses.
    ...(logoType !== null &&
      logo !== null && { logo: { type: logoType, bytes: Uint8Array.from(logo) } }),
  }
}

/** The name of an organization that has not set one. */
export function unnamed(orgId: number): string {
  return `Organization ${orgId}`
}
