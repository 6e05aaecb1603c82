import { sql as raw } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { fromRecords, toRecords } from '@takeoff/kit/postgres/records'
import type { Records } from '@takeoff/kit/postgres/records'
import { nothing } from '@takeoff/kit/postgres/sql-types'
import type { Params } from '@takeoff/kit/postgres/statement'
import { timeOfChangeSql } from '@takeoff/kit/postgres/time-of-change-sql'
import { invariant } from '@takeoff/kit/values/invariant'
import type { StatedPrice } from '../../domain/prices/stated-price.ts'
import { insertRows, plainStatement, statement } from '../statements.ts'
import type { Tables } from '../statements.ts'

/** An arbitrary number that no other advisory lock of this database uses. */
const PRICE_BOOK_LOCK = 7_246_003

export interface NewPrices {
  readonly orgId: number
  readonly vendorId: number
  readonly userId: number
  readonly now: Date
  readonly prices: readonly StatedPrice[]
}

const takeLock = plainStatement(
  nothing,
  ($: Params<{ readonly orgId: number }>) =>
    raw`select pg_advisory_xact_lock(${raw.lit(PRICE_BOOK_LOCK)}, ${$.orgId})`,
)

/**
 * Serializes the imports of one organization until their transactions end, also imports into a book that does
 * not exist yet, and into two books that add the same product to the catalog.
 */
export function lockPriceBooks(sql: Sql, orgId: number): Promise<void> {
  return sql.run(takeLock, { orgId })
}

/**
 * Adds prices to a book, and missing products to the catalog.
 * @returns the new version of the book
 */
export async function savePrices(
  sql: Sql,
  { orgId, vendorId, userId, now, prices }: NewPrices,
): Promise<number> {
  const book = await sql.row(growBook, { orgId, vendorId, now })
  invariant(book !== undefined, 'a price book was not written')
  const rows = prices.map((price) => ({
    ...price,
    orgId,
    vendorId,
    createdAt: now,
    createdBy: userId,
  }))
  await insertRows(sql, 'price', rows)
  await addProducts(sql, orgId, prices)
  return book.version
}

const growBook = statement((db, $: Params<Pick<NewPrices, 'orgId' | 'vendorId' | 'now'>>) =>
  db
    .insertInto('priceBook')
    .values({ orgId: $.orgId, vendorId: $.vendorId, version: 1, updatedAt: $.now })
    .onConflict((conflict) =>
      conflict.columns(['orgId', 'vendorId']).doUpdateSet((eb) => ({
        version: eb('priceBook.version', '+', 1),
        updatedAt: timeOfChangeSql(eb.ref('excluded.updatedAt'), eb.ref('priceBook.updatedAt')),
      })),
    )
    .returning('version'),
)

interface NewProducts {
  readonly orgId: number
  readonly skus: readonly string[]
  readonly records: Records<Tables['product']>
}

const insertProducts = statement((db, $: Params<NewProducts>) =>
  db
    .insertInto('product')
    .columns(['orgId', 'name', 'productType', 'sku', 'packages'])
    .expression((eb) =>
      eb
        .selectFrom(fromRecords<Tables, 'product'>('product', $.records).as('r'))
        .where(
          'r.sku',
          'not in',
          eb
            .selectFrom('product as p')
            .where('p.orgId', '=', $.orgId)
            .where((of) => of('p.sku', '=', of.fn.any($.skus)))
            .select('p.sku'),
        )
        .orderBy('r.sku')
        .select(['r.orgId', 'r.name', 'r.productType', 'r.sku', 'r.packages']),
    ),
)

/**
 * Makes the products of a vendor available to templates, with the name of the latest price, and its coverage as
 * packaging. Products that the catalog already has do not change.
 */
async function addProducts(sql: Sql, orgId: number, prices: readonly StatedPrice[]): Promise<void> {
  const latest = new Map<string, StatedPrice>()
  for (const price of prices) {
    const other = latest.get(price.sku)
    if (other === undefined || other.effectiveFrom < price.effectiveFrom) {
      latest.set(price.sku, price)
    }
  }
  const products = [...latest.values()].map(({ sku, name, unit, coverage, coverageUnit }) => ({
    orgId,
    name,
    productType: 'MATERIAL',
    sku,
    packages:
      coverage === null || coverageUnit === null
        ? []
        : [{ unit, holds: coverage, of: coverageUnit }],
  }))
  await sql.run(insertProducts, {
    orgId,
    skus: [...latest.keys()],
    records: toRecords<Tables['product']>(products),
  })
}
