import { afterAll, describe, expect, test } from 'vitest'
import type { TemplateLineInput } from '../src/graphql/generated.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { createHarness } from './harness.ts'
import type { TestCaller } from './harness.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { database, ask } = harness
/** A cost that no other figure contains. */
const COST = 1234.5678
const viewer: TestCaller = { granted: { 1: ['lists:read', 'templates:read'] } }
const writer: TestCaller = { granted: { 1: ['lists:read', 'lists:write'] } }
const author: TestCaller = {
  granted: {
    1: ['templates:read', 'templates:write', 'lists:read', 'lists:write', 'vendors:read'],
  },
}

const measurements = { roof: { roof_facets: { area: 1000 } } }
const { jobId } = await createJob(database, { orgId: 1, name: null, measurements })
const template = await createTemplate(database, {
  orgId: 1,
  lines: [{ name: 'Shingles', vendorId: 1, coverage: 1, unitCost: COST, markup: 0.4321 }],
})
const sku = template.products[0]?.sku ?? ''
async function createList() {
  const { data } = await ask(
    `mutation ($jobId: Int!, $templateIds: [Int!]!) {
      projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) {
        productionList { id listItems { id } }
      }
    }`,
    { jobId, templateIds: [template.id] },
  )
  return data.projectManagementProductionListCreate.productionList
}

const list = await createList()
/** Whose item has the cost of its template line. */
const unchanged = await createList()
const itemId = list.listItems[0]?.id

const csvOf = (cost: number) =>
  `sku,name,unit,unit_cost,effective_from\n${sku},Shingles,BUNDLES,${cost},2026-01-01`

function importPrices(cost: number, caller?: TestCaller) {
  return ask(
    `mutation ($csv: String!) {
      priceBookImport(orgId: 1, vendorId: 1, csv: $csv) { rows { before { sku unitCost } } }
    }`,
    { csv: csvOf(cost) },
    caller,
  )
}

function update(item: object, caller?: TestCaller) {
  return ask(
    `mutation ($id: Int!, $items: [ListItemUpdate!]) {
      projectManagementProductionListUpdate(id: $id, listItems: $items) {
        productionList { totalPrice totalCost listItems { unitCost totalPrice } }
      }
    }`,
    { id: list.id, items: [{ id: itemId, ...item }] },
    caller,
  )
}

await update({ unitCost: COST + 1, quantity: 7, name: 'Slates' })
await importPrices(COST + 2)

const lineFields = `
  id name listItemGroupName type measure { measure } measurementUnits coverage quantityUnits productId color
  notes vendorId unitCost markup taxPercent`

async function readTemplate(caller?: TestCaller) {
  const { data: found } = await ask(
    `query ($id: Int!) {
      template(id: $id) { name tradeType version wasteFactor combineSameProducts lines { ${lineFields} } }
    }`,
    { id: template.id },
    caller,
  )
  const { version, ...shown } = found.template ?? { version: 0, lines: [] }
  return { version, shown }
}

const saveTemplate = (saved: object, caller?: TestCaller) =>
  ask(
    `mutation ($id: Int!, $template: TemplateInput!) {
      templateUpdate(id: $id, template: $template) { template { name lines { unitCost markup } } }
    }`,
    { id: template.id, template: saved },
    caller,
  )

