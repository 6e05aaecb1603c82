import { defineEntity, p } from '@mikro-orm/core'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'
import { wordsSql } from '@takeoff/kit/postgres/word-search'
import type { Package } from '../../domain/templates/packaging.ts'

/** The words that a search for products matches. */
export const productWordsSql = wordsSql('org_id', ['name', 'display_name', 'sku'])

/** A manufacturer's product in an organization's catalog. */
export const ProductSchema = defineEntity({
  name: 'Product',
  tableName: 'product',
  filters: organizationFilter,
  properties: {
    id: p.integer().primary().autoincrement(),
    orgId: p.integer(),
    name: p.string().length(200),
    displayName: p.string().length(200).nullable(),
    manufacturerUrl: p.string().length(2000).nullable(),
    productType: p.string().length(200),
    sku: p.string().length(200).nullable(),
    providerIdentifier: p.string().length(200).nullable(),
    providerName: p.string().length(200).nullable(),
    packages: p.json<Package[]>().defaultRaw(`'[]'`),
  },
  // Not unique: a catalog may contain one article under two names.
  indexes: [
    { properties: ['orgId', 'sku'] },
    { properties: ['orgId', 'id'] },
    {
      name: 'product_search_index',
      expression: `create index product_search_index on product using gin (${productWordsSql})`,
    },
  ],
  checks: [
    {
      name: 'product_provider_check',
      expression: '(provider_identifier is null) = (provider_name is null)',
    },
    { name: 'product_packages_check', expression: `jsonb_typeof(packages) = 'array'` },
  ],
})

export class Product extends ProductSchema.class {}
ProductSchema.setClass(Product)
