import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Page } from '@takeoff/kit/graphql/page'
import { statement, statementFor } from '../statements.ts'
import { priceColumns } from './price-reads.ts'
import type { PriceRow } from './price-reads.ts'

/** The parent of the PriceBook resolvers. */
export interface PriceBookRow extends BookKey {
  readonly version: number
  readonly updatedAt: Date
}

interface BookKey {
  readonly orgId: number
  readonly vendorId: number
}

export interface PricePage extends Page<number> {
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly search: string
  readonly sku?: string | undefined
}

/** The maximum number of prices in the history of one SKU. */
const HISTORY_MAX = 100
/** The maximum for all SKUs of one request; with many SKUs each history is shorter. */
const HISTORY_ROWS_MAX = 20_000

const selectBook = statement((db, $: Params<BookKey>) =>
  db
    .selectFrom('priceBook')
    .where('orgId', '=', $.orgId)
    .where('vendorId', '=', $.vendorId)
    .select(['orgId', 'vendorId', 'version', 'updatedAt']),
)

/** The book of a vendor; undefined before the first import. */
export function findPriceBook(
  sql: Sql,
  orgId: number,
  vendorId: number,
): Promise<PriceBookRow | undefined> {
  return sql.row(selectBook, { orgId, vendorId })
}

interface PagedPrices extends BookKey {
  readonly day: string
  readonly after: number | null
  readonly pattern: string
  readonly sku: string | null
  readonly limit: number
}

/** The index has the same order, so that a page reads no rows beyond its end. */
const selectPage = statementFor(
  [
    { isLater: true, isSearched: true, isOfSku: true },
    { isLater: false, isSearched: false, isOfSku: false },
  ],
  (db, $: Params<PagedPrices>, { isLater, isSearched, isOfSku }) => {
    const ofBook = db
      .selectFrom('price as p')
      .where('p.orgId', '=', $.orgId)
      .where('p.vendorId', '=', $.vendorId)
    const newest = ofBook
      .distinctOn(['p.sku', 'p.effectiveFrom'])
      .where('p.effectiveFrom', '<=', $.day)
      .$if(isOfSku, (prices) => prices.where('p.sku', '=', $.sku))
      .$if(isLater, (prices) =>
        prices.where('p.sku', '>', ofBook.where('p.id', '=', $.after).select('p.sku')),
      )
      .orderBy('p.sku')
      .orderBy('p.effectiveFrom', 'desc')
      .orderBy('p.id', 'desc')
      .select(priceColumns)
    const inForce = db
      .selectFrom(newest.as('p'))
      .distinctOn('p.sku')
      .where((eb) => eb.or([eb('p.effectiveTo', 'is', null), eb('p.effectiveTo', '>=', $.day)]))
      .orderBy('p.sku')
      .orderBy('p.effectiveFrom', 'desc')
      .select(priceColumns)
    return db
      .selectFrom(inForce.as('p'))
      .$if(isSearched, (prices) =>
        prices.where((eb) =>
          eb.or([eb('p.sku', 'ilike', $.pattern), eb('p.name', 'ilike', $.pattern)]),
        ),
      )
      .orderBy('p.sku')
      .limit($.limit)
      .select(priceColumns)
  },
)

/** The prices of a book in force on a day, by SKU, plus one after the page. */
export function findPricesOfBook(
  sql: Sql,
  { orgId, vendorId }: PriceBookRow,
  { first, after, day, search, sku }: PricePage,
): Promise<PriceRow[]> {
  const shape = {
    isLater: after !== undefined,
    isSearched: search !== '',
    isOfSku: sku !== undefined,
  }
  return sql.rows(selectPage(shape), {
    orgId,
    vendorId,
    day,
    after: after ?? null,
    pattern: `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`,
    sku: sku ?? null,
    limit: first + 1,
  })
}

interface WantedHistories {
  readonly orgIds: readonly number[]
  readonly vendorIds: readonly number[]
  readonly skus: readonly string[]
  readonly length: number
}

const selectHistories = statement((db, $: Params<WantedHistories>) => {
  const keys: RawBuilder<Pick<PriceRow, 'orgId' | 'vendorId' | 'sku'>> = raw`
    unnest(${$.orgIds}::int[], ${$.vendorIds}::int[], ${$.skus}::text[])`
  return db
    .selectFrom(keys.as<'k'>(raw`k (org_id, vendor_id, sku)`))
    .crossJoinLateral((eb) =>
      eb
        .selectFrom('price as p')
        .whereRef('p.orgId', '=', 'k.orgId')
        .whereRef('p.vendorId', '=', 'k.vendorId')
        .whereRef('p.sku', '=', 'k.sku')
        .orderBy('p.effectiveFrom', 'desc')
        .orderBy('p.id', 'desc')
        .limit($.length)
        .select(priceColumns)
        .as('p'),
    )
    .orderBy('p.orgId')
    .orderBy('p.vendorId')
    .orderBy('p.sku')
    .orderBy('p.effectiveFrom', 'desc')
    .orderBy('p.id', 'desc')
    .select(priceColumns)
})

/** All prices of the SKUs of these prices, replaced ones too, each SKU's newest first. */
export function findPriceHistories(
  sql: Sql,
  prices: readonly Pick<PriceRow, 'orgId' | 'vendorId' | 'sku'>[],
): Promise<PriceRow[]> {
  return sql.rows(selectHistories, {
    orgIds: prices.map(({ orgId }) => orgId),
    vendorIds: prices.map(({ vendorId }) => vendorId),
    skus: prices.map(({ sku }) => sku),
    length: Math.max(1, Math.min(HISTORY_MAX, Math.floor(HISTORY_ROWS_MAX / prices.length))),
  })
}

interface ExportPage extends BookKey {
  readonly sku: string
  readonly before: string
  readonly first: number
}

const selectForExport = statement((db, $: Params<ExportPage>) =>
  db
    .selectFrom('price as p')
    .distinctOn(['p.sku', 'p.effectiveFrom'])
    .where('p.orgId', '=', $.orgId)
    .where('p.vendorId', '=', $.vendorId)
    .where('p.sku', '>=', $.sku)
    .where((eb) => eb.or([eb('p.sku', '>', $.sku), eb('p.effectiveFrom', '<', $.before)]))
    .orderBy('p.sku')
    .orderBy('p.effectiveFrom', 'desc')
    .orderBy('p.id', 'desc')
    .limit($.first)
    .select(priceColumns),
)

/**
 * Every price of a book that was not replaced, by SKU and first day, a page at a time, as its file has them.
 * @param after the last price of the page before
 */
export function findPricesForExport(
  sql: Sql,
  { orgId, vendorId }: BookKey,
  { first, after }: { readonly first: number; readonly after: PriceRow | undefined },
): Promise<PriceRow[]> {
  return sql.rows(selectForExport, {
    orgId,
    vendorId,
    sku: after?.sku ?? '',
    before: after?.effectiveFrom ?? 'infinity',
    first,
  })
}