describe('a caller without prices:read', () => {
  test('sees a diff without costs, with all other changes', async () => {
    const { data: found } = await ask(
      `query ($id: Int!) {
        projectManagementProductionListDiff(id: $id, fromVersion: 1) {
          fields { field from to } items { changes { field from to } }
        }
        projectManagementProductionListRevisions(id: $id) {
          nodes { diff { fields { field from to } items { changes { field from to } } } }
        }
      }`,
      { id: list.id },
      viewer,
    )
    expect(JSON.stringify(found)).not.toMatch(/123[45]\.\d/)
    const changes = found.projectManagementProductionListDiff?.items[0]?.changes
    expect(changes).toContainEqual({ field: 'name', from: 'Shingles', to: 'Slates' })
    expect(changes).toContainEqual({ field: 'unitCost', from: null, to: null })
    expect(found.projectManagementProductionListDiff?.fields).toContainEqual({
      field: 'totalCost',
      from: null,
      to: null,
    })
  })

  const readWarnings = async ({ id }: { readonly id: number }, caller?: TestCaller) => {
    const { data: found } = await ask(
      `query ($id: Int!) {
        projectManagementProductionListById(id: $id) {
          priceWarnings { listItemId unitCost currentUnitCost reason effectiveFrom }
          listItems { explanation { sentence unitCost unitCostSource } }
        }
      }`,
      { id },
      caller,
    )
    return found.projectManagementProductionListById
  }

  test('sees that a price differs, and not how', async () => {
    expect(await readWarnings(unchanged, viewer)).toEqual({
      priceWarnings: [
        {
          listItemId: unchanged.listItems[0]?.id,
          unitCost: null,
          currentUnitCost: null,
          reason: null,
          effectiveFrom: '2026-01-01',
        },
      ],
      listItems: [
        {
          explanation: {
            sentence: null,
            unitCost: null,
            unitCostSource: expect.any(String) as string,
          },
        },
      ],
    })
  })

  test('does not see whether a cost set by hand differs, which would show the price in the book', async () => {
    const seen = await readWarnings(list)
    expect(seen?.priceWarnings).toMatchObject([{ listItemId: itemId }])
    expect((await readWarnings(list, viewer))?.priceWarnings).toEqual([])
  })

  test('does not learn a cost from the limit on the total, which counts what is visible', async () => {
    const { data: found } = await ask(
      'query ($id: Int!) { projectManagementProductionListById(id: $id) { totalPrice } }',
      { id: unchanged.id },
      writer,
    )
    const totalPrice = found.projectManagementProductionListById?.totalPrice ?? 0
    /** Adds items and a discount of the same price, with which the visible total is above or at the limit. */
    const addUpTo = async (total: number) => {
      const rest = (total - 999_999_000_000 - totalPrice).toFixed(2)
      const { errors } = await ask(
        `mutation ($id: Int!) {
          projectManagementProductionListUpdate(
            id: $id
            totalDiscount: ${(total - totalPrice).toFixed(2)}
            addListItems: [
              { name: "Known", quantity: 1000000, quantityUnits: "EACH", unitCost: 999999 }
              { name: "Rest", quantity: 1, quantityUnits: "EACH", unitCost: ${rest} }
            ]
          ) { productionList { id } }
        }`,
        { id: unchanged.id },
        writer,
      )
      return errors.map(({ message }) => message)
    }
    expect(await addUpTo(1_000_000_000_000.01)).toEqual([
      "The list's total would be above 1000000000000.",
    ])
    expect(await addUpTo(1_000_000_000_000)).toEqual([])
  })

  test('sees a template without costs and markup', async () => {
    const { data: found } = await ask(
      'query ($id: Int!) { template(id: $id) { lines { name unitCost markup taxPercent } } }',
      { id: template.id },
      viewer,
    )
    expect(found.template?.lines).toMatchObject([
      { name: 'Shingles', unitCost: null, markup: null },
    ])
  })

  test('imports no prices, because the result tells how they differ from those of the book', async () => {
    const caller = { granted: { 1: ['prices:write', 'vendors:read'] } }
    const { errors } = await importPrices(COST + 3, caller)
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining('prices:read') as string,
      extensions: { code: 'FORBIDDEN' },
    })
  })

  test.each([
    ['as they were read', (line: object) => line],
    ['without costs', ({ unitCost: _cost, markup: _markup, ...line }: TemplateLineInput) => line],
    ['under another name', (line: object) => ({ ...line, name: 'Slates' })],
  ])('saves the lines of a template %s, and they keep their costs', async (_how, written) => {
    const { shown } = await readTemplate(author)
    expect(shown.lines).toMatchObject([{ unitCost: null, markup: null }])
    const lines = (shown.lines as readonly TemplateLineInput[]).map(written)
    const { errors, data: saved } = await saveTemplate({ ...shown, lines }, author)
    expect(errors).toEqual([])
    expect(saved.templateUpdate.template?.lines).toEqual([{ unitCost: null, markup: null }])
    const { shown: kept } = await readTemplate()
    expect(kept.lines).toMatchObject([{ unitCost: COST, markup: 0.4321 }])
  })

  test.each([
    ['templateUpdate', 'unitCost', 'template.lines[0].unitCost'],
    ['templateUpdate', 'markup', 'template.lines[0].markup'],
    ['projectManagementProductionListUpdate', 'unitCost', 'listItems[0].unitCost'],
    ['projectManagementProductionListUpdate', 'markup', 'listItems[0].markup'],
  ])('cannot change a cost that it does not see: %s, %s', async (operation, field, argument) => {
    // With a cost or a markup of its own, it would calculate the other one from the price.
    const { version, shown } = await readTemplate(author)
    const [line] = shown.lines as readonly TemplateLineInput[]
    const { errors } =
      operation === 'templateUpdate'
        ? await saveTemplate({ ...shown, lines: [{ ...line, [field]: 0 }] }, author)
        : await update({ [field]: 0 }, writer)
    expect(errors).toMatchObject([
      { message: expect.stringContaining('prices:read') as string, extensions: { argument } },
    ])
    expect(errors[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' })
    expect(await readTemplate()).toMatchObject({
      version,
      shown: { lines: [{ unitCost: COST, markup: 0.4321 }] },
    })
  })

  test('changes a list without seeing its costs', async () => {
    const renamed = await update({ name: 'Tiles' }, writer)
    expect(renamed.errors).toEqual([])
    expect(renamed.data.projectManagementProductionListUpdate.productionList).toMatchObject({
      totalPrice: expect.any(Number) as number,
      totalCost: null,
      listItems: [{ unitCost: null }],
    })
  })

  test('adds lines and items with costs of its own', async () => {
    const { shown } = await readTemplate(author)
    const [line] = shown.lines as readonly TemplateLineInput[]
    const added = { ...line, id: null, name: 'Felt', unitCost: 3, markup: 0.1 }
    expect((await saveTemplate({ ...shown, lines: [line, added] }, author)).errors).toEqual([])
    expect((await readTemplate()).shown.lines).toMatchObject([
      { unitCost: COST, markup: 0.4321 },
      { unitCost: 3, markup: 0.1 },
    ])
    const { errors } = await ask(
      `mutation ($id: Int!) {
        projectManagementProductionListUpdate(
          id: $id
          addListItems: [{ name: "Felt", quantity: 1, quantityUnits: "ROLLS", unitCost: 3 }]
        ) { productionList { id } }
      }`,
      { id: list.id },
      writer,
    )
    expect(errors).toEqual([])
  })
})

