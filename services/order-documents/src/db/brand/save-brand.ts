import type { Sql, Transaction } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { BrandDetails } from '../../domain/brand/brand-request.ts'
import { toBrand } from './brand-reads.ts'
import type { BrandRecord } from './brand-reads.ts'
import { statement } from '../statements.ts'
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

const insertProfile = statement((db, $: Params<ReturnType<typeof profileOf>>) =>
  db
    .insertInto('organizationProfile')
    .values({
      orgId: $.orgId,
      name: $.name,
      addressLines: $.addressLines,
      phone: $.phone,
      email: $.email,
      website: $.website,
      accentColor: $.accentColor,
      logo: $.logo,
      logoType: $.logoType,
      logoWidth: $.logoWidth,
      logoHeight: $.logoHeight,
      updatedAt: $.updatedAt,
    })
    .onConflict((conflict) => conflict.column('orgId').doNothing()),
)

/** Adds the brand of an organization that has none yet; documents follow the general defaults. */
export function addBrand(sql: Sql, orgId: number, brand: GivenBrand): Promise<void> {
  return sql.run(insertProfile, profileOf(orgId, brand))
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
