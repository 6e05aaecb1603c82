import type { Sql } from '@takeoff/kit/postgres/database'
import type { VendorPrice } from '../../domain/prices/stated-price.ts'

/** A row of this is the parent of the Price resolvers. */
export interface PriceRow extends VendorPrice {
  readonly orgId: number
  /** Milliseconds since 1970. */
  readonly createdAtMs: number
  readonly createdBy: number
}

export interface PriceKey {
  readonly vendorId: number
  readonly sku: string
}

/** A key with the day, `YYYY-MM-DD`, on which the price is asked for. */
export interface PriceKeyOnDay extends PriceKey {
  readonly day: string
}

/** A numeric becomes the double nearest to it, which JSON writes back with the same digits. */
export const priceColumns = `
  p.id, p.org_id as "orgId", p.vendor_id as "vendorId", p.sku, p.name, p.unit,
  p.coverage::float8 as "coverage", p.coverage_unit as "coverageUnit", p.colors,
  p.unit_cost::float8 as "unitCost", p.tax_percent::float8 as "taxPercent",
  to_char(p.effective_from, 'YYYY-MM-DD') as "effectiveFrom",
  to_char(p.effective_to, 'YYYY-MM-DD') as "effectiveTo",
  (extract(epoch from p.created_at) * 1000)::float8 as "createdAtMs",
  p.created_by as "createdBy"`

/**
 * The one price in force for what these expressions of SQL say, from one place of the index. A newer row for
 * the same first day replaces an older one, also where the newer one ends sooner. `distinct on` follows the
 * index's order; `not exists` does not without statistics (a page of 50 among 33,000 prices: 10 s, not 3 ms).
 */
export function selectInForce(of: Readonly<Record<'orgId' | 'vendorId' | 'sku' | 'day', string>>) {
  return `select * from (
      select distinct on (p.effective_from) p.* from price p
      where p.org_id = ${of.orgId} and p.vendor_id = ${of.vendorId} and p.sku = ${of.sku}
        and p.effective_from <= ${of.day}
      order by p.effective_from desc, p.id desc) p
    where p.effective_to is null or p.effective_to >= ${of.day}
    order by p.effective_from desc limit 1`
}

const inForceOfKey = selectInForce({
  orgId: '$1',
  vendorId: 'k.vendor_id',
  sku: 'k.sku',
  day: 'k.day',
})

/**
 * The price in force on a day for each key that has one, in no order.
 * Of several that hold on that day the one that began last is in force.
 * @param day `YYYY-MM-DD`
 */
export function findCurrentPrices(
  sql: Sql,
  orgId: number,
  day: string,
  keys: readonly PriceKey[],
): Promise<readonly PriceRow[]> {
  return findPricesOnDays(
    sql,
    orgId,
    keys.map((key) => ({ ...key, day })),
  )
}

/** As `findCurrentPrices`, with a day of its own for each key, which comes back with the price. */
export async function findPricesOnDays(
  sql: Sql,
  orgId: number,
  keys: readonly PriceKeyOnDay[],
): Promise<readonly (PriceRow & { readonly day: string })[]> {
  if (keys.length === 0) return []
  return sql.query<PriceRow & { readonly day: string }>(
    `select ${priceColumns}, to_char(k.day, 'YYYY-MM-DD') as "day"
     from (select distinct * from unnest($2::int[], $3::text[], $4::date[])) k (vendor_id, sku, day)
     cross join lateral (${inForceOfKey}) p`,
    [
      orgId,
      keys.map(({ vendorId }) => vendorId),
      keys.map(({ sku }) => sku),
      keys.map(({ day }) => day),
    ],
  )
}
