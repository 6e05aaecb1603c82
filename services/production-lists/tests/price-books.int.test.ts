import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { findPricesForExport } from '../src/db/prices/price-book-reads.ts'
import type { PriceRow } from '../src/db/prices/price-reads.ts'
import { writePriceCsvHeader, writePriceCsvRows } from '../src/domain/prices/write-price-csv.ts'
import { createHarness } from './harness.ts'
import type { TestCaller } from './harness.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())
beforeEach(() => harness.database.query('truncate price, price_book; delete from product'))

const { database } = harness
const header =
  'sku,name,unit,coverage,coverage_unit,colors,unit_cost,tax_percent,effective_from,effective_to'
const stated = `sku name unit coverage coverageUnit colors unitCost taxPercent effectiveFrom effectiveTo`
const outcome = `digest bookVersion added changed unchanged refused
  rows { row sku change reasons before { id ${stated} userId createdAt } after { ${stated} } }`
const variables = '$orgId: Int!, $vendorId: Int!, $csv: String!'
const previewQuery = `query (${variables}) {
  priceBookImportPreview(orgId: $orgId, vendorId: $vendorId, csv: $csv) { ${outcome} }
}`
const importMutation = `mutation (${variables}, $digest: String) {
  priceBookImport(orgId: $orgId, vendorId: $vendorId, csv: $csv, digest: $digest) { ${outcome} }
}`
const bookQuery = `query ($orgId: Int!, $vendorId: Int!, $search: String, $sku: String, $at: DateTime, $first: Int, $after: String) {
  priceBook(orgId: $orgId, vendorId: $vendorId) {
    orgId version updatedAt vendor { id }
    prices(search: $search, sku: $sku, at: $at, first: $first, after: $after) {
      nodes { id ${stated} userId createdAt history { id unitCost effectiveFrom userId createdAt } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

const shingles = 'A,Shingles,BUNDLES,32.8,SQUARE_FEET,Gray|Brown,41.5,7.25,2026-01-01,'
const starter = 'B,Starter,BUNDLES,,,,54.9,,2026-01-01,'
const fileOf = (...rows: readonly string[]) => [header, ...rows].join('\n')

interface Options extends TestCaller {
  readonly orgId?: number
  readonly vendorId?: number
  readonly digest?: string
}

async function load(csv: string, { orgId = 1, vendorId = 1, digest, ...caller }: Options = {}) {
  const response = await harness.ask(importMutation, { orgId, vendorId, csv, digest }, caller)
  return { ...response, result: response.data?.priceBookImport }
}

async function preview(csv: string, { orgId = 1, vendorId = 1, ...caller }: Options = {}) {
  const response = await harness.ask(previewQuery, { orgId, vendorId, csv }, caller)
  return { ...response, result: response.data?.priceBookImportPreview }
}

async function book(args: object = {}, caller: TestCaller = {}) {
  const response = await harness.ask(bookQuery, { orgId: 1, vendorId: 1, ...args }, caller)
  return {
    ...response,
    book: response.data?.priceBook,
    prices: response.data?.priceBook?.prices.nodes,
  }
}

const rows = () => database.query('select * from price order by id')

describe('a first import', () => {
  test('creates the book, and reports the result of each row', async () => {
    const { result, errors } = await load(
      fileOf(shingles, 'C,Broken,EACH,,,,x,,2026-01-01,', starter),
    )

    expect(errors).toEqual([])
    expect(result).toEqual({
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      bookVersion: 1,
      added: 2,
      changed: 0,
      unchanged: 0,
      refused: 1,
      rows: [
        {
          row: 2,
          sku: 'A',
          change: 'added',
          reasons: [],
          before: null,
          after: {
            sku: 'A',
            name: 'Shingles',
            unit: 'BUNDLES',
            coverage: 32.8,
            coverageUnit: 'SQUARE_FEET',
            colors: ['Gray', 'Brown'],
            unitCost: 41.5,
            taxPercent: 7.25,
            effectiveFrom: '2026-01-01',
            effectiveTo: null,
          },
        },
        {
          row: 3,
          sku: 'C',
          change: 'refused',
          reasons: [expect.stringContaining('unit_cost')],
          before: null,
          after: null,
        },
        expect.objectContaining({ row: 4, sku: 'B', change: 'added' }),
      ],
    })
    expect((await book()).book).toMatchObject({
      orgId: 1,
      version: 1,
      updatedAt: '2026-03-14T15:09:26.535Z',
      vendor: { id: 1 },
      prices: {
        nodes: [
          { ...result.rows[0]?.after, userId: 7, createdAt: '2026-03-14T15:09:26.535Z' },
          result.rows[2]?.after,
        ],
      },
    })
  })

  test('adds missing products to the catalog, and does not change existing ones', async () => {
    await database.query(
      `insert into product (org_id, name, product_type, sku) values (1, 'Ours', 'MATERIAL', 'B')`,
    )
    await load(
      fileOf(
        shingles,
        shingles.replace('2026-01-01', '2026-02-01').replace('Shingles', 'New'),
        starter,
      ),
    )

    expect(
      await database.query(
        'select org_id, name, product_type, sku, packages from product order by sku',
      ),
    ).toEqual([
      {
        org_id: 1,
        name: 'New',
        product_type: 'MATERIAL',
        sku: 'A',
        packages: [{ unit: 'BUNDLES', holds: 32.8, of: 'SQUARE_FEET' }],
      },
      { org_id: 1, name: 'Ours', product_type: 'MATERIAL', sku: 'B', packages: [] },
    ])
  })

  test('without a valid row creates no book', async () => {
    const { result } = await load(fileOf('C,Broken,EACH,,,,x,,2026-01-01,'))
    expect(result).toMatchObject({ bookVersion: 0, refused: 1 })
    expect((await book()).book).toBeNull()
  })
})

describe('a later import', () => {
  beforeEach(async () => {
    await load(fileOf(shingles, starter))
  })

  test('of the same file changes nothing: no version, no rows', async () => {
    const before = await rows()
    const { result } = await load(fileOf(shingles, starter))
    expect(result).toMatchObject({ bookVersion: 1, added: 0, changed: 0, unchanged: 2 })
    expect(await rows()).toEqual(before)
  })

  test('replaces the price of the same first day and keeps it in the history', async () => {
    harness.pass(1000)
    const { result } = await load(fileOf(shingles.replace('41.5', '43.2'), starter))

    expect(result).toMatchObject({
      bookVersion: 2,
      changed: 1,
      unchanged: 1,
      rows: [{ change: 'changed', before: { unitCost: 41.5 }, after: { unitCost: 43.2 } }, {}],
    })
    const { prices } = await book()
    expect(prices[0]?.unitCost).toBe(43.2)
    expect(prices[0]?.history).toMatchObject([
      { unitCost: 43.2, effectiveFrom: '2026-01-01', userId: 7 },
      { unitCost: 41.5, effectiveFrom: '2026-01-01', userId: 7 },
    ])
    const [newer, older] = (prices[0]?.history ?? []).map(({ createdAt }) => Date.parse(createdAt))
    expect(newer).toBeGreaterThan(older ?? Infinity)
  })

  test('has a later updatedAt than the one before, also by a process whose clock is behind', async () => {
    const updatedAt = async () => Date.parse((await book()).book?.updatedAt ?? '')
    const before = await updatedAt()
    harness.pass(-5000)
    await load(fileOf(shingles.replace('41.5', '43.2')))
    harness.pass(5000)
    expect(await updatedAt()).toBe(before + 1)
  })

  test('with a new first day changes the price from that day', async () => {
    const later = shingles.replace('41.5', '43.2').replace('2026-01-01', '2026-06-01')
    const { result } = await load(fileOf(later))

    expect(result.rows).toMatchObject([{ change: 'changed', before: { unitCost: 41.5 } }])
    expect((await book()).prices[0]).toMatchObject({ unitCost: 41.5 })
    expect((await book({ at: '2026-06-01T00:00:00Z' })).prices[0]).toMatchObject({
      unitCost: 43.2,
      history: [{ unitCost: 43.2 }, { unitCost: 41.5 }],
    })
  })

  test('with a new first day but the same price is saved, and the result states since when the price is the same', async () => {
    await load(fileOf(shingles.replace('2026-01-01', '2026-03-01')))
    const { result } = await load(fileOf(shingles.replace('41.5', '43.2')))
    expect(result.rows).toMatchObject([{ change: 'changed', before: { unitCost: 41.5 } }])
    expect((await book()).prices[0]).toMatchObject({ unitCost: 41.5, effectiveFrom: '2026-03-01' })

    const later = await load(fileOf(shingles.replace('2026-01-01', '2026-06-01')))
    expect(later.result.rows).toMatchObject([
      {
        change: 'changed',
        reasons: ['Only the first day is new: the same price is in force since 2026-03-01.'],
      },
    ])
  })

  test('compares with the price in force on its day, not with one that has expired', async () => {
    await load(
      fileOf(shingles.replace('41.5', '40').replace('2026-01-01,', '2026-02-01,2026-02-28')),
    )
    const { result } = await load(
      fileOf(shingles.replace('41.5', '44').replace('2026-01-01', '2026-03-01')),
    )
    expect(result.rows).toMatchObject([{ change: 'changed', before: { unitCost: 41.5 } }])
  })

  test('is of one organization and vendor', async () => {
    const file = fileOf(shingles.replace('41.5', '1'))
    expect((await load(file, { vendorId: 2 })).result).toMatchObject({ added: 1, bookVersion: 1 })
    const other = { orgId: 2, vendorId: vendorOf(2), orgIds: [2] }
    expect((await load(file, other)).result).toMatchObject({ added: 1 })
    expect((await book()).prices[0]).toMatchObject({ unitCost: 41.5 })
  })
})

describe('a preview', () => {
  test('shows the changes of the import, and writes nothing', async () => {
    await load(fileOf(shingles))
    const before = await rows()
    const file = fileOf(shingles.replace('41.5', '43.2'), starter, 'C')
    const shown = await preview(file)
    expect(await rows()).toEqual(before)

    const { result } = await load(file, { digest: shown.result.digest })
    expect(result).toEqual({ ...shown.result, bookVersion: 2 })
  })

  test('needs the scope lists:read only', async () => {
    const { errors } = await preview(fileOf(shingles), { scopes: ['lists:read'] })
    expect(errors).toEqual([])
  })

  test('that is outdated is not applied', async () => {
    const file = fileOf(shingles)
    const shown = await preview(file)
    await load(fileOf(shingles.replace('41.5', '43.2')))

    const { errors } = await load(file, { digest: shown.result.digest })
    expect(errors[0]?.extensions).toEqual({ code: 'CONFLICT', currentVersion: 1 })
    expect((await book()).prices[0]).toMatchObject({ unitCost: 43.2 })
  })

  test('still applies after a change of other products', async () => {
    const shown = await preview(fileOf(shingles))
    await load(fileOf(starter))
    const { result } = await load(fileOf(shingles), { digest: shown.result.digest })
    expect(result).toMatchObject({ added: 1, bookVersion: 2 })
  })

  test('of another file is not accepted for this one', async () => {
    const shown = await preview(fileOf(shingles))
    const { errors } = await load(fileOf(starter), { digest: shown.result.digest })
    expect(errors[0]?.extensions).toMatchObject({ code: 'CONFLICT' })
  })
})

describe('an import is refused', () => {
  const refusals: readonly (readonly [
    string,
    Options & { readonly csv?: string },
    string,
    string?,
  ])[] = [
    ['an unknown vendor', { vendorId: 99 }, 'BAD_USER_INPUT', 'vendorId'],
    ['a file without header', { csv: '' }, 'BAD_USER_INPUT', 'csv'],
    ['an unknown column', { csv: 'sku,price\nA,1' }, 'BAD_USER_INPUT', 'csv'],
    ['another organization', { orgId: 2 }, 'FORBIDDEN'],
  ]

  test.for(refusals)(
    'for %s, also by the preview',
    async ([, { csv, ...args }, code, argument]) => {
      for (const ask of [load, preview]) {
        const { errors, data } = await ask(csv ?? fileOf(shingles), args)
        expect(errors[0]?.extensions).toEqual({ code, ...(argument !== undefined && { argument }) })
        expect(data).toBeNull()
      }
      expect(await rows()).toEqual([])
    },
  )

  test('without vendors:read in the organization, although another one has it', async () => {
    const prices = ['prices:read', 'prices:write']
    const granted = { 1: prices, 2: [...prices, 'vendors:read'] }
    const message = 'This needs the scope vendors:read in organization 1.'
    for (const { errors } of [
      await load(fileOf(shingles), { granted }),
      await preview(fileOf(shingles), { granted }),
    ])
      expect(errors).toMatchObject([{ message, extensions: { code: 'FORBIDDEN' } }])
  })

  test('without the required scope', async () => {
    const { errors } = await load(fileOf(shingles), { scopes: ['lists:read'] })
    expect(errors[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' })
    const read = await preview(fileOf(shingles), { scopes: ['lists:write'] })
    expect(read.errors[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('concurrent imports', () => {
  test('are serialized: no row is lost, and the version counts each import', async () => {
    const files = Array.from({ length: 8 }, (_, n) =>
      fileOf(`S${n},Part,EACH,,,,${n},,2026-01-01,`, starter),
    )
    const responses = await Promise.all(files.map((file) => load(file)))

    expect(responses.flatMap(({ errors }) => errors)).toEqual([])
    const { book: after, prices } = await book()
    expect(after.version).toBe(8)
    expect(prices).toHaveLength(9)
    expect(await database.query(`select sku from product where sku = 'B'`)).toHaveLength(1)
  })

  test('of one previewed file: one is applied, the other is refused with CONFLICT', async () => {
    const { digest } = (await preview(fileOf(shingles))).result
    const responses = await Promise.all([1, 2].map(() => load(fileOf(shingles), { digest })))
    expect(
      responses.flatMap(({ errors }) => errors.map(({ extensions }) => extensions['code'])),
    ).toEqual(['CONFLICT'])
    expect(await rows()).toHaveLength(1)
  })
})

describe('a book', () => {
  beforeEach(async () => {
    await load(
      fileOf(...Array.from({ length: 7 }, (_, n) => `S${n},Part_${n}%,EACH,,,,${n},,2026-01-01,`)),
    )
  })

  test('is read a page at a time, by SKU', async () => {
    const skus: string[] = []
    let after: string | null = null
    do {
      const { book: page } = await book({ first: 3, after })
      skus.push(...page.prices.nodes.map(({ sku }) => sku))
      after = page.prices.pageInfo.hasNextPage ? page.prices.pageInfo.endCursor : null
    } while (after !== null)
    expect(skus).toEqual(['S0', 'S1', 'S2', 'S3', 'S4', 'S5', 'S6'])
  })

  test('is searched by SKU and name, as written', async () => {
    const found = async (search: string) => (await book({ search })).prices.map(({ sku }) => sku)
    expect(await found('s3')).toEqual(['S3'])
    expect(await found('part_5')).toEqual(['S5'])
    expect(await found('%')).toHaveLength(7)
    expect(await found('_%')).toEqual([])
    expect(await found('\\')).toEqual([])
    expect(await found('')).toHaveLength(7)
  })

  test('gives the price of exactly one SKU, however many SKUs contain it', async () => {
    await load(fileOf('S,Short,EACH,,,,9,,2026-01-01,', 'XS,Longer,EACH,,,,8,,2026-01-01,'))
    const found = async (args: object) => (await book(args)).prices.map(({ sku }) => sku)
    expect(await found({ sku: 'S', first: 1 })).toEqual(['S'])
    expect(await found({ sku: 's' })).toEqual([])
    expect(await found({ sku: 'S_' })).toEqual([])
    expect(await found({ sku: '' })).toEqual([])
    expect(await found({ sku: 'S', search: 'short' })).toEqual(['S'])
    expect(await found({ sku: 'S', search: 'longer' })).toEqual([])
    expect(await found({ sku: 'S', at: '2025-12-31T00:00:00Z' })).toEqual([])
    expect(await found({ sku: null, first: 200 })).toHaveLength(9)
  })

  test('is searched by the names in force today', async () => {
    await load(fileOf('S0,Renamed,EACH,,,,0,,2026-02-01,'))
    expect((await book({ search: 'Part_0' })).prices).toEqual([])
    expect((await book({ search: 'renamed' })).prices).toHaveLength(1)
  })

  test('refuses a cursor of another book', async () => {
    await load(fileOf(shingles), { vendorId: 2 })
    const { book: other } = await book({ vendorId: 2 })
    const { errors } = await book({ after: other.prices.pageInfo.endCursor })
    expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'after' })
  })

  test.for([
    ['after', { after: 'x' }],
    ['first', { first: 0 }],
    ['first', { first: 201 }],
    ['search', { search: '\0' }],
    ['search', { search: 'x'.repeat(201) }],
    ['sku', { sku: '\0' }],
    ['sku', { sku: 'x'.repeat(201) }],
    ['at', { at: '0000-01-01T00:00:00Z' }],
    ['at', { at: '9999-12-31T23:59:59-12:00' }],
  ] as const)('refuses a bad %s', async ([argument, args]) => {
    const { errors } = await book(args)
    expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument })
  })

  test('is not accessible to other organizations', async () => {
    expect((await book({}, { orgIds: [2] })).errors[0]?.extensions).toMatchObject({
      code: 'FORBIDDEN',
    })
    expect((await book({ orgId: 2 }, { orgIds: [2] })).book).toBeNull()
    expect((await book({ vendorId: 2 })).book).toBeNull()
  })

  test('takes as many statements for 200 prices with their histories as for 7', async () => {
    const few = await book()
    await load(
      fileOf(...Array.from({ length: 200 }, (_, n) => `T${n},Part,EACH,,,,${n},,2026-01-01,`)),
    )
    const many = await book({ first: 200 })
    expect(many.prices).toHaveLength(200)
    expect([few.sqlStatements, many.sqlStatements]).toEqual([3, 3])
  })
})

test('5000 prices take as many statements as one', async () => {
  const one = await load(fileOf(shingles))
  const file = fileOf(
    ...Array.from({ length: 5000 }, (_, n) => `S${n},Part ${n},EACH,,,,${n}.25,7.25,2026-01-01,`),
  )
  const many = await load(file)
  expect(many.result).toMatchObject({ added: 5000, bookVersion: 2 })
  expect([one.sqlStatements, many.sqlStatements]).toEqual([10, 10])
})

/** The first vendor of an organization. */
const vendorOf = (orgId: number) => (orgId === 1 ? 1 : 4)

async function exportBook(orgId: number): Promise<string> {
  const vendorId = vendorOf(orgId)
  const parts = [writePriceCsvHeader()]
  let after: PriceRow | undefined
  do {
    const page = await findPricesForExport(database, { orgId, vendorId }, { first: 3, after })
    parts.push(writePriceCsvRows(page))
    after = page.at(-1)
  } while (after !== undefined)
  return parts.join('')
}

interface ModelRow {
  readonly sku: string
  readonly name: string
  readonly unitCost: number
  readonly taxPercent: number | null
  readonly effectiveFrom: string
  readonly effectiveTo: string | null
}

const modelRow: fc.Arbitrary<ModelRow> = fc
  .record({
    sku: fc.constantFrom('A', 'a', '=A', '"B"', 'C,D', 'É'),
    name: fc.constantFrom('Shingles', '3/4" x 8, white', "'quoted'"),
    unitCost: fc.integer({ min: 0, max: 10_000_000 }).map((n) => n / 10_000),
    taxPercent: fc.constantFrom(null, 7.25, 100),
    month: fc.integer({ min: 1, max: 4 }),
    isOpen: fc.boolean(),
  })
  .map(({ month, isOpen, ...row }) => ({
    ...row,
    effectiveFrom: `2026-0${month}-01`,
    effectiveTo: isOpen ? null : `2026-0${month}-28`,
  }))

const cellsOf = (row: ModelRow) =>
  `${quoted(row.sku)},${quoted(row.name)},EACH,,,,${row.unitCost},${row.taxPercent ?? ''},${row.effectiveFrom},${row.effectiveTo ?? ''}`

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

const file = fc.uniqueArray(modelRow, {
  selector: ({ sku, effectiveFrom }) => `${effectiveFrom} ${sku}`,
  maxLength: 8,
})

/** The expected prices of a book on a day, computed row by row. */
function modelOn(day: string, imports: readonly (readonly ModelRow[])[]): readonly ModelRow[] {
  const live = new Map(imports.flat().map((row) => [`${row.effectiveFrom} ${row.sku}`, row]))
  const inForce = new Map<string, ModelRow>()
  for (const row of [...live.values()].sort((a, b) =>
    a.effectiveFrom < b.effectiveFrom ? -1 : 1,
  )) {
    const holds = row.effectiveFrom <= day && (row.effectiveTo ?? day) >= day
    if (holds) inForce.set(row.sku, row)
  }
  return [...inForce.values()].sort(bySku)
}

const bySku = (a: ModelRow, b: ModelRow) => (a.sku < b.sku ? -1 : 1)

async function pricesOn(day: string, orgId: number): Promise<readonly ModelRow[]> {
  const at = `${day}T12:00:00Z`
  const { prices } = await book({ orgId, vendorId: vendorOf(orgId), at }, { orgIds: [orgId] })
  return (prices ?? [])
    .map(({ sku, name, unitCost, taxPercent, effectiveFrom, effectiveTo }) => ({
      sku,
      name,
      unitCost,
      taxPercent,
      effectiveFrom,
      effectiveTo,
    }))
    .sort(bySku)
}

test('a book contains the prices of its files; import, export, import is the identity', async () => {
  const days = ['01-01', '02-01', '02-28', '03-01', '04-01', '04-28', '12-31'].map(
    (d) => `2026-${d}`,
  )
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), async (imports) => {
      await database.query('truncate price, price_book')
      for (const rows of imports) await load(fileOf(...rows.map(cellsOf)))
      const exported = await exportBook(1)
      const again = await load(exported)
      expect(again.result).toMatchObject({ added: 0, changed: 0, refused: 0 })
      await load(exported, { orgId: 2, vendorId: vendorOf(2), orgIds: [2] })
      expect(await exportBook(2)).toBe(exported)

      for (const day of days) {
        const model = modelOn(day, imports)
        expect(await pricesOn(day, 1)).toEqual(model)
        expect(await pricesOn(day, 2)).toEqual(model)
      }
    }),
    { numRuns: 25 },
  )
})