test('without prices:read, an item with a cost set by hand is not repriced', async () => {
  // With its own markup of 0, the new price would show the cost in the book.
  const { data: added } = await ask(
    `mutation ($id: Int!, $productId: Int!) {
      projectManagementProductionListUpdate(id: $id, addListItems: [{
        name: "Probe", productId: $productId, vendorId: 1, quantity: 1, quantityUnits: "BUNDLES", unitCost: 0
      }]) { productionList { listItems { id name } } }
    }`,
    { id: list.id, productId: template.products[0]?.id },
    author,
  )
  const items = added.projectManagementProductionListUpdate.productionList.listItems
  const probe = items.find(({ name }) => name === 'Probe')?.id
  const reprice = (caller?: TestCaller) =>
    ask(
      `mutation ($id: Int!, $ids: [Int!]) {
        projectManagementProductionListReprice(id: $id, listItemIds: $ids) {
          productionList { listItems { name totalPrice } }
        }
      }`,
      { id: list.id, ids: [probe] },
      caller,
    )
  const { errors } = await reprice(author)
  expect(errors[0]).toMatchObject({
    message: expect.stringContaining('prices:read') as string,
    extensions: { code: 'FORBIDDEN', argument: 'listItemIds[0]' },
  })
  const { data: seen } = await reprice()
  expect(seen.projectManagementProductionListReprice?.productionList?.listItems).toContainEqual({
    name: 'Probe',
    totalPrice: expect.closeTo(COST + 2, 1) as number,
  })
})

test('a caller of two organizations sees costs where it has the scope', async () => {
  const granted = { 1: ['lists:read', 'prices:read'], 2: ['lists:read'] }
  const query = 'query ($id: Int!) { projectManagementProductionListById(id: $id) { totalCost } }'
  const read = async (caller: TestCaller) =>
    (await ask(query, { id: list.id }, caller)).data.projectManagementProductionListById
  expect(await read({ granted })).toEqual({ totalCost: expect.any(Number) as number })
  expect(await read({ granted: { ...granted, 1: ['lists:read'] } })).toEqual({ totalCost: null })
  expect(
    await read({ granted: { 1: ['prices:read'], 2: ['lists:read', 'prices:read'] } }),
  ).toBeNull()
})
