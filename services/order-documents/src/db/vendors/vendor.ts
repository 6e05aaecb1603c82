import { defineEntity, p } from '@mikro-orm/core'

const VendorSchema = defineEntity({
  name: 'Vendor',
  tableName: 'vendor',
  properties: {
    id: p.integer().primary(),
    orgId: p.integer(),
    vendorName: p.text(),
    providerIdentifier: p.text().nullable(),
    providerName: p.text().nullable(),
  },
  indexes: [{ name: 'vendor_org_id_index', properties: ['orgId'] }],
  checks: [
    { name: 'vendor_name_check', expression: "vendor_name <> ''" },
    {
      name: 'vendor_provider_check',
      expression: '(provider_identifier is null) = (provider_name is null)',
    },
  ],
})

/** Whom an organization orders from. The provider is set when the vendor takes orders online. */
export class Vendor extends VendorSchema.class {}
VendorSchema.setClass(Vendor)
