import type { Sql } from '@takeoff/kit/postgres/sql'
import { findPricesForExport } from '../db/prices/price-book-reads.ts'
import type { PriceRow } from '../db/prices/price-reads.ts'
import { writePriceCsvHeader, writePriceCsvRows } from '../domain/prices/write-price-csv.ts'

const PRICES_PER_PAGE = 500

/** The price book of a vendor, as its import reads it; only the header if there is no book. */
export async function* exportPrices(
  sql: Sql,
  book: { readonly orgId: number; readonly vendorId: number },
): AsyncGenerator<string> {
  let head = writePriceCsvHeader()
  let after: PriceRow | undefined
  for (;;) {
    const page = await findPricesForExport(sql, book, { first: PRICES_PER_PAGE, after })
    yield head + (page.length === 0 ? '' : writePriceCsvRows(page))
    if (page.length < PRICES_PER_PAGE) return
    head = ''
    after = page.at(-1)
  }
}
