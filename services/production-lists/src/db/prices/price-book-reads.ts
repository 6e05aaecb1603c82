import type { Sql } from '@takeoff/kit/postgres/database'
import type { Page } from '@takeoff/kit/graphql/page'
import { priceColumns } from './price-reads.ts'
import type { PriceRow } from './price-reads.ts'

/** A row of this is the parent of the PriceBook resolvers. */
export interface PriceBookRow {
  readonly orgId: number
  readonly vendorId: number
  readonly version: number
  /** Milliseconds since 1970. */
  readonly updatedAtMs: number
}

export interface PricePage extends Page<number> {
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly search: string
}

/** What a history shows of one SKU at most. */
const HISTORY_MAX = 100
/** What it shows of all SKUs of one request: their histories get shorter where there are many. */
const HISTORY_ROWS_MAX = 20_000

/** The book of a vendor; undefined while nothing was ever imported. */
export async function findPriceBook(
  sql: Sql,
  orgId: number,
  vendorId: number,
): Promise<PriceBookRow | undefined> {
  const [row] = await sql.query<PriceBookRow>(
    `select org_id as "orgId", vendor_id as "vendorId", version,
       (extract(epoch from updated_at) * 1000)::float8 as "updatedAtMs"
     from price_book where org_id = $1 and vendor_id = $2`,
    [orgId, vendorId],
  )
  return row
}

/**
 * The prices of a book in force on a day, by SKU; one more than the page holds. The index gives them in
 * this order, so that a page reads no further than its end.
 */
export function findPricesOfBook(
  sql: Sql,
  { orgId, vendorId }: PriceBookRow,
  { first, after, day, search }: PricePage,
): Promise<PriceRow[]> {
  const afterSku = `p.sku > (select sku from price where id = $6 and org_id = $1 and vendor_id = $2)`
  return sql.query<PriceRow>(
    `select ${priceColumns} from (
       select distinct on (p.sku) p.* from (
         select distinct on (p.sku, p.effective_from) p.* from price p
         where p.org_id = $1 and p.vendor_id = $2 and p.effective_from <= $3::date
           ${after === undefined ? '' : `and ${afterSku}`}
         order by p.sku, p.effective_from desc, p.id desc) p
       where p.effective_to is null or p.effective_to >= $3::date
       order by p.sku, p.effective_from desc) p
     where $4 = '' or p.sku ilike $4 or p.name ilike $4
     order by p.sku limit $5`,
    [
      orgId,
      vendorId,
      day,
      search === '' ? '' : `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`,
      first + 1,
      ...(after === undefined ? [] : [after]),
    ],
  )
}

/** All prices of the SKUs of these prices, replaced ones too, each SKU's newest first. */
export function findPriceHistories(
  sql: Sql,
  prices: readonly Pick<PriceRow, 'orgId' | 'vendorId' | 'sku'>[],
): Promise<PriceRow[]> {
  const length = Math.max(1, Math.min(HISTORY_MAX, Math.floor(HISTORY_ROWS_MAX / prices.length)))
  return sql.query<PriceRow>(
    `select ${priceColumns}
     from unnest($1::int[], $2::int[], $3::text[]) k (org_id, vendor_id, sku)
     cross join lateral (
       select * from price p
       where p.org_id = k.org_id and p.vendor_id = k.vendor_id and p.sku = k.sku
       order by p.effective_from desc, p.id desc limit $4) p
     order by p.org_id, p.vendor_id, p.sku, p.effective_from desc, p.id desc`,
    [
      prices.map(({ orgId }) => orgId),
      prices.map(({ vendorId }) => vendorId),
      prices.map(({ sku }) => sku),
      length,
    ],
  )
}

/**
 * Every price of a book that was not replaced, by SKU and first day, a page at a time: what its file holds.
 * @param after the last price of the page before
 */
export function findPricesForExport(
  sql: Sql,
  { orgId, vendorId }: { readonly orgId: number; readonly vendorId: number },
  { first, after }: { readonly first: number; readonly after: PriceRow | undefined },
): Promise<PriceRow[]> {
  return sql.query<PriceRow>(
    `select distinct on (p.sku, p.effective_from) ${priceColumns} from price p
     where p.org_id = $1 and p.vendor_id = $2 and p.sku >= $3
       and (p.sku > $3 or p.effective_from < $4::date)
     order by p.sku, p.effective_from desc, p.id desc limit $5`,
    [orgId, vendorId, after?.sku ?? '', after?.effectiveFrom ?? 'infinity', first],
  )
}
