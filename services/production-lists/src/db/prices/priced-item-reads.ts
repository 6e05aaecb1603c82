import type { Sql } from '@takeoff/kit/postgres/database'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { ITEMS_PER_ANSWER_MAX } from '../../domain/limits.ts'
import type { PricedItem } from '../../domain/lists/price-warning.ts'
import type { VendorPrice } from '../../domain/prices/stated-price.ts'
import type { Package } from '../../domain/templates/packaging.ts'
import { selectInForce } from './price-reads.ts'

type Priced = Omit<PricedItem, 'packages' | 'current' | 'taken'> & { readonly listId: number }

/** Objects come as text: their numbers keep their digits. */
interface PricedItemRow extends Priced {
  readonly packages: string
  readonly current: string | null
  readonly taken: string | null
}

const jsonOfPrice = (alias: string) => `
  case when ${alias}.id is not null then json_build_object('id', ${alias}.id,
    'vendorId', ${alias}.vendor_id, 'sku', ${alias}.sku, 'name', ${alias}.name, 'unit', ${alias}.unit,
    'coverage', ${alias}.coverage, 'coverageUnit', ${alias}.coverage_unit, 'colors', ${alias}.colors,
    'unitCost', ${alias}.unit_cost, 'taxPercent', ${alias}.tax_percent,
    'effectiveFrom', to_char(${alias}.effective_from, 'YYYY-MM-DD'),
    'effectiveTo', to_char(${alias}.effective_to, 'YYYY-MM-DD'))::text end`

const inForce = selectInForce({
  orgId: 'i.org_id',
  vendorId: 'i.vendor_id',
  sku: 'i.sku',
  day: '$3::date',
})

/**
 * The items of these lists that have a vendor and a SKU, in order, each beside what its vendor's book says
 * on a day. No index serves `is not distinct from`: whatever the statistics say, a product and a price are
 * found by their ids.
 * @param day `YYYY-MM-DD`
 * @throws BadUserInputError when they are more than one answer holds
 */
export async function findPricedItems(
  sql: Sql,
  listIds: readonly number[],
  { orgIds, day }: { readonly orgIds: readonly number[]; readonly day: string },
): Promise<(PricedItem & Priced)[]> {
  const rows = await sql.query<PricedItemRow>(
    `select i.list_id as "listId", i.id as "listItemId", i.vendor_id as "vendorId",
       i.quantity_units as "quantityUnits", i.unit_cost::float8 as "unitCost",
       i.unit_cost_source as "unitCostSource", i.tax_percent::float8 as "taxPercent",
       'taxPercent' = any(i.manual_fields) as "isManualTax",
       coalesce(c.packages, '[]')::text as "packages",
       ${jsonOfPrice('now')} as "current", ${jsonOfPrice('taken')} as "taken"
     from list_item i
     left join product c on c.id = i.product_id and c.org_id is not distinct from i.org_id
     left join price taken on taken.id = i.price_id and taken.org_id is not distinct from i.org_id
     left join lateral (${inForce}) now on true
     where i.list_id = any($1::int[]) and i.org_id = any($2::int[])
       and i.vendor_id is not null and i.sku is not null
     order by i.list_id, i.sort_order limit $4`,
    [listIds, orgIds, day, ITEMS_PER_ANSWER_MAX + 1],
  )
  if (rows.length > ITEMS_PER_ANSWER_MAX) throw tooManyItems()
  return rows.map(({ packages, current, taken, ...row }) => ({
    ...row,
    packages: JSON.parse(packages) as readonly Package[],
    current: parsePrice(current),
    taken: parsePrice(taken),
  }))
}

function tooManyItems(): BadUserInputError {
  return new BadUserInputError(
    `The lists asked for have more than ${ITEMS_PER_ANSWER_MAX} items together. Ask for the warnings of fewer lists at once.`,
    'priceWarnings',
  )
}

function parsePrice(json: string | null): VendorPrice | null {
  return json === null ? null : (JSON.parse(json) as VendorPrice)
}
