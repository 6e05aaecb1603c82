import { afterAll, expect, test } from 'vitest'
import {
  loadDevelopmentData,
  readDevelopmentJobs,
  readDevelopmentTemplates,
} from '../src/development-data.ts'
import { readNewerDevelopmentPrices } from '../src/development-prices.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createHarness } from './harness.ts'
import { createMutation, diffFields } from './list-fields.ts'
import { productUpsert, templateCreate } from './template-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { database, ask } = harness
await loadDevelopmentData(database)

const counts = () =>
  database.query(
    `select (select count(*) from job)::int as jobs, (select count(*) from template)::int as templates,
       (select count(*) from template_line)::int as lines, (select count(*) from product)::int as products,
       (select count(*) from price)::int as prices, (select sum(version) from price_book)::int as versions`,
  )

test('loading it again changes nothing', async () => {
  const before = await counts()
  await loadDevelopmentData(database)
  expect(await counts()).toEqual(before)
})

test('a new job gets an id above the loaded ones', async () => {
  const { jobId } = await createJob(database, { orgId: 1, name: null, measurements: {} })
  expect(jobId).toBeGreaterThan(11)
})

interface Figures {
  readonly type: string
  readonly pretaxCost: number
  readonly totalCost: number
  readonly totalPrice: number
  readonly quantity: number
}

const cents = (items: readonly Figures[], figure: 'pretaxCost' | 'totalCost' | 'totalPrice') =>
  items.reduce((sum, item) => sum + Math.round(item[figure] * 100), 0) / 100

test('every planned list is computed, with totals that are the sums of its items', async () => {
  for (const { id, orgId, templateIds } of await readDevelopmentJobs()) {
    if (templateIds.length === 0) continue
    const { data, errors } = await ask(
      createMutation,
      { jobId: id, templateIds },
      { orgIds: [orgId] },
    )
    expect(errors).toEqual([])

    const list = data.projectManagementProductionListCreate.productionList
    const items: readonly Figures[] = list.listItems
    const ofType = (type: string) => items.filter((item) => item.type === type)
    expect(list.materialPretaxCost).toBe(cents(ofType('MATERIAL'), 'pretaxCost'))
    expect(list.materialTotalCost).toBe(cents(ofType('MATERIAL'), 'totalCost'))
    expect(list.laborTotalCost).toBe(cents(ofType('LABOR'), 'totalCost'))
    expect(list.otherTotalCost).toBe(cents(ofType('OTHER'), 'totalCost'))
    expect(list.totalCost).toBe(cents(items, 'totalCost'))
    expect(list.totalPrice).toBe(cents(items, 'totalPrice'))
    expect(items.filter(({ quantity }) => quantity > 0).length).toBeGreaterThan(10)
  }
})

test('a recompute of a new list changes nothing', async () => {
  for (const { id, orgId, templateIds } of await readDevelopmentJobs()) {
    if (templateIds.length === 0) continue
    const caller = { orgIds: [orgId] }
    const created = await ask(createMutation, { jobId: id, templateIds }, caller)
    const { data } = await ask(
      `query ($id: Int!) {
        projectManagementProductionListRecomputation(id: $id) { diff { ${diffFields} } }
      }`,
      { id: created.data.projectManagementProductionListCreate.productionList.id },
      caller,
    )
    expect(data.projectManagementProductionListRecomputation.diff).toMatchObject({
      isEmpty: true,
      fields: [],
      items: [],
    })
  }
})

test('the list of the vinyl siding job equals the worked example', async () => {
  const { data } = await ask(createMutation, { jobId: 6, templateIds: [3] })
  const { listItems } = data.projectManagementProductionListCreate.productionList
  expect(listItems).toContainEqual(
    expect.objectContaining({
      name: '1/2 in XPS Insulation Board 4 ft x 8 ft',
      measurement: 21.94,
      calculatedQuantity: 75.41875,
      quantity: 76,
      pretaxCost: 1497.2,
      totalCost: 1497.2,
    }),
  )
})

test('every shipped template can be created by the API', async () => {
  for (const template of await readDevelopmentTemplates()) {
    const { orgId, products, id: _id, ...head } = template
    const caller = { orgIds: [orgId] }
    const productIds = new Map<number, number>()
    for (const { id, ...product } of products) {
      const { data } = await ask(productUpsert, { orgId, product }, caller)
      productIds.set(id, data.productUpsert.product.id)
    }
    const lines = template.lines.map(({ id: _lineId, sortOrder: _sortOrder, ...line }) => ({
      ...line,
      productId: line.productId === null ? null : productIds.get(line.productId),
    }))
    const name = `${head.name} by API`
    const { data, errors } = await ask(
      templateCreate,
      { orgId, template: { ...head, name, lines } },
      caller,
    )
    expect(errors).toEqual([])
    expect(data.templateCreate.template.lines).toHaveLength(lines.length)
  }
})

test('the price books equal the prices of the templates until the newer prices are imported', async () => {
  const { data: created } = await ask(
    createMutation,
    { jobId: 5, templateIds: [2] },
    { orgIds: [1] },
  )
  const { id } = created.projectManagementProductionListCreate.productionList
  const read = async () => {
    const { data } = await ask(
      `query ($id: Int!) {
        projectManagementProductionListById(id: $id) {
          listItems { type explanation { unitCostSource } }
          priceWarnings { reason }
        }
      }`,
      { id },
    )
    return data.projectManagementProductionListById
  }
  const before = await read()
  const sources = before.listItems
    .filter(({ type }) => type === 'MATERIAL')
    .map((item: { explanation: { unitCostSource: string } }) => item.explanation.unitCostSource)
  expect(new Set(sources)).toEqual(new Set(['price-book']))
  expect(before.priceWarnings).toEqual([])
  const differing = await database.query(
    `select i.name from list_item i join template_line t on t.id = i.template_line_id
     where i.unit_cost <> t.unit_cost or i.tax_percent <> t.tax_percent`,
  )
  expect(differing).toEqual([])

  for (const { orgId, ...file } of await readNewerDevelopmentPrices()) {
    const { data, errors } = await ask(
      `mutation ($orgId: Int!, $vendorId: Int!, $csv: String!) {
        priceBookImport(orgId: $orgId, vendorId: $vendorId, csv: $csv) { added refused }
      }`,
      { orgId, ...file },
      { orgIds: [orgId] },
    )
    expect([errors, data]).toEqual([[], { priceBookImport: { added: 0, refused: 0 } }])
  }
  expect((await read()).priceWarnings).toEqual([
    {
      reason:
        'The price book says 412 per SQUARES since 2025-07-01; the item has 398 from the price book of 2025-01-01.',
    },
  ])
})
