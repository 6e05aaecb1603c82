import type { Arrived } from '@takeoff/kit/testing/arrived'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ListItem } from '../src/graphql/generated.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { createHarness } from './harness.ts'
import type { ListWith } from './harness.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { database, ask } = harness
const { jobId } = await createJob(database, {
  orgId: 1,
  name: null,
  measurements: { roof: { roof_facets: { area: 1000 } } },
})
const template = await createTemplate(database, {
  orgId: 1,
  lines: [
    { name: 'Shingles', vendorId: 1, coverage: 1, unitCost: 40, taxPercent: 5, markup: 0 },
    { name: 'Felt', vendorId: 1, coverage: 1, unitCost: 10, taxPercent: 5, markup: 0 },
    { name: 'Nails', vendorId: 2, coverage: 1, unitCost: 3, taxPercent: 5, markup: 0 },
    { name: 'Labor', type: 'LABOR', vendorId: null, coverage: 1, unitCost: 90, taxPercent: 0 },
  ],
})
const [shinglesSku = '', feltSku = '', nailsSku = ''] = template.products.map(
  ({ sku }) => sku ?? '',
)

const header =
  'sku,name,unit,coverage,coverage_unit,unit_cost,tax_percent,effective_from,effective_to'
const fields = `id version totalCost
  listItems { id name unitCost taxPercent totalCost explanation { unitCostSource sentence } }
  priceWarnings {
    listItemId unitCost unitCostSource taxPercent currentUnitCost currentTaxPercent effectiveFrom code reason
  }`

type Item = Arrived<ListItem>
type List = ListWith<readonly [Item, Item, Item, Item]>

beforeEach(() => database.query('truncate price, price_book, outbox_message'))

async function load(vendorId: number, ...rows: readonly string[]) {
  const csv = [header, ...rows].join('\n')
  const { errors, data } = await ask(
    `mutation ($vendorId: Int!, $csv: String!) {
      priceBookImport(orgId: 1, vendorId: $vendorId, csv: $csv) { refused }
    }`,
    { vendorId, csv },
  )
  expect([errors, data]).toEqual([[], { priceBookImport: { refused: 0 } }])
}

async function newList(templateId = template.id): Promise<List> {
  const { data, errors } = await ask(
    `mutation ($jobId: Int!, $templateId: Int!) {
      projectManagementProductionListCreate(jobId: $jobId, templateIds: [$templateId]) {
        productionList { ${fields} }
      }
    }`,
    { jobId, templateId },
  )
  expect(errors).toEqual([])
  await database.query('truncate outbox_message')
  return data.projectManagementProductionListCreate.productionList as List
}

async function read(id: number): Promise<List & { readonly sqlStatements: number }> {
  const { data, sqlStatements } = await ask(
    `query ($id: Int!) { projectManagementProductionListById(id: $id) { ${fields} } }`,
    { id },
  )
  const list = data.projectManagementProductionListById as List
  return { ...list, sqlStatements }
}

async function reprice(id: number, args: object = {}) {
  const response = await ask(
    `mutation ($id: Int!, $listItemIds: [Int!], $version: Int) {
      projectManagementProductionListReprice(id: $id, listItemIds: $listItemIds, version: $version) {
        productionList { ${fields} }
      }
    }`,
    { id, ...args },
  )
  return {
    ...response,
    list: response.data?.projectManagementProductionListReprice?.productionList,
  }
}

async function setUnitCost(id: number, item: Item, change: object) {
  const { errors } = await ask(
    `mutation ($id: Int!, $listItems: [ListItemUpdate!]) {
      projectManagementProductionListUpdate(id: $id, listItems: $listItems) { productionList { id } }
    }`,
    { id, listItems: [{ id: item.id, ...change }] },
  )
  expect(errors).toEqual([])
  await database.query('truncate outbox_message')
}

const reasons = ({ priceWarnings }: List) => priceWarnings.map(({ reason }) => reason)

