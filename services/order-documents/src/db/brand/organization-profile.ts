import { defineEntity, p } from '@mikro-orm/core'
import { TextArray } from '@takeoff/kit/postgres/text-array'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'
import type { CsvPreset, Language, Paper } from '../../domain/documents/document-options.ts'

export const OrganizationProfileSchema = defineEntity({
  name: 'OrganizationProfile',
  tableName: 'organization_profile',
  filters: organizationFilter,
  properties: {
    orgId: p.integer().primary().autoincrement(false),
    name: p.text(),
    addressLines: p.type(TextArray),
    phone: p.text().nullable(),
    email: p.text().nullable(),
    website: p.text().nullable(),
    /** #rrggbb. */
    accentColor: p.string().length(7).nullable(),
    /** As it was uploaded: at most 256 KB, so it need not leave the row. */
    logo: p.blob().nullable(),
    logoType: p.string().length(4).$type<'png' | 'jpeg'>().nullable(),
    logoWidth: p.integer().nullable(),
    logoHeight: p.integer().nullable(),
    /** For orders that do not specify it; null: the general default. */
    language: p.string().length(2).$type<Language>().nullable(),
    paper: p.string().length(6).$type<Paper>().nullable(),
    csvPreset: p.string().length(20).$type<CsvPreset>().nullable(),
    /** Of the dates of documents, such as `America/Chicago`; null for UTC. */
    timeZone: p.string().length(64).nullable(),
    updatedAt: p.datetime(3),
  },
  checks: [
    { name: 'organization_profile_name_check', expression: "name <> ''" },
    {
      name: 'organization_profile_logo_check',
      expression: 'num_nulls(logo, logo_type, logo_width, logo_height) in (0, 4)',
    },
    { name: 'organization_profile_logo_type_check', expression: "logo_type in ('png', 'jpeg')" },
  ],
})

/** The appearance of an organization's documents. */
export class OrganizationProfile extends OrganizationProfileSchema.class {}
OrganizationProfileSchema.setClass(OrganizationProfile)
