import { defineEntity, p } from '@mikro-orm/core'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'

export const VendorCopySchema = defineEntity({
  name: 'VendorCopy',
  tableName: 'vendor_copy',
  filters: organizationFilter,
  properties: {
    /** That of the vendor. */
    id: p.integer().primary().autoincrement(false),
    orgId: p.integer(),
    vendorName: p.text(),
    archivedAt: p.datetime(3).nullable(),
    /** Of the vendor, by its owner: a change with an earlier time is an older one. */
    updatedAt: p.datetime(3),
  },
  indexes: [{ name: 'vendor_copy_org_id_index', properties: ['orgId'] }],
})

/** What this service knows of a vendor, which order-documents owns. */
export class VendorCopy extends VendorCopySchema.class {}
VendorCopySchema.setClass(VendorCopy)

export const VendorReadingSchema = defineEntity({
  name: 'VendorReading',
  tableName: 'vendor_reading',
  properties: {
    id: p.integer().primary().autoincrement(false),
    begunAt: p.datetime(3),
  },
  checks: [{ name: 'vendor_reading_id_check', expression: 'id = 1' }],
})

/** The only row: when the last complete reading of the changes of vendors began. */
export class VendorReading extends VendorReadingSchema.class {}
VendorReadingSchema.setClass(VendorReading)