describe('a new list', () => {
  test('uses the prices in force, else those of the template, and has no warnings', async () => {
    await load(
      1,
      `${shinglesSku},Shingles,SQUARES,,,120,7.25,2026-01-01,`,
      `${shinglesSku},Shingles,BUNDLES,32.8,SQUARE_FEET,41.5,7.25,2026-03-01,`,
      `${feltSku},Felt,BUNDLES,,,12,,2026-04-01,`,
    )
    const list = await newList()

    expect(list.listItems).toMatchObject([
      { unitCost: 41.5, taxPercent: 7.25, explanation: { unitCostSource: 'price-book' } },
      { unitCost: 10, taxPercent: 5, explanation: { unitCostSource: 'template' } },
      { unitCost: 3, explanation: { unitCostSource: 'template' } },
      { unitCost: 90, explanation: { unitCostSource: 'template' } },
    ])
    expect(list.listItems[0]).toMatchObject({
      totalCost: 445.09,
      explanation: { sentence: expect.stringContaining('from the price book of 2026-03-01') },
    })
    expect(list.priceWarnings).toEqual([])
  })

  test('uses no prices from the book of another organization', async () => {
    await database.query(
      `insert into price (org_id, vendor_id, sku, name, unit, colors, unit_cost, effective_from,
         created_at, created_by)
       values (2, 1, $1, 'Shingles', 'BUNDLES', '{}', 1, '2026-01-01', now(), 7)`,
      [shinglesSku],
    )
    expect((await newList()).listItems[0]).toMatchObject({ unitCost: 40 })
  })
})

describe('a recompute', () => {
  test('takes the price in the book of the vendor that an item was given by hand', async () => {
    const { id, listItems } = await newList()
    const [shingles, felt] = listItems
    await setUnitCost(id, shingles, { vendorId: 2 })
    await setUnitCost(id, felt, { vendorId: null })
    await load(1, `${shinglesSku},Shingles,BUNDLES,,,55,5,2026-01-01,`)
    await load(1, `${feltSku},Felt,BUNDLES,,,12,5,2026-01-01,`)
    await load(2, `${shinglesSku},Shingles,BUNDLES,,,30,6,2026-02-01,`)

    const { data: shown } = await ask(
      `query ($id: Int!) { projectManagementProductionListRecomputation(id: $id) {
        digest diff { items { listItemId } }
      } }`,
      { id },
    )
    const { digest, diff } = shown.projectManagementProductionListRecomputation
    expect(diff.items).toEqual([{ listItemId: shingles.id }])
    await ask(
      `mutation ($id: Int!, $digest: String!) {
        projectManagementProductionListRecompute(id: $id, digest: $digest) { productionList { id } }
      }`,
      { id, digest },
    )
    const list = await read(id)
    expect(list.listItems).toMatchObject([
      {
        unitCost: 30,
        taxPercent: 6,
        explanation: {
          sentence: expect.stringContaining('30 each from the price book of 2026-02-01'),
        },
      },
      { unitCost: 10, explanation: { unitCostSource: 'template' } },
      { unitCost: 3 },
      { unitCost: 90 },
    ])
    expect(list.priceWarnings).toEqual([])
  })
})

