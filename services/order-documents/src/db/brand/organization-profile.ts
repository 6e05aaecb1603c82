import { defineEntity, p } from '@mikro-orm/core'

const OrganizationProfileSchema = defineEntity({
  name: 'OrganizationProfile',
  tableName: 'organization_profile',
  properties: {
    orgId: p.integer().primary().autoincrement(false),
    name: p.text(),
    addressLines: p.array(),
    phone: p.text().nullable(),
    email: p.text().nullable(),
    website: p.text().nullable(),
  },
  checks: [{ name: 'organization_profile_name_check', expression: "name <> ''" }],
})

/** What the letterhead of an organization's documents shows. */
export class OrganizationProfile extends OrganizationProfileSchema.class {}
OrganizationProfileSchema.setClass(OrganizationProfile)
