import { defineEntity, p } from '@mikro-orm/core'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'

/** The prices of one vendor for one organization; the two identify it. */
export const PriceBookSchema = defineEntity({
  name: 'PriceBook',
  tableName: 'price_book',
  filters: organizationFilter,
  properties: {
    id: p.integer().primary().autoincrement(),
    orgId: p.integer(),
    vendorId: p.integer(),
    /** Increases with every import that changes something. */
    version: p.integer(),
    updatedAt: p.datetime(3),
  },
  uniques: [{ properties: ['orgId', 'vendorId'] }],
  checks: [{ name: 'price_book_version_check', expression: 'version >= 1' }],
})

export class PriceBook extends PriceBookSchema.class {}
PriceBookSchema.setClass(PriceBook)

/** A price with its period in force. It never changes: a newer row for the same first day replaces it. */
export const PriceSchema = defineEntity({
  name: 'Price',
  tableName: 'price',
  filters: organizationFilter,
  properties: {
    id: p.integer().primary().autoincrement(),
    orgId: p.integer(),
    vendorId: p.integer(),
    sku: p.string().length(200),
    name: p.string().length(200),
    unit: p.string().length(200),
    coverage: p.decimal('number').precision(12).scale(5).nullable(),
    coverageUnit: p.string().length(200).nullable(),
    colors: p.array().$type<readonly string[]>(),
    unitCost: p.decimal('number').precision(12).scale(4),
    taxPercent: p.decimal('number').precision(7).scale(4).nullable(),
    effectiveFrom: p.date(),
    effectiveTo: p.date().nullable(),
    createdAt: p.datetime(3),
    createdBy: p.integer(),
  },
  indexes: [
    {
      name: 'price_in_force_index',
      // The price in force and the newest of a history are the first entries of a SKU. Written as SQL
      // because the ORM overlooks the direction of a column whose name ends another one's.
      expression:
        'create index price_in_force_index on price (org_id, vendor_id, sku, effective_from desc, id desc)',
    },
  ],
  checks: [
    {
      name: 'price_coverage_check',
      expression: 'coverage > 0 and (coverage is null) = (coverage_unit is null)',
    },
    {
      name: 'price_money_check',
      expression: 'unit_cost >= 0 and tax_percent >= 0 and tax_percent <= 100',
    },
    { name: 'price_days_check', expression: 'effective_to >= effective_from' },
  ],
})

export class Price extends PriceSchema.class {}
PriceSchema.setClass(Price)