describe('the warnings of a list', () => {
  test('name each item whose book has another price today, with the reason', async () => {
    const list = await newList()
    const [shingles, felt, nails] = list.listItems
    await load(1, `${shinglesSku},Shingles,BUNDLES,,,41.5,7.25,2026-03-01,`)
    await load(2, `${nailsSku},Nails,BUNDLES,,,3,7.25,2026-03-01,`)
    await setUnitCost(list.id, felt, { unitCost: 11 })
    await load(1, `${feltSku},Felt,BUNDLES,,,12,,2026-03-02,`)

    expect((await read(list.id)).priceWarnings).toEqual([
      {
        listItemId: shingles.id,
        unitCost: 40,
        unitCostSource: 'template',
        taxPercent: 5,
        currentUnitCost: 41.5,
        currentTaxPercent: 7.25,
        effectiveFrom: '2026-03-01',
        code: 'COST_DIFFERS',
        reason:
          'The price book says 41.5 per BUNDLES since 2026-03-01; the item has 40 from the template.',
      },
      {
        listItemId: felt.id,
        unitCost: 11,
        unitCostSource: 'manual',
        taxPercent: 5,
        currentUnitCost: 12,
        currentTaxPercent: 5,
        effectiveFrom: '2026-03-02',
        code: 'COST_DIFFERS',
        reason: 'The price book says 12 per BUNDLES since 2026-03-02; the item has 11 set by hand.',
      },
      {
        listItemId: nails.id,
        unitCost: 3,
        unitCostSource: 'template',
        taxPercent: 5,
        currentUnitCost: 3,
        currentTaxPercent: 7.25,
        effectiveFrom: '2026-03-01',
        code: 'TAX_DIFFERS',
        reason:
          'The price book says 3 per BUNDLES since 2026-03-01 with 7.25 % tax; the item has 5 %.',
      },
    ])
  })

  test('state which price has ended, was replaced, or is of another vendor', async () => {
    await load(
      1,
      `${shinglesSku},Shingles,BUNDLES,,,41.5,5,2026-03-01,2026-03-14`,
      `${feltSku},Felt,BUNDLES,,,12,5,2026-03-01,`,
    )
    await load(2, `${nailsSku},Nails,BUNDLES,,,3.5,5,2026-03-01,`)
    const list = await newList()
    expect(list.priceWarnings).toEqual([])
    await load(1, `${feltSku},Felt,BUNDLES,,,12,5,2026-03-01,2026-03-13`)
    await setUnitCost(list.id, list.listItems[2], { vendorId: 1 })

    harness.pass(86_400_000)
    const changed = await read(list.id)
    expect(changed.priceWarnings.map(({ code }) => code)).toEqual([
      'PRICE_ENDED',
      'PRICE_ENDED',
      'OTHER_VENDOR',
    ])
    expect(reasons(changed)).toEqual([
      "The item's price of 2026-03-01 ended on 2026-03-14, and the price book has none in force now.",
      "The item's price of 2026-03-01 was replaced, and the price book has none in force now.",
      "The item's price is from the book of another vendor; its own vendor's book has none for it.",
    ])
    harness.pass(-86_400_000)
  })

  test('state when a price cannot be converted into the item’s unit', async () => {
    const list = await newList()
    await load(1, `${shinglesSku},Shingles,PALLETS,,,2300,5,2026-03-01,`)
    expect((await read(list.id)).priceWarnings).toEqual([
      {
        listItemId: list.listItems[0].id,
        unitCost: 40,
        unitCostSource: 'template',
        taxPercent: 5,
        currentUnitCost: null,
        currentTaxPercent: null,
        effectiveFrom: '2026-03-01',
        code: 'NO_CONVERSION',
        reason:
          "The price book says 2300 per PALLETS since 2026-03-01, which gives no usable cost per BUNDLES, neither by its coverage nor by the product's packages.",
      },
    ])
  })

  test('need one statement, for 300 items as for 4', async () => {
    const lines = Array.from({ length: 300 }, () => ({ vendorId: 1, taxPercent: 5 }))
    const long = await createTemplate(database, { orgId: 1, lines })
    const list = await newList(long.id)
    const rows = long.products.map(({ sku }) => `${sku},Part,BUNDLES,,,1,5,2026-03-01,`)
    await load(1, ...rows)
    const few = await read((await newList()).id)
    const many = await read(list.id)
    expect(many.priceWarnings).toHaveLength(300)
    expect(many.sqlStatements).toBe(few.sqlStatements)
  })
})

