import type { Sql } from '@takeoff/kit/postgres/database'
import { invariant } from '@takeoff/kit/values/invariant'
import type { StatedPrice } from '../../domain/prices/stated-price.ts'

/** Any number, as long as nothing else in this database locks under it. */
const PRICE_BOOK_LOCK = 7_246_003

export interface NewPrices {
  readonly orgId: number
  readonly vendorId: number
  readonly userId: number
  readonly now: Date
  readonly prices: readonly StatedPrice[]
}

/**
 * Imports of one organization take turns until the end of their transactions: also into a book that does
 * not exist yet, and into two books that bring the catalog the same product.
 */
export async function lockPriceBooks(sql: Sql, orgId: number): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1, $2)', [PRICE_BOOK_LOCK, orgId])
}

/**
 * Adds prices to a book, and to the catalog the products that it has not.
 * @returns the new version of the book
 */
export async function savePrices(sql: Sql, prices: NewPrices): Promise<number> {
  const version = await growBook(sql, prices)
  const rows = JSON.stringify(prices.prices)
  await sql.query(
    `insert into price (org_id, vendor_id, sku, name, unit, coverage, coverage_unit, colors, unit_cost,
       tax_percent, effective_from, effective_to, created_at, created_by)
     select $1, $2, sku, name, unit, coverage, "coverageUnit", colors, "unitCost", "taxPercent",
       "effectiveFrom", "effectiveTo", $3, $4
     from jsonb_to_recordset($5::jsonb) r (sku text, name text, unit text, coverage numeric,
       "coverageUnit" text, colors text[], "unitCost" numeric, "taxPercent" numeric,
       "effectiveFrom" date, "effectiveTo" date)`,
    [prices.orgId, prices.vendorId, prices.now, prices.userId, rows],
  )
  await addProducts(sql, prices)
  return version
}

async function growBook(sql: Sql, { orgId, vendorId, now }: NewPrices): Promise<number> {
  const [book] = await sql.query<{ readonly version: number }>(
    `insert into price_book (org_id, vendor_id, version, updated_at) values ($1, $2, 1, $3)
     on conflict (org_id, vendor_id)
       do update set version = price_book.version + 1, updated_at = excluded.updated_at
     returning version`,
    [orgId, vendorId, now],
  )
  invariant(book !== undefined, 'a price book was not written')
  return book.version
}

/**
 * So that templates can use what a vendor sells: under the name of the latest price, with its coverage as
 * packaging. What the catalog has stays as it is.
 */
async function addProducts(sql: Sql, { orgId, prices }: NewPrices): Promise<void> {
  await sql.query(
    `insert into product (org_id, name, product_type, sku, packages)
     select distinct on (sku) $1::int, name, 'MATERIAL', sku,
       case when coverage is null then '[]'
         else jsonb_build_array(jsonb_build_object('unit', unit, 'holds', coverage, 'of', "coverageUnit"))
       end
     from jsonb_to_recordset($2::jsonb) r (sku text, name text, unit text, coverage numeric,
       "coverageUnit" text, "effectiveFrom" date)
     where sku not in (select p.sku from product p where p.org_id = $1 and p.sku = any($3::text[]))
     order by sku, "effectiveFrom" desc`,
    [orgId, JSON.stringify(prices), prices.map(({ sku }) => sku)],
  )
}
