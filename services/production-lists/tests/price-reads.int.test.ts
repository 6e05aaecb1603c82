import { createTestDatabase } from '@takeoff/kit/testing/database'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { findCurrentPrices } from '../src/db/price-reads.ts'

const database = await createTestDatabase({ name: 'production-lists', entities, migrations })
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(() => database.query('truncate price'))

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
  const [price] = await findCurrentPrices(database, 1, day, [{ vendorId: 1, sku: 'A' }])
  return price?.unitCost
}

describe('the price in force', () => {
  test('is the one that began last, on its first and on its last day too', async () => {
    await insert({ unitCost: 10, from: '2026-01-01' })
    await insert({ unitCost: 8, from: '2026-03-01', to: '2026-03-31' })

    expect(await costOn('2025-12-31')).toBeUndefined()
    expect(await costOn('2026-02-28')).toBe(10)
    expect(await costOn('2026-03-01')).toBe(8)
    expect(await costOn('2026-03-31')).toBe(8)
    expect(await costOn('2026-04-01')).toBe(10)
  })

  test('is never one that was replaced, also when its replacement has expired', async () => {
    await insert({ unitCost: 10, from: '2026-01-01' })
    await insert({ unitCost: 11, from: '2026-01-01', to: '2026-01-31' })

    expect(await costOn('2026-01-31')).toBe(11)
    expect(await costOn('2026-02-01')).toBeUndefined()
  })

  test('is of this organization, vendor and SKU, once however often it is asked for', async () => {
    await insert({ orgId: 2, unitCost: 1, from: '2026-01-01' })
    await insert({ vendorId: 2, unitCost: 2, from: '2026-01-01' })
    await insert({ sku: 'B', unitCost: 3, from: '2026-01-01' })
    const keys = ['A', 'B', 'B', 'C'].map((sku) => ({ vendorId: 1, sku }))

    expect(await findCurrentPrices(database, 1, '2026-06-01', keys)).toEqual([
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
        createdAtMs: expect.any(Number),
        createdBy: 7,
        day: '2026-06-01',
      },
    ])
  })

  test('is found by the index among 100,000 prices', async () => {
    await database.query(
      `insert into price (org_id, vendor_id, sku, name, unit, colors, unit_cost, effective_from,
         created_at, created_by)
       select 1, 1, 'S' || n % 2500, 'Shingles', 'BUNDLES', '{}', n, date '2020-01-01' + n / 2500 * 30,
         now(), 7 from generate_series(0, 99999) n`,
    )
    await database.query('analyze price')
    const plans: string[] = []
    const sql = {
      query: async <Row>(text: string, params: readonly unknown[] = []) => {
        const rows = await database.query<Row & { 'QUERY PLAN'?: string }>(
          `explain (analyze, costs off) ${text}`,
          params,
        )
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
        return rows
      },
    }
    const keys = Array.from({ length: 500 }, (_, n) => ({ vendorId: 1, sku: `S${n}` }))
    await findCurrentPrices(sql, 1, '2026-06-01', keys)

    expect(plans[0]).toContain('price_in_force_index')
    expect(plans[0]).not.toContain('Seq Scan')
  })
})