describe('repricing', () => {
  test('applies the prices of the warnings, with one version, one revision and one event', async () => {
    const list = await newList()
    await load(
      1,
      `${shinglesSku},Shingles,BUNDLES,,,41.5,7.25,2026-03-01,`,
      `${feltSku},Felt,PALLETS,,,900,5,2026-03-01,`,
    )
    const before = await read(list.id)
    const { list: repriced, errors } = await reprice(list.id, { version: 1 })

    expect(errors).toEqual([])
    expect(repriced).toMatchObject({
      version: 2,
      listItems: [
        { unitCost: 41.5, taxPercent: 7.25, totalCost: 445.09 },
        { unitCost: 10 },
        { unitCost: 3 },
        { unitCost: 90 },
      ],
    })
    expect(repriced.priceWarnings).toEqual(before.priceWarnings.slice(1))
    expect(await harness.events()).toMatchObject([
      { name: 'production-list.updated', aggregate: { sequence: 2 } },
    ])
    const revisions = await database.query(
      'select version, action, user_id from production_list_revision where list_id = $1 order by version',
      [list.id],
    )
    expect(revisions).toEqual([
      { version: 1, action: 'created', user_id: 7 },
      { version: 2, action: 'repriced', user_id: 7 },
    ])
  })

  test('without differences does not change the list', async () => {
    await load(1, `${shinglesSku},Shingles,BUNDLES,,,41.5,7.25,2026-03-01,`)
    const list = await newList()
    // The same price in a new row: no visible change.
    await load(1, `${shinglesSku},Shingles,BUNDLES,,,41.5,7.25,2026-03-02,`)

    const { list: repriced } = await reprice(list.id)
    expect(repriced).toEqual(list)
    expect(await harness.events()).toEqual([])
    expect((await reprice(list.id, { listItemIds: [] })).list).toEqual(list)
  })

  test('keeps a cost set by hand, unless the item is named', async () => {
    const list = await newList()
    const [shingles] = list.listItems
    await setUnitCost(list.id, shingles, { unitCost: 44 })
    await load(1, `${shinglesSku},Shingles,BUNDLES,,,41.5,7.25,2026-03-01,`)

    expect((await reprice(list.id)).list).toMatchObject({
      version: 2,
      listItems: [{ unitCost: 44 }, {}, {}, {}],
    })
    const { list: named } = await reprice(list.id, { listItemIds: [shingles.id] })
    expect(named).toMatchObject({
      version: 3,
      listItems: [{ unitCost: 41.5, explanation: { unitCostSource: 'price-book' } }, {}, {}, {}],
      priceWarnings: [],
    })
    // The cost is no longer set by hand, so the next price applies without naming the item.
    await load(1, `${shinglesSku},Shingles,BUNDLES,,,42,7.25,2026-03-02,`)
    expect((await reprice(list.id)).list.listItems[0]).toMatchObject({ unitCost: 42 })
  })

  test('keeps a tax set by hand', async () => {
    const list = await newList()
    const [shingles] = list.listItems
    await setUnitCost(list.id, shingles, { taxPercent: 0 })
    await load(1, `${shinglesSku},Shingles,BUNDLES,,,41.5,7.25,2026-03-01,`)
    const { list: repriced } = await reprice(list.id, { listItemIds: [shingles.id] })
    expect(repriced.listItems[0]).toMatchObject({ unitCost: 41.5, taxPercent: 0 })
    expect(repriced.priceWarnings).toEqual([])
  })

  test('takes the tax of the template where the book states none', async () => {
    await load(1, `${shinglesSku},Shingles,BUNDLES,,,41.5,8,2026-03-01,`)
    await load(1, `${feltSku},Felt,BUNDLES,,,12,8,2026-03-01,`)
    const list = await newList()
    expect(list.listItems).toMatchObject([{ taxPercent: 8 }, { taxPercent: 8 }, {}, {}])
    await load(1, `${shinglesSku},Shingles,BUNDLES,,,42,,2026-03-02,`)
    await load(1, `${feltSku},Felt,BUNDLES,,,12,,2026-03-02,`)

    expect((await read(list.id)).priceWarnings).toMatchObject([
      { code: 'COST_DIFFERS', currentUnitCost: 42, currentTaxPercent: 5 },
      {
        code: 'TAX_DIFFERS',
        currentTaxPercent: 5,
        reason:
          'The price book says 12 per BUNDLES since 2026-03-02 without a tax, so that of the template holds, 5 %; the item has 8 %.',
      },
    ])
    const { list: repriced } = await reprice(list.id)
    expect(repriced).toMatchObject({
      listItems: [{ unitCost: 42, taxPercent: 5 }, { unitCost: 12, taxPercent: 5 }, {}, {}],
      priceWarnings: [],
    })
  })

  test('takes the tax of the template from the book of another vendor without one', async () => {
    await load(1, `${shinglesSku},Shingles,BUNDLES,,,41.5,8,2026-03-01,`)
    const list = await newList()
    await setUnitCost(list.id, list.listItems[0], { vendorId: 2 })
    await load(2, `${shinglesSku},Shingles,BUNDLES,,,40,,2026-03-01,`)
    const { list: repriced } = await reprice(list.id)
    expect(repriced.listItems[0]).toMatchObject({ unitCost: 40, taxPercent: 5 })
  })

  test('keeps the tax of an item whose template line is gone where the book states none', async () => {
    const gone = await createTemplate(database, {
      orgId: 1,
      lines: [{ vendorId: 1, unitCost: 40, taxPercent: 5 }],
    })
    const sku = gone.products[0]?.sku
    await load(1, `${sku},Shingles,BUNDLES,,,41.5,8,2026-03-01,`)
    const list = await newList(gone.id)
    await database.query('delete from template_line where template_id = $1', [gone.id])
    await load(1, `${sku},Shingles,BUNDLES,,,42,,2026-03-02,`)
    const { list: repriced } = await reprice(list.id)
    expect(repriced.listItems[0]).toMatchObject({ unitCost: 42, taxPercent: 8 })
  })

  test('of named items changes no other item', async () => {
    const list = await newList()
    await load(
      1,
      `${shinglesSku},Shingles,BUNDLES,,,41.5,7.25,2026-03-01,`,
      `${feltSku},Felt,BUNDLES,,,12,5,2026-03-01,`,
    )
    const { list: repriced } = await reprice(list.id, { listItemIds: [list.listItems[1].id] })
    expect(repriced.listItems).toMatchObject([{ unitCost: 40 }, { unitCost: 12 }, {}, {}])
  })

  test.for([
    ['an unknown list', () => ({ id: 999_999 }), 'NOT_FOUND', 'id'],
    ['an item of no list', () => ({ listItemIds: [1] }), 'BAD_USER_INPUT', 'listItemIds[0]'],
    [
      'an item twice',
      ({ listItems: [a] }: List) => ({ listItemIds: [a.id, a.id] }),
      'BAD_USER_INPUT',
      'listItemIds[1]',
    ],
    [
      'an item without a price in force',
      ({ listItems: [a, b] }: List) => ({ listItemIds: [a.id, b.id] }),
      'BAD_USER_INPUT',
      'listItemIds[1]',
    ],
    [
      'an item of no list among as many as a list may have',
      () => ({ listItemIds: Array.from({ length: 10_000 }, (_, index) => index) }),
      'BAD_USER_INPUT',
      'listItemIds[0]',
    ],
    [
      'more items than a list may have',
      () => ({ listItemIds: Array.from({ length: 10_001 }, (_, index) => index) }),
      'BAD_USER_INPUT',
      'listItemIds',
    ],
  ] as const)('is refused for %s, and nothing is written', async ([, args, code, argument]) => {
    const list = await newList()
    await load(1, `${shinglesSku},Shingles,BUNDLES,,,41.5,7.25,2026-03-01,`)
    const { errors } = await reprice(list.id, args(list))
    expect(errors.map(({ extensions }) => extensions)).toEqual([{ code, argument }])
    expect(await read(list.id)).toMatchObject({ version: 1 })
    expect(await harness.events()).toEqual([])
  })

  test('is refused for an outdated version', async () => {
    const list = await newList()
    const stale = await reprice(list.id, { version: 7 })
    expect(stale.errors[0]?.extensions).toEqual({ code: 'CONFLICT', currentVersion: 1 })
  })

  test('takes as many statements for 300 items as for 4', async () => {
    const lines = Array.from({ length: 300 }, () => ({ vendorId: 1, taxPercent: 5 }))
    const long = await createTemplate(database, { orgId: 1, lines })
    const [short, list] = [await newList(), await newList(long.id)]
    const skus = [shinglesSku, ...long.products.map(({ sku }) => sku)]
    await load(1, ...skus.map((sku) => `${sku},Part,BUNDLES,,,1,5,2026-03-01,`))

    const few = await reprice(short.id)
    const many = await reprice(list.id)
    expect([few.list.version, many.list.version]).toEqual([2, 2])
    expect(many.sqlStatements).toBe(few.sqlStatements)
  })
})
