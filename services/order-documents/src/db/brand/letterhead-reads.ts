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

/** What the head of an organization's documents shows, logo and all. */
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
    // Bytes of their own: those of the driver may share their memory with other answers.
    ...(logoType !== null &&
      logo !== null && { logo: { type: logoType, bytes: Uint8Array.from(logo) } }),
  }
}

/** What an organization that gave no name goes by. */
export function unnamed(orgId: number): string {
  return `Organization ${orgId}`
}
