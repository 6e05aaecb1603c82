import type { Sql } from '@takeoff/kit/postgres/database'
import type { DocumentDefaults } from '../../domain/documents/document-options.ts'
import { DEFAULTS_COLUMNS, toDefaults } from './document-defaults.ts'
import type { DefaultsRow } from './document-defaults.ts'
import { LETTERHEAD_COLUMNS, unnamed } from './letterhead-reads.ts'
import type { LetterheadRow } from './letterhead-reads.ts'

/** A brand without the bytes of its logo: the parent of the OrganizationBrand resolvers. */
export interface BrandRecord extends DocumentDefaults {
  readonly orgId: number
  readonly name: string
  readonly addressLines: readonly string[]
  readonly phone: string | null
  readonly email: string | null
  readonly website: string | null
  readonly accentColor: string | null
  readonly logo: LogoRecord | null
  /** Null while the organization has not set its brand. */
  readonly updatedAt: Date | null
}

export interface LogoRecord {
  readonly contentType: string
  readonly width: number
  readonly height: number
  readonly byteSize: number
}

export interface BrandRow extends LetterheadRow, DefaultsRow {
  readonly logoType: 'png' | 'jpeg' | null
  readonly logoWidth: number
  readonly logoHeight: number
  readonly logoByteSize: number
  readonly updatedAt: string
}

/** Columns of organization_profile that make a BrandRow. */
export const BRAND_COLUMNS = `${LETTERHEAD_COLUMNS}, ${DEFAULTS_COLUMNS}, logo_type as "logoType",
  logo_width as "logoWidth", logo_height as "logoHeight", octet_length(logo) as "logoByteSize",
  updated_at as "updatedAt"`

/** The brand of an organization; the defaults where none was set. */
export async function findBrand(sql: Sql, orgId: number): Promise<BrandRecord> {
  const [row] = await sql.query<BrandRow>(
    `select ${BRAND_COLUMNS} from organization_profile where org_id = $1`,
    [orgId],
  )
  return toBrand(orgId, row)
}

export function toBrand(orgId: number, row: BrandRow | undefined): BrandRecord {
  return {
    orgId,
    name: row?.name ?? unnamed(orgId),
    addressLines: row?.addressLines ?? [],
    phone: row?.phone ?? null,
    email: row?.email ?? null,
    website: row?.website ?? null,
    accentColor: row?.accentColor ?? null,
    logo: row === undefined ? null : toLogo(row),
    ...toDefaults(row),
    updatedAt: row === undefined ? null : new Date(row.updatedAt),
  }
}

function toLogo({ logoType, logoWidth, logoHeight, logoByteSize }: BrandRow): LogoRecord | null {
  if (logoType === null) return null
  const contentType = `image/${logoType}`
  return { contentType, width: logoWidth, height: logoHeight, byteSize: logoByteSize }
}
