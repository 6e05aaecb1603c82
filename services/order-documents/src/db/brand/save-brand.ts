import type { Transaction } from '@takeoff/kit/postgres/sql'
import type { BrandDetails } from '../../domain/brand/brand-request.ts'
import { toBrand } from './brand-reads.ts'
import type { BrandRecord } from './brand-reads.ts'
import { unnamed } from './letterhead-reads.ts'
import { OrganizationProfile } from './organization-profile.ts'

interface GivenBrand {
  readonly details: Partial<BrandDetails>
  readonly at: Date
}

/**
 * Writes the given fields of a brand and keeps the others. One statement, so that neither of two
 * concurrent changes undoes the other.
 */
export async function saveBrand(
  sql: Pick<Transaction, 'entitiesOf'>,
  orgId: number,
  brand: GivenBrand,
): Promise<BrandRecord> {
  const onlyOfNew = (['name', 'addressLines'] as const).filter((name) => !(name in brand.details))
  const saved = await sql
    .entitiesOf([orgId])
    .upsert(OrganizationProfile, profileOf(orgId, brand), { onConflictExcludeFields: onlyOfNew })
  return toBrand(orgId, saved, saved.logo?.byteLength)
}

function profileOf(orgId: number, { details, at }: GivenBrand) {
  const { logo, addressLines = [], ...given } = details
  return {
    orgId,
    name: unnamed(orgId),
    ...given,
    addressLines: [...addressLines],
    ...(logo !== undefined && {
      logo: logo?.bytes ?? null,
      logoType: logo?.type ?? null,
      logoWidth: logo?.width ?? null,
      logoHeight: logo?.height ?? null,
    }),
    updatedAt: at,
  }
}
