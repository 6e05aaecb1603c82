import { interceptedSql } from '@takeoff/kit/testing/intercepted-sql'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import {
  findPriceHistories,
  findPricesForExport,
  findPricesOfBook,
} from '../src/db/prices/price-book-reads.ts'
import { findPricesOnDays } from '../src/db/prices/price-reads.ts'

const database = await createTestDatabase({ name: 'production-lists', entities, migrations })
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(() => database.query('truncate price restart identity'))

interface Row {
  readonly orgId?: number
  readonly vendorId?: number
  readonly sku?: string
  readonly unitCost: number
  readonly from: string
  readonly to?: string
}

async function insert({ orgId = 1, vendorId = 1, sku = 'A', unitCost, from, to }: Row) {
  await database.query(
    `insert into price (org_id, vendor_id, sku, name, unit, colors, unit_cost, effective_from,
       effective_to, created_at, created_by)
     values ($1, $2, $3, 'Shingles', 'BUNDLES', '{Gray,Brown}', $4, $5, $6, now(), 7)`,
    [orgId, vendorId, sku, unitCost, from, to ?? null],
  )
}

async function costOn(day: string) {
  const [price] = await findPricesOnDays(database, 1, [{ vendorId: 1, sku: 'A', day }])
  return price?.unitCost
}

describe('the price in force', () => {
  test('is the one that began last, including its first and its last day', async () => {
    await insert({ unitCost: 10, from: '2026-01-01' })
    await insert({ unitCost: 8, from: '2026-03-01', to: '2026-03-31' })

    expect(await costOn('2025-12-31')).toBeUndefined()
    expect(await costOn('2026-02-28')).toBe(10)
    expect(await costOn('2026-03-01')).toBe(8)
    expect(await costOn('2026-03-31')).toBe(8)
    expect(await costOn('2026-04-01')).toBe(10)
  })

  test('is never a replaced price, even when the replacement has expired', async () => {
    await insert({ unitCost: 10, from: '2026-01-01' })
    await insert({ unitCost: 11, from: '2026-01-01', to: '2026-01-31' })

    expect(await costOn('2026-01-31')).toBe(11)
    expect(await costOn('2026-02-01')).toBeUndefined()
  })

  test('is of this organization, vendor and SKU, and returned once for a repeated key', async () => {
    await insert({ orgId: 2, unitCost: 1, from: '2026-01-01' })
    await insert({ vendorId: 2, unitCost: 2, from: '2026-01-01' })
    await insert({ sku: 'B', unitCost: 3, from: '2026-01-01' })
    const day = '2026-06-01'
    const keys = ['A', 'B', 'B', 'C'].map((sku) => ({ vendorId: 1, sku, day }))

    expect(await findPricesOnDays(database, 1, keys)).toEqual([
      {
        id: expect.any(Number),
        orgId: 1,
        vendorId: 1,
        sku: 'B',
        name: 'Shingles',
        unit: 'BUNDLES',
        coverage: null,
        coverageUnit: null,
        colors: ['Gray', 'Brown'],
        unitCost: 3,
        taxPercent: null,
        effectiveFrom: '2026-01-01',
        effectiveTo: null,
        createdAt: expect.any(Date),
        createdBy: 7,
        day: '2026-06-01',
      },
    ])
  })
})

/** Records the plans of the statements that it runs. */
function explaining() {
  const plans: string[] = []
  const sql = interceptedSql(database, async (text, params) => {
    const rows = await database.query<{ readonly 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off, summary off) ${text}`,
      params,
    )
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    return []
  })
  return { ...sql, plans }
}

/** The maximum number of rows that one scan of the table or its index has read. */
function rowsRead(plan: string): number {
  const scans = plan.matchAll(/Scan.* on price \w+ \(actual rows=([\d.]+) loops=(\d+)\)/g)
  return Math.max(...[...scans].map(([, rows, loops]) => Number(rows) * Number(loops)))
}

describe.each(['before', 'after'])('among 100,000 prices, %s the first analyze', (when) => {
  const book = { orgId: 1, vendorId: 1, version: 1, updatedAt: new Date(0) }
  const day = '2026-06-01'
  /** Versions of each SKU; a statement that reads in order reads at most these for each returned SKU. */
  const versions = 20

  beforeEach(async () => {
    await database.query(
      `insert into price (org_id, vendor_id, sku, name, unit, colors, unit_cost, effective_from,
         created_at, created_by)
       select 1, 1, 'S' || n % 5000, 'Shingles', 'BUNDLES', '{}', n, date '2020-01-01' + n / 5000 * 30,
         now(), 7 from generate_series(0, 99999) n`,
    )
    if (when === 'after') await database.query('analyze price')
  })

  test.each([
    [
      'the prices in force of 500 SKUs',
      500,
      (sql: Sql) => {
        const keys = Array.from({ length: 500 }, (_, n) => ({ vendorId: 1, sku: `S${n}`, day }))
        return findPricesOnDays(sql, 1, keys)
      },
    ],
    [
      'the first page of a book',
      51,
      (sql: Sql) => findPricesOfBook(sql, book, { first: 50, after: undefined, day, search: '' }),
    ],
    [
      'a later page of a book',
      51,
      (sql: Sql) => findPricesOfBook(sql, book, { first: 50, after: 2500, day, search: '' }),
    ],
    [
      'the price of one SKU of a book',
      1,
      (sql: Sql) => {
        const page = { first: 50, after: undefined, day, search: '', sku: 'S4000' }
        return findPricesOfBook(sql, book, page)
      },
    ],
    [
      'the histories of 50 SKUs',
      50,
      (sql: Sql) =>
        findPriceHistories(
          sql,
          Array.from({ length: 50 }, (_, n) => ({ ...book, sku: `S${n}` })),
        ),
    ],
    [
      'a page of the export',
      50,
      (sql: Sql) => findPricesForExport(sql, book, { first: 1000, after: undefined }),
    ],
  ] as const)('%s read nothing but these in the index', async (_name, skus, find) => {
    const sql = explaining()
    await find(sql)

    expect(sql.plans[0]).toContain('price_in_force_index')
    expect(sql.plans[0]).not.toContain('Seq Scan')
    const read = rowsRead(sql.plans[0] ?? '')
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThanOrEqual((skus + 1) * versions)
  })
})
