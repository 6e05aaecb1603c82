import { defineEntity, p } from '@mikro-orm/core'
import { TextArray } from '@takeoff/kit/postgres/text-array'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'
import { wordsSql } from '@takeoff/kit/postgres/word-search'
import { EMAIL_LENGTH_MAX, PHONE_LENGTH_MAX } from '../../domain/contact-limits.ts'
import {
  ACCOUNT_NUMBER_LENGTH_MAX,
  CONTACT_NAME_LENGTH_MAX,
} from '../../domain/vendors/vendor-request.ts'

/** The words that a search for vendors matches. */
export const vendorWordsSql = wordsSql('org_id', ['vendor_name', 'contact_name', 'account_number'])

export const VendorSchema = defineEntity({
  name: 'Vendor',
  tableName: 'vendor',
  filters: organizationFilter,
  properties: {
    id: p.integer().primary().autoincrement(),
    orgId: p.integer(),
    vendorName: p.text(),
    /** The provider of the connection; null without one. */
    providerIdentifier: p.text().nullable(),
    providerName: p.text().nullable(),
    contactName: p.string().length(CONTACT_NAME_LENGTH_MAX).nullable(),
    phone: p.string().length(PHONE_LENGTH_MAX).nullable(),
    email: p.string().length(EMAIL_LENGTH_MAX).nullable(),
    addressLines: p.type(TextArray).defaultRaw(`'{}'`),
    accountNumber: p.string().length(ACCOUNT_NUMBER_LENGTH_MAX).nullable(),
    archivedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
    updatedAt: p.datetime(3).onCreate(() => new Date()),
  },
  // The name is not unique: two branches of one supplier may have it.
  indexes: [
    { name: 'vendor_org_id_index', properties: ['orgId', 'id'] },
    { name: 'vendor_org_id_updated_at_index', properties: ['orgId', 'updatedAt', 'id'] },
    { name: 'vendor_updated_at_id_index', properties: ['updatedAt', 'id'] },
    {
      name: 'vendor_name_index',
      expression: 'create index vendor_name_index on vendor (org_id, lower(vendor_name))',
    },
    {
      name: 'vendor_search_index',
      expression: `create index vendor_search_index on vendor using gin (${vendorWordsSql})`,
    },
  ],
  checks: [
    { name: 'vendor_name_check', expression: "vendor_name <> ''" },
    {
      name: 'vendor_provider_check',
      expression: '(provider_identifier is null) = (provider_name is null)',
    },
  ],
})

/** A vendor of an organization. The provider is set when the vendor accepts orders online. */
export class Vendor extends VendorSchema.class {}
VendorSchema.setClass(Vendor)
