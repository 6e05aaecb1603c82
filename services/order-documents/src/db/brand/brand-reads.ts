import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { int4, nothing, nullable } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { BrandDetails } from '../../domain/brand/brand-request.ts'
import type { DocumentDefaults } from '../../domain/documents/document-options.ts'
import { plainStatement, statement } from '../statements.ts'
import { defaultsColumns, toDefaults } from './document-defaults.ts'
import { letterheadColumns, unnamed } from './letterhead-reads.ts'
import type { OrganizationProfile } from './organization-profile.ts'

/** A brand without the bytes of its logo: the parent of the OrganizationBrand resolvers. */
export interface BrandRecord
  extends DocumentDefaults, Omit<BrandDetails, keyof DocumentDefaults | 'logo'> {
  readonly orgId: number
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

type BrandRow = Omit<OrganizationProfile, 'orgId' | 'logo'>

const selectBrand = statement((db, $: Params<{ readonly orgId: number }>) =>
  db
    .selectFrom('organizationProfile')
    .where('orgId', '=', $.orgId)
    .select([...letterheadColumns, ...defaultsColumns])
    .select(['logoType', 'logoWidth', 'logoHeight', 'updatedAt'])
    .select((eb) => column('logoByteSize', nullable(int4), eb.fn('octet_length', ['logo']))),
)

/** An arbitrary number that no other kind of advisory lock of this database uses. */
const BRAND_LOCK = 2

const lockOrganization = plainStatement(
  nothing,
  ($: Params<{ readonly orgId: number }>) =>
    raw`select pg_advisory_xact_lock(${BRAND_LOCK}, ${$.orgId})`,
)

/** Until the transaction ends, other calls cannot change the brand of the organization, nor set its first one. */
export function lockBrand(sql: Sql, orgId: number): Promise<void> {
  return sql.run(lockOrganization, { orgId })
}

/** The brand of an organization; the defaults where none was set. */
export async function findBrand(sql: Sql, orgId: number): Promise<BrandRecord> {
  const row = await sql.row(selectBrand, { orgId })
  return toBrand(orgId, row, row?.logoByteSize)
}

export function toBrand(
  orgId: number,
  row: BrandRow | undefined,
  logoByteSize: number | null | undefined,
): BrandRecord {
  return {
    orgId,
    name: row?.name ?? unnamed(orgId),
    addressLines: row?.addressLines ?? [],
    phone: row?.phone ?? null,
    email: row?.email ?? null,
    website: row?.website ?? null,
    accentColor: row?.accentColor ?? null,
    timeZone: row?.timeZone ?? null,
    logo: toLogo(row, logoByteSize),
    ...toDefaults(row),
    updatedAt: row?.updatedAt ?? null,
  }
}

function toLogo(row: BrandRow | undefined, byteSize: number | null | undefined): LogoRecord | null {
  if (!row?.logoType || !row.logoWidth || !row.logoHeight || !byteSize) return null
  const { logoType, logoWidth: width, logoHeight: height } = row
  return { contentType: `image/${logoType}`, width, height, byteSize }
}
